"""A wiki's own words: what is read by them, and what stays as it is for English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wikibot
from tests.for_each import for_each
from wikibot.config.values import accounts
from wikibot.game.page.schema import UserLink
from wikibot.game.picture import Group, Picture, PictureCell, board_lines, xml_text
from wikibot.wiki.answers import of_siteinfo
from wikibot.wikitext.dialect import (
    ENGLISH,
    Dialect,
    account_name,
    fold,
    is_redirect,
    sort_key,
    speaking,
)
from wikibot.wikitext.escape import answer_wikitext, mention, not_isolated, show
from wikibot.wikitext.lines import action_numbers, part_of_signature, split_signature
from wikibot.wikitext.messages import Words, localized
from wikibot.wikitext.messages import speaking as speaking_words
from wikibot.wikitext.numerals import read_number
from wikibot.wikitext.plain import fingerprints, normalise, plain

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
        "Dig. [[Kategorie:Regeln]]", "Dig. [[Category:Rules]] [[de:Graben]]",
        "{{SORTIERUNG:Graben}}Dig.", "__KEIN_INHALTSVERZEICHNIS__ Dig.",
        "[[Datei:Loch.png|mini|hochkant=1.2]] Dig.", "[[File:Loch.png|thumb]] Dig.",
    ],
)  # fmt: skip
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


NAMES = {
    "de": ["Jan.", "Feb.", "Mär.", "Apr.", "Mai", "Jun.",
           "Jul.", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."],
    "ar": ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو",
           "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"],
    "ja": [f"{number}月" for number in range(1, 13)],
    "en": ["January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December"],
    "vi": ["" for _ in range(12)],
}  # fmt: skip
KEYS = [key[:3] for key in (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)]  # fmt: skip
JAPANESE_DAYS = dict(
    zip(("mon", "tue", "wed", "thu", "fri", "sat", "sun"), "月火水木金土日", strict=True)
)


def told(language: str, stamp: str, number: str = "(1,234,567)", zone: str = "UTC") -> Dialect:
    """The dialect of a wiki with these month names that signed so."""
    names = dict(zip(KEYS, NAMES[language], strict=True)) | JAPANESE_DAYS
    messages = [{"name": key, "content": name} for key, name in names.items()]
    messages.append({"name": "parentheses", "content": number})
    general = {"lang": language, "timezone": zone}
    return of_siteinfo({"general": general, "allmessages": messages}, stamp)


ARABIC = told("ar", "١٥:٤١، ٢٨ نوفمبر ٢٠٢٦ (ت ع م)", "(١٬٢٣٤٬٥٦٧)")
SIGNING = {
    "de": told("de", "16:41, 28. Nov. 2026 (CET)", "(1.234.567)", "Europe/Berlin"),
    "ar": ARABIC,
    "ja": told("ja", "2026年11月28日 (土) 15:41 (UTC)"),
    "en": told("en", "15:41, 28 November 2026 (UTC)"),
    "numbers": told("vi", "15:41, ngày 28 tháng 11 năm 2026 (+07)", zone="Asia/Saigon"),
    "Thai": told("en", "15:41, 28 November 2569 (UTC)"),
    "of another calendar": told("en", "15:41, 28 November 1448 (UTC)"),
    "with a link": told("en", "15:41, 28 November 2026 [[x]] (UTC)"),
    "nothing": told("en", ""),
}


@for_each(
    "wiki, said",
    [
        ("de", "14:05, 3. Jul. 2024 (CEST)"),
        ("ar", "١٢:٠٥، ٣ يوليو ٢٠٢٤ (ت ع م)"),
        ("ja", "2024年7月3日 (水) 12:05 (UTC)"),
        ("en", "12:05, 3 July 2024 (UTC)"),
        ("numbers", "19:05, ngày 3 tháng 7 năm 2024 (+07)"),
        ("Thai", "12:05, 3 July 2567 (UTC)"),
        ("of another calendar", "12:05, 3 July 2024 (UTC)"),
        ("with a link", "12:05, 3 July 2024 (UTC)"),
        ("nothing", "12:05, 3 July 2024 (UTC)"),
    ],
)
def test_times_are_written_as_the_wiki_signs(wiki: str, said: str) -> None:
    """In its zone, of summer too; in the English form where its own is not understood."""
    with speaking(SIGNING[wiki]):
        shown = answer_wikitext("by 2024-07-03T12:05:00Z")
        assert localized("2024-07-03T12:05:00Z") == said

    date, _, zone = said.rpartition(" ")
    assert f"''{date}'' {zone}" in shown


@for_each(
    "text, said",
    [
        ("has 12 of 1,234; -3", "has ١٢ of ١,٢٣٤; -٣"),
        ("2d4 (1, 3) = 4 and 5", "2d4 (1, 3) = 4 and ٥"),
        ("line 1.2.3 of x2 on 2024-01-05", "line 1.2.3 of x2 on 2024-01-05"),
        ("2.5 at 99%", "٢.٥ at ٩٩%"),
        ("'give 9' for 8", "'give 9' for ٨"),
    ],
)
def test_numbers_of_answers_have_the_digits_of_the_wiki(text: str, said: str) -> None:
    """Rolls and identities are as they are typed; forms and quoted words, too."""
    with speaking(ARABIC):
        assert localized(text) == said
        assert "<code><nowiki>give 5</nowiki></code>" in answer_wikitext("7 `give 5`")
    with speaking(SIGNING["de"]):
        assert localized(text) == text


def test_an_arabic_answer_reads_as_the_same_numbers() -> None:
    """What a person copies from it is understood."""
    with speaking(ARABIC):
        assert fold(localized("has 12 Fish")) == "has 12 fish"


# Account names have one spelling, and every place that names an account uses it.


@for_each(
    "written, name",
    [("rosewinsall", "Rosewinsall"), ("raven_of  The sea", "Raven of The sea"), (" 4st ", "4st"),
     ("ßoss", "ßoss"),
     ("e\u0301mile", "Émile"), ("\u200eAnn\u200e", "Ann"), ("Ann\u00a0Lee", "Ann Lee"),
     ("_ann_", "Ann"), ("", "")],
)  # fmt: skip
def test_a_name_is_spelled_as_mediawiki_does(written: str, name: str) -> None:
    """Blanks for underscores, composed letters,
    the first one a capital where it has a single one.
    """
    assert account_name(written) == name


@given(st.text(max_size=20))
def test_the_spelling_of_a_spelling_is_itself(text: str) -> None:
    """Nothing changes twice."""
    assert account_name(account_name(text)) == account_name(text)


@pytest.mark.parametrize("written", ["raven_of the sea", "Raven of the sea", "raven  of_the sea"])
def test_every_place_reads_the_same_account(written: str) -> None:
    """A name cell, a signature and the list of stewards."""
    assert UserLink().parse(f"[[User:{written}|Rav]]").account == "Raven of the sea"
    assert (
        split_signature(f"move -- [[User:{written}|Rav]] 10:00, 1 January 2024 (UTC)")[1].user
        == "Raven of the sea"
    )
    assert accounts(f"Ann, {written}") == ("Ann", "Raven of the sea")


def test_there_is_one_normaliser() -> None:
    """Whoever spells account names by hand will spell some of them otherwise."""
    spells = [
        path.name
        for path in Path(wikibot.__file__).parent.rglob("*.py")
        if re.search(r"\[:1\]\.upper\(\)", path.read_text(encoding="utf-8"))
    ]

    assert sorted(spells) == ["dialect.py"]


# Names in the order of a wiki's language: each list is in that order as it stands here.


ORDERS = {
    "de": "aal Änne Anton Ärger Bob Östen Otto Straße Strato Übel Zoe",
    "cs": "Cyril Čeněk Hynek Chaloupka Chrudoš Ivan Rudolf Řehoř",
    "hr": "Dana Džemal Đuro Eva Luka Ljubica Mia",
    "hu": "Cecil Csaba Dóra Lajos Lyra Sára Szabolcs Tamás",
    "en": "10 2 Ann ann Änne Bob Ełk Éloi Emma Øre Zoe Анна אבי",
    "es": "Nadia Núria Nz Ñandú Oa",
    "fr": "ça cache Élan eland Éloi emu Œdipe of Zoé",
    "sv": "Anna Otto Zoe Åsa Ärger Östen",
    "da": "Anna Zoe Ærø Ørn Åse",
    "tr": "Can Çan Dan Gül Ğ Ha Iğdır Isparta ince İşıl Jale San Şan Tan",
    "pl": "Zenon Zorro Źrebak Żaba",
    "ru": "Ёлка Ель Епифан Жук Изба Ирис Йод Катя Alice",
    "uk": "Инна Іван Їжак Йосип",
    "ja": "Alice かさ カズ ガス はなえ ハナコ 花子",
    "zh": "后里 大明 小明 Alice",
    "ar": "أحمد احمد ليلى محمد Bob",
    "he": "דנה נועה Bob",
}


@for_each("language, names", [(language, names.split()) for language, names in ORDERS.items()])
def test_names_stand_where_people_look_for_them(language: str, names: list[str]) -> None:
    """Marks beside bare letters, a language's own letters and script in their places."""
    with speaking(Dialect(language, order=language)):
        assert sorted(sorted(names), key=sort_key) == names
        assert sorted(sorted(names, reverse=True), key=sort_key) == names


@for_each(
    "collation, language, order",
    [
        ("uppercase", "pt-br", "pt"), ("uca-sv", "en", "sv"), ("uca-de-u-kn", "en", "de"),
        ("uca-default-u-kn", "tr", "tr"), ("identity", "zh-hans", "zh"), (None, "ru", "ru"),
        ("numeric", None, "en"),
    ],
)  # fmt: skip
def test_a_collation_of_a_language_counts_before_the_wikis_own(
    collation: str | None, language: str | None, order: str
) -> None:
    """``$wgCategoryCollation``; one that names none leaves the language of the content."""
    general = {"categorycollation": collation, "lang": language}

    assert of_siteinfo({"general": general}).order == order


def test_a_board_lists_its_players_so() -> None:
    """In the text of the board, and by the letters that players have on it."""
    names = ("Zoe", "Ärger", "Anton")
    cells = tuple(
        PictureCell(name, 0, row, name, players=(name,)) for row, name in enumerate(names)
    )
    with speaking(Dialect("de", order="de")):
        lines = board_lines(Picture("", groups=(Group("", cells),)))
        text = "".join(piece.text for line in lines for piece in line)
        letters = [*Picture("", players=tuple(names)).tokens]

    assert letters == ["Anton", "Ärger", "Zoe"]
    assert text.index(" Anton ") < text.index(" Ärger ") < text.index(" Zoe ")


# Numbers in prose.


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("7", 7), ("-3", -3), ("\u22123", -3), ("Seven", 7), ("twenty-one", 21), ("twice", 2),
        ("a", 1), ("An", 1),
    ],
)  # fmt: skip
def test_a_number_in_any_form(word: str, number: int) -> None:
    """Digits, words, and the article that stands for one (``within a week``)."""
    assert number == read_number(word)


@pytest.mark.parametrize("word", ["", "some", "1.5", "the"])
def test_what_is_no_number(word: str) -> None:
    """It is refused, and never taken for one."""
    with pytest.raises(ValueError, match="is not a number"):
        read_number(word)
