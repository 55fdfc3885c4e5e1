"""Names in the order of a wiki's language: each list is in that order as it stands here."""

from __future__ import annotations

from tests.for_each import for_each
from wikibot.game.picture import Group, Picture, PictureCell, board_lines, tokens
from wikibot.wiki.answers import of_siteinfo
from wikibot.wikitext.dialect import Dialect, sort_key, speaking

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
        letters = [*tokens(names)]

    assert letters == ["Anton", "Ärger", "Zoe"]
    assert text.index(" Anton ") < text.index(" Ärger ") < text.index(" Zoe ")
