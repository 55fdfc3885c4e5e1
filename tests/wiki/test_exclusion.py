"""Pages that ask bots to stay away."""

from __future__ import annotations

from tests.for_each import for_each
from wikibot.wiki.base import denies


@for_each(
    "text, denied",
    [
        ("{{nobots}}", True),
        ("{{ Nobots }} text", True),
        ("{{nobots|x}}", False),
        ("{{bots}}", False),
        ("{{bots|deny=all}}", True),
        ("{{bots|deny=Other, wikibot}}", True),
        ("{{bots\n| deny = <!-- us -->Wikibot\n}}", True),
        ("{{Bots|deny=Other}}", False),
        ("{{bots|allow=none}}", True),
        ("{{bots|allow=Other}}", True),
        ("{{bots|allow=Other,Wikibot}}", False),
        ("{{bots|allow=all}}", False),
        ("{{box|{{bots|deny=all}}}}", True),
        ("<nowiki>{{nobots}}</nowiki>", False),
        ("<!-- {{nobots}} -->", False),
        ("{{bots|deny=all", False),
        ("{{robots|deny=all}} bots", False),
    ],
)
def test_the_forms_of_the_template(text: str, denied: bool) -> None:
    """As its documentation has them, wherever on the page it stands.

    Examples in nowiki do not count.
    """
    assert denies(text, "Wikibot") is denied
