"""``{{bots}}`` and ``{{nobots}}``: whether a page asks this bot to stay away.

The form is that of https://en.wikipedia.org/wiki/Template:Bots: ``{{nobots}}``, ``{{bots|deny=all}}``,
``{{bots|deny=A, B}}``, ``{{bots|allow=none}}``, ``{{bots|allow=A, B}}``.
"""

from __future__ import annotations

from wikibot.wikitext.folding import fold


def denies(text: str, account: str) -> bool:
    """Whether the page's wikitext forbids ``account`` to edit it. Templates in comments or nowiki do not count."""
    if "bots" not in text.casefold():
        return False
    import mwparserfromhell  # heavy, and hardly ever needed

    for template in mwparserfromhell.parse(text).filter_templates():
        name = fold(str(template.name))
        if name == "nobots" and not template.params:
            return True
        if name == "bots" and _denied({fold(str(p.name)): str(p.value) for p in template.params}, fold(account)):
            return True
    return False


def _denied(params: dict[str, str], account: str) -> bool:
    deny, allow = _names(params.get("deny", "")), _names(params.get("allow", ""))
    if "all" in deny or account in deny:
        return True
    return "none" in allow or (bool(allow) and "all" not in allow and account not in allow)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := fold(part)))
