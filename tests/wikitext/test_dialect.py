"""A wiki's own words: what is read by them, and what stays as it is for English."""

from __future__ import annotations

from tests.for_each import for_each
from wikibot.game.picture import xml_text
from wikibot.wiki.dialects import of_siteinfo
from wikibot.wikitext.dialect import ENGLISH, Dialect, fold, is_redirect, speaking
from wikibot.wikitext.escape import answer_wikitext, mention, not_isolated, show
from wikibot.wikitext.lines import action_numbers
from wikibot.wikitext.messages import Words
from wikibot.wikitext.messages import speaking as speaking_words
from wikibot.wikitext.plain import fingerprints, normalise, plain
from wikibot.wikitext.signatures import part_of_signature

GERMAN = of_siteinfo({
    "general": {"lang": "de", "timezone": "Europe/Berlin"},
    "namespaces": {
        str(number): {"id": number, "name": name, "canonical": canonical}
        for number, name, canonical in (
            (2, "Benutzer", "User"), (3, "Benutzer Diskussion", "User talk"),
            (6, "Datei", "File"), (14, "Kategorie", "Category"),
        )
    },
    "namespacealiases": [{"id": 2, "alias": "Benutzerin"}, {"id": 3, "alias": "BD"}],
    "specialpagealiases": [{"realname": "Contributions", "aliases": ["Beiträge"]}],
    "magicwords": [
        {"name": "redirect", "aliases": ["#WEITERLEITUNG", "#REDIRECT"]},
        {"name": "notoc", "aliases": ["__KEIN_INHALTSVERZEICHNIS__", "__NOTOC__"]},
        {"name": "defaultsort", "aliases": ["SORTIERUNG:", "DEFAULTSORT:"]},
        {"name": "img_thumbnail", "aliases": ["mini", "thumb"]},
        {"name": "img_upright", "aliases": ["hochkant=$1"]},
    ],
})  # fmt: skip


@for_each(
    "text",
    [
        "Dig. [[Kategorie:Regeln]]",
        "Dig. [[Category:Rules]] [[de:Graben]]",
        "{{SORTIERUNG:Graben}}Dig.",
        "__KEIN_INHALTSVERZEICHNIS__ Dig.",
        "[[Datei:Loch.png|mini|hochkant=1.2]] Dig.",
        "[[File:Loch.png|thumb]] Dig.",
    ],
)
def test_what_nobody_sees_is_no_part_of_a_wording(text: str) -> None:
    """In the wiki's words and in English; a page is as its own wiki shows it."""
    with speaking(GERMAN):
        assert fingerprints(text).normal == fingerprints("Dig.").normal
        assert normalise("[[Datei:Loch.png|mini|a hole]] Dig.") == "a hole Dig."
    assert normalise("Dig. [[Kategorie:Regeln]]") == "Dig. Kategorie:Regeln"


@for_each(
    "line, is_one",
    [("#WEITERLEITUNG [[Stand]]", True), ("#redirect [[Stand]]", True), ("#WEITER [[A]]", False),
     ("[[Kategorie:Spiel]] __KEIN_INHALTSVERZEICHNIS__", None)],
)  # fmt: skip
def test_redirects_and_furniture_are_not_played(line: str, is_one: bool | None) -> None:
    """A line that leads elsewhere, or shows nothing, is no action."""
    with speaking(GERMAN):
        assert is_redirect(line) == bool(is_one)
        assert action_numbers(line) == ([0] if is_one is False else [])


@for_each(
    "name, read",
    [
        ("Dan (Diskussion) 09:30, 23. Nov. 2026 (CET)", "09:30, 23. Nov. 2026 (CET)"),
        ("2024年3月5日 (火) 12:34 (UTC)太郎", "2024年3月5日 (火) 12:34 (UTC)太郎"),
        ("Oslo ٢٢:٠٨، ٢٣ نوفمبر ٢٠٢٦", "٢٢:٠٨، ٢٣ نوفمبر ٢٠٢٦"),
        ("12h34min de 5 de março de 2024 (-03)", "12h34min de 5 de março de 2024 (-03)"),
        ("BD:Hans", "BD:Hans"), ("User talk:Ann", "User talk:Ann"),
        ("Route 12:30", ""), ("Cid the Tall", ""), ("R2D2 2024", ""), ("Super: Man", ""),
    ],
)  # fmt: skip
def test_a_part_of_a_signature_is_known_in_a_name(name: str, read: str) -> None:
    """A day with its time, or an account as links name it; a time alone is none."""
    with speaking(GERMAN):
        assert part_of_signature(name) == read


def test_the_four_letters_i_are_one_where_their_dots_count() -> None:
    """A game's own words are English there, too."""
    with speaking(Dialect("tr")):
        assert fold("BALIK") == fold("Balık") == fold("balik")
        assert fold("İşıl") == fold("işıl")
        assert fold("GIVE") == fold("give")
    assert fold("Balık") != fold("balik")


def test_who_signs_as_an_english_wiki_does() -> None:
    """A wiki's zone counts as much as its language."""
    assert ENGLISH.signs_in_english
    assert not GERMAN.signs_in_english
    assert not Dialect(zone="Europe/Berlin").signs_in_english


@for_each(
    "said, shown",
    [
        ("Ann has 45 Fish", "<nowiki>Ann has 45 Fish</nowiki>"),
        (
            "محمد123 has 45",
            "<nowiki></nowiki><bdi><nowiki>محمد123</nowiki></bdi><nowiki> has 45</nowiki>",
        ),
    ],
)  # fmt: skip
def test_names_from_right_to_left_are_isolated(said: str, shown: str) -> None:
    """In answers, links and pictures; a page without such names is as it was, byte for byte."""
    assert (show(said), not_isolated(shown)) == (shown, f"<nowiki>{said}</nowiki>")
    assert plain(shown) == said
    name = said.partition(" ")[0]
    assert ("<bdi>" in mention(name)) == ("<bdi>" in shown)
    assert xml_text(f"{name} 45") == (
        f"\u2068{name}\u2069 45" if "<bdi>" in shown else f"{name} 45"
    )


HEBREW = Dialect("he", leftward=True)
HEBREW_WORDS = Words("he", {"done": "בוצע"})


def test_a_sentence_keeps_its_own_direction_on_a_page_that_runs_in_the_other() -> None:
    """Else an English one would be torn apart at each Hebrew name; its text is the same."""
    said = "'dig' is not for נועה, who has 45; `help` lists"
    with speaking(HEBREW):
        shown = answer_wikitext(said, {"נועה": "נועה"})
    there = answer_wikitext(said, {"נועה": "נועה"})

    assert shown == f'<bdi dir="ltr">{there}</bdi>'
    assert "[[User:נועה|<bdi>נועה</bdi>]]" in there
    assert not_isolated(shown) == not_isolated(there)
    assert plain(shown) == said.replace("`", "")


def test_names_from_left_to_right_are_isolated_in_words_from_right_to_left() -> None:
    """Where the bot speaks as the wiki is written."""
    with speaking(HEBREW), speaking_words(HEBREW_WORDS):
        shown = answer_wikitext("נועה & Bob (2) <b>")
    assert shown.startswith("<nowiki>נועה &amp; </nowiki><bdi><nowiki>Bob (2) &lt;b&gt;</nowiki>")
    assert plain(shown) == "נועה & Bob (2) <b>"


def test_a_joiner_parts_no_word() -> None:
    """Else the two halves of a Persian word would stand in the wrong order."""
    assert show("می\u200cخواهم x") == (
        "<nowiki></nowiki><bdi><nowiki>می\u200cخواهم</nowiki></bdi><nowiki> x</nowiki>"
    )


def test_an_apostrophe_is_of_a_name_where_it_stands_between_letters() -> None:
    """A quotation mark behind a name stays outside."""
    assert show("'ליל'ה' x") == (
        "<nowiki>'</nowiki><bdi><nowiki>ליל'ה</nowiki></bdi><nowiki>' x</nowiki>"
    )
