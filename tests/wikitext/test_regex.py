"""Regular expressions that are compiled when they are first used are all sound, and all alike."""

import gc
import pkgutil
import re
from importlib import import_module

import pytest

import rules
import wikibot
from wikibot.wikitext.regex import regex

OPTIONAL = ("wikibot.farm", "wikibot.__main__")


def test_every_expression_of_every_module_compiles() -> None:
    """Also those of modules that no other test of this process loads."""
    for package in (wikibot, rules):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.startswith(OPTIONAL):
                import_module(module.name)
    gc.unfreeze()  # what a test froze is not told otherwise
    kind = type(regex(""))
    deferred = [each for each in gc.get_objects() if type(each) is kind]
    assert len(deferred) > 500
    for each in deferred:
        assert each.groups >= 0


def test_an_expression_does_what_the_compiled_one_does() -> None:
    """Its methods and attributes, and the error that it cannot be compiled."""
    word = regex(r"(?P<first>\w)\w*", re.IGNORECASE)
    found = word.fullmatch("Fish")
    assert found is not None
    assert found["first"] == "F"
    assert word.sub("x", "two words") == "x x"
    assert word.pattern == r"(?P<first>\w)\w*"
    assert word.groupindex == {"first": 1}
    with pytest.raises(re.error):
        regex("(").match("")
