"""Fingerprints: which changes of a text make a difference, and which make none."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from tests.for_each import for_each
from wikibot.wikitext.plain import LENGTH, fingerprints, normalise

COSMETIC = {
    "italics": ("roll Nd4 for it", "roll ''N''d4 for it"),
    "bold": ("roll Nd4 for it", "roll '''N'''d4 for it"),
    "bold tag": ("roll Nd4 for it", "roll <b>N</b>d4 for it"),
    "line break for a blank": ("one fish\nor two", "one fish or two"),
    "blank line": ("One fish.\nTwo fish.", "One fish.\n\nTwo fish."),
    "double blank": ("one  fish", "one fish"),
    "no-break space": ("2\u00a0fish", "2 fish"),
    "no-break space as an entity": ("2&nbsp;fish", "2 fish"),
    "word joiner": ("2\u2060d4", "2d4"),
    "emoji with its variation selector": ("1⚡\ufe0f", "1⚡"),
    "emoji with its joiner": ("1 ❤\ufe0f\u200d🔥", "1 ❤🔥"),
    "compatibility forms": ("２ﬁsh", "2fish"),
    "typographic quotes": ("“Pond” isn’t dry", "\"Pond\" isn't dry"),
    "non-breaking hyphen": ("a one\u2011way road", "a one-way road"),
    "minus sign": ("space \u2212209", "space -209"),
    "comment": ("one fish<!-- why? --> swims", "one fish swims"),
    "link": ("in the [[Fish pond|pond]]", "in the pond"),
    "link without a label": ("in the [[pond]]", "in the pond"),
    "ordered for bulleted list": ("# first\n# second", "* first\n* second"),
    "struck text": ("one <s>old </s>fish", "one fish"),
    "CRLF": ("one\r\ntwo", "one\ntwo"),
    "cell style": ("{|\n! A !! B\n|-\n| 1 || x\n|}",
                   "{| class=\"wide\"\n!A\n!B\n|-\n|1\n|style=\"color:red\" | x\n|}"),
    "separator at a table's start and end": ("{|\n|-\n| 1\n|-\n|}", "{|\n| 1\n|}"),
}  # fmt: skip

NUMBERS = {
    "digits": ("gains 5 fish", "gains 12 fish"),
    "dice": ("roll 2d4", "roll 3d6"),
    "number of dice left open": ("roll Nd4", "roll Nd6"),
    "word": ("at least five more", "at least seven more"),
    "word for digits": ("at least five more", "at least 5 more"),
    "times": ("thrice a week", "twice a week"),
    "plural of what is counted": ("gains 1 pebble", "gains 2 pebbles"),
    "thousands and decimals": ("costs 1,000.50", "costs 3"),
    "phase": ("until Phase II ends", "until Phase IV ends"),
    "percent": ("fewer than 30% of them", "fewer than 25% of them"),
    "number beside an emoji": ("gains 1🐟", "gains 3🐟"),
}

REWORDED = {
    "one word": ("a player may fish", "a player must fish"),
    "a word less": ("may not fish", "may fish"),
    "case": ("the Pond", "the pond"),
    "sign": ("+1d6 of them", "-1d6 of them"),
    "a clause in the middle": ("gains a fish.", "gains, if it rains, a fish."),
    "list level": ("* a\n* b", "* a\n** b"),
    "cells swapped": ("{|\n| a || b\n|}", "{|\n| b || a\n|}"),
    "cell moved to another row": ("{|\n| a || b\n|}", "{|\n| a\n|-\n| b\n|}"),
    "cell over two rows": ("{|\n| a || b\n|}", "{|\n| a || rowspan=2 | b\n|}"),
    "web address": ("see [https://a.example it]", "see [https://b.example it]"),
    "newly struck": ("one fish or two", "one fish<s> or two</s>"),
    "words after a comment mark inside nowiki": (
        "a <nowiki><!--</nowiki> b",
        "a <nowiki><!--</nowiki> c",
    ),
}


@for_each("before, after", COSMETIC.values())
def test_writing_differently_is_no_change_of_wording(before: str, after: str) -> None:
    """What says the same has the same normalised fingerprint."""
    assert fingerprints(before).normal == fingerprints(after).normal


@for_each("before, after", COSMETIC.values())
def test_the_exact_fingerprint_sees_every_change(before: str, after: str) -> None:
    """The exact fingerprint changes with any byte."""
    assert fingerprints(before).exact != fingerprints(after).exact


@for_each("before, after", NUMBERS.values())
def test_only_numbers_differ(before: str, after: str) -> None:
    """Other numbers change the normalised fingerprint and leave the masked one."""
    one, other = fingerprints(before), fingerprints(after)

    assert (one.normal == other.normal, one.masked == other.masked) == (False, True)


@for_each("before, after", REWORDED.values())
def test_another_wording(before: str, after: str) -> None:
    """A change of more than numbers changes the masked fingerprint, too."""
    assert fingerprints(before).masked != fingerprints(after).masked


def test_length() -> None:
    """A fingerprint is 20 lower-case hex digits."""
    assert [len(print_) for print_ in asdict(fingerprints("a fish")).values()] == [LENGTH] * 3


@given(st.text())
def test_any_text_has_a_normal_form(text: str) -> None:
    """No text is refused, and the normal form holds no double blank."""
    assert "  " not in normalise(text)


@given(st.text(alphabet="aB ,.'-|!*#=<>&[]{}\n0123d"))
def test_white_space_at_line_ends_makes_no_difference(text: str) -> None:
    """Blanks added at the ends of lines never change a normal form."""
    assert normalise(text) == normalise("\n".join(line + "  " for line in text.split("\n")))


def test_fingerprints_stay_the_same_from_release_to_release() -> None:
    """Pins that people wrote down go on to fit:
    a change of the normal form is a change of every pin file.
    """
    table = '{|\n! A !! B\n|-\n|style="b"|[[C|c]]\n|<b>d</b>\n|}\n'
    text = f"* “Roll” ''2d4''\u00a0twice<!-- x -->\n{table}Phase II."

    assert normalise(text) == '• "Roll" 2d4 twice ¦- ¦ A ¦ B ¦- ¦ c ¦ d ¦- Phase II.'
    assert asdict(fingerprints(text)) == {
        "exact": "aa309d1ff2160282d5c1",
        "normal": "a472e353d1a24a71100d",
        "masked": "38ff025ff3ebc0d4999a",
    }


FURNITURE = """\
[[Category:A]]{{DEFAULTSORT:b}}__NOTOC__ [[File:A.png|thumb|A [c]]] [[Image:B.png|left]]
[[de:C]] a <ref>d</ref> [[User:E f]] [[:G]] <b>h <nowiki><!-- i [[j]]</nowiki><br>k
{{l|[[m|n]]|<!-- o -->''p''}} [//q.example r ''s''] [https://t.example] <s>u <b>v</s> <w>
<del>x '''''y''' &nbsp;&amp;lt; &hearts; &z; [[1|2]3]] [[4|{5}]] <!-- 6
"""


def test_the_normal_form_of_furniture_stays_the_same_from_release_to_release() -> None:
    """Links, files, templates, references and tags that are left open are part of old pins, too."""
    assert normalise(FURNITURE) == (
        "[[File:A.png|thumb|A [c]]] a E f G h <!-- i [[j]] k {{l|n|p}} r s //q.example "
        "https://t.example <w> x y &lt; ♥ &z; [[1|2]3]] {5}"
    )
