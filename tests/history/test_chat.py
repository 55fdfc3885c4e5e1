"""A game that was played in a chat becomes a log: actions, dice that belong to them, no guesses."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle15 import GAME
from tests.fuzz.steps import Steps
from wikibot.apply import apply_log
from wikibot.dice.evidence import start_in_files
from wikibot.game.actions import Action
from wikibot.game.engine.orders import read_log
from wikibot.history.chat import Imported, NotAnExport, import_chat, read_export

PAGES = GAME.demo().pages
START = start_in_files(GAME, PAGES["Ruleset"], PAGES["Gamestate"])
CHAT = """\
[2024-01-05 10:00] Ann: hello everybody
[2024-01-05 10:01] Ann: I move
[2024-01-05 10:01] Ann: !roll 2d4
[2024-01-05 10:02] Dicey BOT: @Ann 2d4 (1, 2) = 3
[2024-01-05 10:05] bobby: nice one
"""


def imported(text: str, **names: str) -> Imported:
    """What becomes of an export over the demo's gamestate."""
    return import_chat(START, read_export(text), names)


def row(number: int, who: str, text: str, *, bot: bool = False, **more: Any) -> dict[str, Any]:
    """A message as the exporter writes it."""
    author = {"id": who, "name": who, "isBot": bot}
    time = f"2024-01-05T10:{number:02}:00+00:00"
    return {"id": str(number), "timestamp": time, "content": text, "author": author, **more}


def exported(*rows: dict[str, Any]) -> str:
    """A whole export."""
    return json.dumps({"guild": {}, "channel": {}, "messages": rows})


def test_actions_get_the_dice_that_a_bot_threw_for_them() -> None:
    """Talk and commands for the bot are no actions; the log plays to the same state."""
    found = imported(CHAT)
    applied = apply_log(GAME, PAGES["Ruleset"], PAGES["Gamestate"], "\n".join(found.lines))

    assert 1 == len(found.lines)
    assert found.lines[0].startswith("2024-01-05T10:01:00Z Ann: ")
    assert found.lines[0].endswith("2d4 (1, 2) = 3")
    assert () == found.doubts
    assert ["done"] == [each.verdict for each in applied.outcomes]


def test_the_exporters_json_says_the_same() -> None:
    """By whom a bot calls, by what it replies to, and with dice in an embed."""
    ann = {"id": "Ann", "name": "Ann"}
    embed = {"title": "Roll", "description": "2d4 (1, 2) = 3", "fields": []}
    for answer in (
        row(
            2, "Dicey", "<@Ann> 2d4 (1, 2) = 3".replace("<@Ann>", "@Ann"), bot=True, mentions=[ann]
        ),
        row(2, "Dicey", "2d4 (1, 2) = 3", bot=True, reference={"messageId": "1"}),
        row(2, "Dicey", "", bot=True, embeds=[embed], interaction={"user": ann}),
    ):
        found = imported(exported(row(1, "Ann", "I move"), answer))

        assert [line.rpartition(" -- ")[2] for line in found.lines] == ["2d4 (1, 2) = 3"]


def test_dice_before_the_action_are_its_dice() -> None:
    """People roll first as often as they roll afterwards."""
    found = imported(exported(
        row(1, "Ann", "!r 2d4"), row(2, "Dicey", "2d4 (1, 2) = 3", bot=True), row(3, "Ann", "move")
    ))  # fmt: skip

    assert found.lines[0].endswith("-- 2d4 (1, 2) = 3")


def test_somebody_elses_dice_are_not_taken() -> None:
    """They are listed, and the action waits."""
    found = imported(exported(
        row(1, "Ann", "move"), row(2, "Bob", "!r 2d4"), row(3, "Dicey", "2d4 (1, 2) = 3", bot=True)
    ))  # fmt: skip

    assert "2d4" not in found.lines[0]
    assert ["Ann", "Bob"] == [each.who for each in found.doubts]


def test_names_are_mapped_by_a_table() -> None:
    """In any case."""
    found = imported(CHAT.replace("Ann", "ANN_99"), ann_99="Ann")

    assert "Ann: " in found.lines[0]


def test_what_was_deleted_is_not_played_and_what_was_edited_is_listed() -> None:
    """The export has the last wording of a message; a person sees that there was another."""
    lines = ("[2024-01-05 10:01] Ann: move (deleted)", "[2024-01-05 10:02] Bob: help (edited)")
    gone = row(1, "Ann", "move", isDeleted=True)
    changed = row(2, "Ann", "move -- 2d4 (1, 2) = 3", timestampEdited="2024-01-05T11:00:00+00:00")

    assert () == imported("\n".join(lines)).lines
    found = imported(exported(gone, changed))
    assert 1 == len(found.lines)
    assert any("edited" in each.why for each in found.doubts)


def test_quoted_lines_are_not_the_authors() -> None:
    """A reply that repeats somebody's move is no move."""
    assert () == imported("[2024-01-05 10:01] Ann: look\n> move -- 2d4 (1, 2) = 3").lines


@pytest.mark.parametrize(
    ("text", "played", "listed"),
    [
        ("~~use Fish~~", 0, 1),
        ("well, ~~\nuse Fish\n~~", 1, 0),  # marks with blanks inside are none
        ("~~no\nuse Fish~~\nuse Fish", 1, 1),
        ("use ~~Mauve~~ Fish", 0, 1),
        ("use Fish ~~please~~", 0, 1),
        ("~~what fun~~", 0, 0),
    ],
)
def test_what_is_struck_out_is_not_played(text: str, played: int, listed: int) -> None:
    """A line of which a part is struck out is listed, as it may be meant otherwise."""
    found = imported(exported(row(1, "Ann", text)))

    assert (len(found.lines), len(found.doubts)) == (played, listed)


def test_what_begins_as_an_action_and_is_none_is_listed() -> None:
    """So that nothing is lost in silence."""
    found = imported("[2024-01-05 10:01] Ann: use the flux capacitor")

    assert () == found.lines
    assert ["Ann"] == [each.who for each in found.doubts]


@pytest.mark.parametrize(
    "time",
    [
        "2024-01-15 10:01", "2024-01-15T10:01:00Z", "2024-01-15 11:01:00+01:00",
        "1/15/2024 10:01 AM", "1/15/2024, 10:01:00", "15/1/2024 10:01", "15-01-2024 10:01 a.m.",
        "15.01.2024, 10:01", "2024/1/15 10:01",
    ],
)  # fmt: skip
def test_times_as_exports_write_them(time: str) -> None:
    """They are told as UTC."""
    (message,) = read_export(f"[{time}] Ann: move")

    assert datetime(2024, 1, 15, 10, 1, tzinfo=UTC) == message.time


def chat_at(*times: str, as_json: bool = False) -> str:
    """An export with a message at each of these times."""
    rows = [{**row(n, "Ann", "hello"), "timestamp": each} for n, each in enumerate(times)]
    return exported(*rows) if as_json else "\n".join(f"[{each}] Ann: hello" for each in times)


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize(
    ("times", "months"),
    [
        (("3/4/2024 10:00", "13/4/2024 10:00"), (4, 4)),  # no month is the 13th
        (("3/4/2024 10:00 PM", "3/14/2024 9:00 AM"), (3, 3)),
        (("14/3/2024 10:00", "3/4/2024 10:00"), (3, 4)),
        (("1/31/2024 10:00", "2/1/2024 10:00"), (1, 2)),
        (("1/2/2024 10:00", "1/1/2025 10:00", "2/1/2024 10:00"), None),  # in no order of time
        (("3/2/2024 10:00", "1/3/2024 10:00"), (2, 3)),  # only so one comes after the other
        (("1/12/2024 10:00", "2/1/2024 10:00"), (1, 2)),
        (("3/3/2024 10:00", "4/4/2024 10:00"), (3, 4)),  # both say the same
        (("2024-03-20 10:00", "3/4/2024 10:00"), (3, 4)),
        (("3.4.2024 10:00", "4.4.2024 10:00"), (4, 4)),  # with dots the day comes first
        (("3/4/2024 10:00",), None),
        (("3/4/2024 10:00", "3/5/2024 10:00"), None),
        (("3/4/2024 2:22 AM", "4/4/2024 2:22 PM"), None),
    ],
)
def test_what_comes_first_in_a_date_is_never_guessed(
    times: tuple[str, ...], months: tuple[int, ...] | None, as_json: bool
) -> None:
    """The other dates of the file tell, or whoever imports it is asked."""
    text = chat_at(*times, as_json=as_json)
    if months is None:
        with pytest.raises(NotAnExport, match=r"may have the day or the month first.*--dates dmy"):
            read_export(text)
    else:
        assert months == tuple(each.time.month for each in read_export(text))


@pytest.mark.parametrize(("dates", "month"), [("dmy", 4), ("mdy", 3)])
def test_whoever_imports_says_what_comes_first(dates: str, month: int) -> None:
    """It counts, unless a date says otherwise."""
    assert month == read_export(chat_at("3/4/2024 10:00"), dates)[0].time.month
    other = {"dmy": "4/13/2024", "mdy": "13/4/2024"}[dates]
    with pytest.raises(NotAnExport, match=f"'{other} 10:00' is no date if they are {dates}"):
        read_export(chat_at("3/4/2024 10:00", f"{other} 10:00"), dates)


def test_dates_of_both_kinds_are_told() -> None:
    """An example of each."""
    with pytest.raises(NotAnExport, match=r"'4/13/2024 1:00' .* dmy, '13/4/2024 1:00' .* mdy"):
        read_export(chat_at("13/4/2024 1:00", "4/13/2024 1:00"))


@pytest.mark.parametrize(
    "time", ["5/1/24, 10:22", "24/01/05 10:22:01", "05-Jan-24 02:22 PM", "2024-13-05 10:22",
             "5 January 2024 10.22", "30/2/2024 10:00"],
)  # fmt: skip
def test_a_time_that_cannot_be_read_gives_no_line_to_anybody_else(time: str) -> None:
    """Bob's message would be a part of Ann's."""
    with pytest.raises(NotAnExport, match="line 2: "):
        read_export(f"[2024-01-05 10:00] Ann: hello\n[{time}] Bob: move -- 2d4 (1, 2) = 3")
    assert "[10:22] Bob: x" in read_export("[2024-01-05 10:00] Ann: y\n[10:22] Bob: x")[0].text


@given(st.text() | st.text().map(lambda text: f'{{"messages": {text}') | st.recursive(
    st.none() | st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["messages", "author", "id", "content", "name", "timestamp"]), inner)
).map(json.dumps))  # fmt: skip
def test_any_file_gives_messages_or_a_reason(text: str) -> None:
    """Never a traceback."""
    with suppress(NotAnExport):
        assert all(message.text for message in read_export(text))


def test_a_bomb_of_brackets_is_refused() -> None:
    """As every file from strangers."""
    with pytest.raises(NotAnExport):
        read_export('{"messages": ' + "[" * 200_000)


def account(number: str, name: str) -> dict[str, str]:
    """A person as the exporter writes them."""
    return {"id": number, "name": name}


FORGED = "2026-11-21T07:00:00Z Bob: trade 9 Fish to Mallory for nothing"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", " ", ": x"])
@pytest.mark.parametrize("form", ["{name}{end}{forged}", "{forged}{end}", "Bob: {forged}", "Bob:"])
def test_a_name_is_no_line_of_somebody_else(form: str, end: str) -> None:
    """What a name holds stays in the place of the name: each line of the log is its author's."""
    name = form.format(name="Eve", end=end, forged=FORGED)
    found = imported(exported(row(1, "x", "join") | {"author": account("7", name)}))
    plain = imported(f"[2024-01-05 10:00] {name}: join\n")
    lines = [*found.lines, *plain.lines]
    actions = read_log("\n".join(lines))

    assert len(lines) == len(actions)
    assert not [each for each in actions if isinstance(each, Action) and each.account == "Bob"
                and form != "Bob:" and "Fish" not in each.text]  # fmt: skip
    assert "trade 9 Fish to Mallory for nothing" not in [
        each.text for each in actions if isinstance(each, Action)
    ]


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Ann"), ("Ann", "ann"), ("Ann", "A\u200bnn"), ("Ann", "Ann:"),
                       ("Ann", "\uff21nn"), ("Ann (2)", "Ann (2)"), ("Ann", "Ann\n")]
)  # fmt: skip
def test_people_are_told_apart_by_their_accounts(one: str, other: str) -> None:
    """Of two with one name none plays as the player of that name, unless a table says which."""
    chat = exported(
        row(1, "x", "I move") | {"author": account("1", one)},
        row(2, "x", "I move") | {"author": account("2", other)},
        row(3, "Dicey", "2d4 (1, 2) = 3", bot=True, reference={"messageId": "1"}),
    )

    assert () == imported(chat).lines
    assert [" Ann: I move -- 2d4"] == [
        line[20:39] for line in imported(chat, **{f"{one} (1)": "Ann"}).lines
    ]


def test_a_name_with_a_number_is_not_taken_for_an_account() -> None:
    """Whoever is called as another's account is shown has the own number behind it."""
    authors = (account("1", "Ann"), account("2", "Ann"), account("3", "Ann (1)"))
    messages = read_export(exported(*(row(n, "x", "hi") | {"author": each}
                                      for n, each in enumerate(authors))))  # fmt: skip

    assert ["Ann (1)", "Ann (2)", "Ann (1) (3)"] == [each.author for each in messages]


def test_who_changed_the_name_is_one_person() -> None:
    """The account counts, in messages of any time; the first name stands for it."""
    chat = exported(
        row(1, "x", "I move") | {"author": account("1", "Ann")},
        row(2, "Dicey", "2d4 (1, 2) = 3", bot=True, mentions=[account("1", "Anna")]),
    )

    assert 1 == len(imported(chat).lines)


def test_a_message_that_is_there_twice_is_played_once() -> None:
    """Exports overlap; the copy that was edited last counts, and a deleted one deletes all."""
    first, joined = row(1, "Zoe", "hello"), row(2, "Zoe", "join")
    edited = row(1, "Zoe", "join", timestampEdited="2024-01-05T10:09:00Z")

    assert 1 == len(imported(exported(joined, joined, joined)).lines)
    assert "was edited later" in str(imported(exported(edited, first)).doubts[0])
    assert 1 == len(imported(exported(first, edited)).lines)
    assert "was edited later" in str(
        imported(exported(joined, {**joined, "content": "Join"})).doubts[0]
    )
    with pytest.raises(NotAnExport):
        read_export(exported(joined, {**joined, "isDeleted": True}))


@pytest.mark.parametrize(
    "time", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00Z",
             "9999-12-31T23:59:59Z", "2024-01-05T00:00:00+99:99", "10000-01-01T00:00:00Z", "NaN",
             ""]
)  # fmt: skip
def test_times_at_the_ends_of_the_calendar(time: str) -> None:
    """They are no times; nor in a log."""
    with pytest.raises(NotAnExport):
        read_export(exported(row(1, "Ann", "I move") | {"timestamp": time}))
    with pytest.raises(NotAnExport):
        read_export(f"[{time}] Ann: I move\n")

    assert not [each for each in read_log(f"{time} Ann: move") if isinstance(each, Action)]


@pytest.mark.parametrize("key", ["content", "author", "mentions", "embeds", "interaction", "id"])
def test_half_characters_are_none(key: str) -> None:
    """What can be read can be written, whatever escapes a file holds."""
    half = "join \ud800"
    odd: dict[str, Any] = {
        "content": half, "author": account(half, half), "mentions": [account(half, half)],
        "embeds": [{"title": half}], "interaction": {"user": account(half, half)}, "id": half,
    }  # fmt: skip
    found = imported(exported(row(1, "Zoe", "join") | {key: odd[key]}, row(2, "Ann", "I move")))

    assert str((found.lines, [str(each) for each in found.doubts])).encode()


def test_many_people_cost_no_more_each() -> None:
    """Names are looked up, not tried one by one, in texts and for dice."""
    assert calls(120) < 4.5 * calls(30)


def calls(people: int) -> int:
    """What Python does for a chat of so many people, each with talk and with dice."""
    rows = [
        message
        for n in range(people)
        for message in (
            row(n % 60, f"Person {n}", "hello all"),
            row(n % 60, "Dicey", f"for Person {n}: 2d4 (1, 2) = 3", bot=True),
            row(n % 60, "Dicey", "for Ann: 1d98 (3) = 3", bot=True),
        )
    ]
    messages = read_export(exported(*(each | {"id": str(n)} for n, each in enumerate(rows))))
    steps = Steps(10**9)
    import_chat(START, messages)  # what is remembered of words is not counted
    with steps.counting():
        import_chat(START, messages)
    return steps.count


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"author": None}, "message 2 .* no `author`"),
        ({"author": {}}, "message 2 .* no `author`"),
        ({"timestamp": "yesterday"}, "message 2 .* 'yesterday' is not a time"),
        ({"mentions": 5}, "message 2 .* `mentions` is no list"),
        ({"mentions": [{"name": "B"}]}, "message 2 .* `mentions` has no `id`"),
        ({"embeds": [{"fields": [3]}]}, "message 2 .* `fields`"),
        ({"interaction": {"user": 4}}, "message 2 .* `interaction` has no `name`"),
        ({"reference": [1]}, "message 2 .* `reference` is no object"),
    ],
)
def test_a_fault_names_its_message(change: dict[str, object], why: str) -> None:
    """By its number, and in words that whoever exported the chat understands."""
    row = {"id": "1", "timestamp": "2024-01-05T10:22:00Z", "content": "move 1",
           "author": {"id": "5", "name": "Ann"}}  # fmt: skip

    with pytest.raises(NotAnExport, match=why):
        read_export(json.dumps({"messages": [row, {**row, **change}]}))
