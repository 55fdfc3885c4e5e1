"""Taking the signature off the end of a line."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from tests.wikitext.cases import Case, case_params
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.lines import UNSIGNED, Signature, split_signature

TIMESTAMP = "02:22, 5 January 2024 (UTC)"
CASES = Path(__file__).with_name("signatures.txt")


@for_each("case", case_params(CASES))
def test_what_is_said_and_who_signed(case: Case) -> None:
    """Every line of signatures.txt is parted into what was said, the account and the time."""
    fields = {name: value.replace(" T", f" {TIMESTAMP}") for name, value in case.fields.items()}
    fields = {name: value.replace("|T", f"|{TIMESTAMP}") for name, value in fields.items()}
    user, _, time = (part.strip() for part in fields.get("signed", "").partition("|"))

    signature = Signature(user or None, time or None)
    assert split_signature(fields["input"]) == (fields["said"], signature)


@given(
    st.text(st.characters(exclude_characters="~[]{}<>-—–―&'", exclude_categories=["Cs"])),
    st.integers(0, 3),
)
def test_the_default_signature_can_always_be_taken_off(said: str, blanks: int) -> None:
    """Whatever is said before it,
    MediaWiki's own signature comes off whole and leaves the rest as it was.
    """
    signature = f"[[User:Alice|Alice]] ([[User talk:Alice|talk]]) {TIMESTAMP}"

    found = split_signature(f"{said}x{' ' * blanks}{signature}")

    assert found == (f"{said}x", Signature("Alice", TIMESTAMP))


@given(
    st.lists(
        st.sampled_from(
            [
                "[[", "]]", "User:", "|", "~~~~", "--", "{{", "}}", "<small>", "</small>", "''",
                "a ", "5",
            ]
        )
    )
)  # fmt: skip
def test_no_line_breaks_the_reader(pieces: list[str]) -> None:
    """Whatever stands in a line, what is said is the beginning of it."""
    line = "".join(pieces)

    said, _ = split_signature(line)

    assert line.startswith(said)


def test_a_line_of_nothing_but_words_is_unsigned() -> None:
    """No signature is a value of its own."""
    assert split_signature("take garbage") == ("take garbage", UNSIGNED)


def test_account_names_are_spelt_as_mediawiki_spells_them() -> None:
    """The first letter is a capital, underscores are blanks; other letters keep their case."""
    assert account_name("raven_of  The sea") == "Raven of The sea"


LANGUAGES = [
    line.split("\t")
    for line in CASES.with_name("signatures_of_languages.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@for_each("language, signature", LANGUAGES)
def test_a_signature_of_any_language_comes_off(language: str, signature: str) -> None:
    """By its structure alone, where nobody said which words the wiki has for a user."""
    for said in ("join", "use Fish -- 1d6 (4) = 4", "I move to 3 with [[Fish|my fish]], ok?"):
        parted, signed = split_signature(f"{said} {signature}")
        alone = split_signature(f"{said} {signed.timestamp}")

        assert (said, "Alice") == (parted, signed.user), language
        assert (said, None, signed.timestamp) == (alone[0], alone[1].user, alone[1].timestamp)


@for_each(
    "line",
    [
        "meet at 09:30 on the 23rd (UTC)", "use Fish (2, 4)", "I rolled 1d20 (17)",
        "use Banana (NOW)", "trade 1 Fish to Bob for 2026 Ducks (UTC)", "move 1 2 3 (by 9:30)",
        "ping [[Portal:Bob]] and [[Help:Bob]]", "see [[Benutzer:Bob]]",
    ],
)  # fmt: skip
def test_what_is_no_signature_stays(line: str) -> None:
    """Only a whole date with a time zone signs, or links to one account before it."""
    assert (line, UNSIGNED) == split_signature(line)
