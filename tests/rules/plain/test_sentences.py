"""Which sentences a ruleset page has, and which of them are not read at all."""

from __future__ import annotations

from rules.plain.sentences import NOT_SHOWN, REPEALED, sentences
from tests.for_each import for_each
from tests.wikitext.test_dialect import GERMAN
from wikibot.wikitext.dialect import ENGLISH, Dialect, speaking

DIG, REST = "A player may dig: they gain 1 Fish.", "A player may rest: they gain 1 Gold."


@for_each(
    "page, texts",
    [
        ("{{Rule|1|%s}}\n\n{{Rule|2|title=Rest|text=%s}}", [DIG, REST]),
        ("{{Rule|%s}}\n{{Rule|%s}}", [DIG, REST]),
        ("* {{Law|5|%s}}\n* {{Law|6|%s}}", [DIG, REST]),
        ("{{Game rule\n|number=1\n|text=\n* %s\n* %s\n}}", [DIG, REST]),
        ("{{Regel|%s}} %s", [DIG, REST]),
        ("{{TOC}}\n{{shortcut|R1}} %s\n\n{{Clear}}\n%s", [DIG, REST]),
    ],
)
def test_what_is_plainly_the_text_of_a_rule_is_read(page: str, texts: list[str]) -> None:
    """It stands on the page, in the argument of a template that is named as one of rules."""
    assert [(text, "") for text in texts] == [
        (each.text, each.why) for each in sentences(page % (DIG, REST))
    ]


@for_each(
    "page",
    [
        "101. %s\n102. %s", "'''201.''' %s\n\n'''202.''' %s", "1.1. %s 1.2 %s",
        "* 1.1.1 %s\n* 3.4) %s",
        "(a) %s\n\n(b) %s", "a) %s\n\nb) %s", "\u00a7 5. %s\n\n\u00a7 6. %s",
        "Rule 12: %s\n\nRule 12b. %s",
    ],
)  # fmt: skip
def test_a_number_before_a_rule_is_part_of_its_sentence(page: str) -> None:
    """It is neither one by itself nor among the words that are read."""
    assert [each.text for each in sentences(page % (DIG, REST))] == [DIG, REST]


@for_each(
    "before, after",
    [
        ("At 6 p.m. each player gains", "1 Fish."),
        ("A player may bow to Dr. Moth, e.g. at", "the Inn."),
        ("Each player on Mt. Gorse gains max. 3 Fish, lines etc. and", "1 Hat."),
        ("A player may swim in no. 5 or approx. 7 or St. Bede's", "Lake."),
    ],
)  # fmt: skip
def test_an_abbreviation_ends_no_sentence(before: str, after: str) -> None:
    """What follows it goes on; behind the name of a street a new sentence begins."""
    assert [e.text for e in sentences(f"{before} {after} {DIG}")] == [f"{before} {after}", DIG]
    assert [e.text for e in sentences(f"Ann sits in Main St. {DIG}")] == [
        "Ann sits in Main St.",
        DIG,
    ]


@for_each(
    "more",
    [
        "If that's several, it is the one of them with the most Gold.", "If that is a tie, Ann is.",
        "If there are several of them, none is.", "If it's a tie, nobody is.", "In a draw, Ann is.",
        "If several are tied, each of them is.", "If two or more players tie, the first one is.",
    ],
)  # fmt: skip
def test_who_it_is_of_several_is_said_of_the_sentence_before(more: str) -> None:
    """It would be played without that; what begins with a condition of its own stands alone."""
    text = "Every Friday, whoever has the most Fish becomes the Warden."

    assert [each.text for each in sentences(f"{text} {more} {DIG}")] == [f"{text} {more}", DIG]
    alone = "If it is Winter, a player may not dig."
    assert [each.text for each in sentences(f"{text} {alone}")] == [text, alone]


@for_each(
    "page, text, templates",
    [
        ("{{/Rules}}", "{{/Rules}}", ["{{/Rules}}"]),
        ("{{:Other page}}", "{{:Other page}}", ["{{:Other page}}"]),
        (f"{{{{Quote|{DIG}}}}}", "{{Quote}}", ["{{Quote}}"]),
        (f"{{{{Repealed rule|1|{DIG}}}}}", "{{Repealed rule}}", ["{{Repealed rule}}"]),
        (f"{{{{Rule|1|{DIG}|repealed}}}}", "{{Rule}}", ["{{Rule}}"]),
        ("{{Rule|name=Digging}}", "{{Rule}}", ["{{Rule}}"]),
        (f"{{{{#if: x | {DIG} }}}}", "{{#if: x}}", ["{{#if: x}}"]),
        (
            "A player may {{not}} dig: they gain {{gold|1}}.",
            "A player may {{not}} dig: they gain {{gold}}.",
            ["{{not}}", "{{gold}}"],
        ),
        (
            "{{Rule|A player may dig: they gain {{gold|1}}.}}",
            "A player may dig: they gain {{gold}}.",
            ["{{gold}}"],
        ),
        ("* A player may dig{{only|on Sundays}}: they gain 1 Fish.",
         "A player may dig{{only}}: they gain 1 Fish.", ["{{only}}"]),
        ('A player may dig: they gain 1<span style="Display: none">0</span> Fish.',
         "A player may dig: they gain 1{{what a style hides}}0 Fish.", ["{{what a style hides}}"]),
        ('A player may dig: <b style="text-decoration:line-through">they gain 1 Fish.</b>',
         "A player may dig: {{what a style hides}}they gain 1 Fish.", ["{{what a style hides}}"]),
    ],
)  # fmt: skip
def test_what_a_template_shows_is_told_and_not_read(
    page: str, text: str, templates: list[str]
) -> None:
    """Nothing is played without it: the template is named, and the sentence is for people."""
    first, *others = sentences(f"{page}\n\n{REST}")

    assert (text, NOT_SHOWN, templates) == (first.text, first.why, list(first.templates))
    assert [REST] == [each.text for each in others]


@for_each(
    "heading, counts",
    [
        ("Repealed rules", False), ("Former laws", False), ("Repealed", False),
        ("Digging (suspended)", False), ("Rule 5 (void)", False), ("Old mine", True),
        ("The Void", True), ("Archived treasure", True), ("Digging", True),
        ("How rules are repealed", True), ("Digging (in the mine)", True),
    ],
)  # fmt: skip
def test_what_a_heading_says_is_not_in_force_is_not_read(heading: str, counts: bool) -> None:
    """With the sections below it, and no further."""
    page = f"== {heading} ==\n{DIG}\n=== Deeper ===\n{DIG}\n== Resting ==\n{REST}"
    found = [each.why for each in sentences(page)]

    assert [*([""] * 2 if counts else [REPEALED] * 2), ""] == found


@for_each(
    "page, words",
    [
        (
            "__NOTOC__\n%s\n\n[[Category:Games]]\n[[File:X.png|thumb|left|Fish.]]\n{{DEFAULTSORT:X}}",
            ENGLISH,
        ),
        (
            "__KEIN_INHALTSVERZEICHNIS__%s\n\n[[Kategorie:X]][[Datei:X|mini|Fish.]]{{SORTIERUNG:X}}",
            GERMAN,
        ),
    ],
)
def test_categories_switches_and_pictures_are_no_sentences(page: str, words: Dialect) -> None:
    """In the words of the wiki; what a picture says below it is one."""
    with speaking(words):
        assert [each.text for each in sentences(page % DIG)] == [DIG, "Fish."]
