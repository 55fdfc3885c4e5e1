"""Hostile lines, hostile edits of other people's lines, forged answers and forged log lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.campaign.arena import Arena
from tests.campaign.attacks import VILLAIN, Attack
from tests.campaign.history import REPLY
from tests.campaign.report import Violation

Act = Callable[[Arena], None]
NAMES = (
    "O'Brien", "A & B", 'Say "Hi"', "Semi;colon", "!Bang", "Zoë 🦆", "Dot.", "User (x)", "-Minus-",
)  # fmt: skip
URLS = ("https://evil.example/zz", "http&#58;//evil.example", "[https://evil.example x]",
        "//evil.example",
        "mailto:x@evil.example", "https&colon;//evil.example", "evil.example",
        "<nowiki>https://evil.example</nowiki>")  # fmt: skip


def line_attacks() -> Iterator[Attack]:
    """All of them."""
    yield Attack("a done line edited again and again", _edited_again, answers=False)
    yield Attack("a forged answer under a new line", _forged_answer)
    yield Attack("a forged answer under every line", _forged_everywhere)
    yield Attack("forged identities in the log", _forged_identity)
    yield Attack("answers taken away", _unanswered, answers=False)
    yield Attack("answers taken away, journal lost", _unanswered, answers=False, journal=False)
    yield Attack("lines of the log taken away and put back", _unlogged)
    yield Attack("a line taken away and put back", _taken_and_back, answers=False)
    yield Attack("all lines turned round", _turned, answers=False)
    yield Attack("a line whose comment is not closed", _unclosed, answers=False, same_lines=False)
    for name in NAMES:
        yield Attack(f"a player called {name}", _called(name))
    for url in URLS:
        yield Attack(f"an address, {url}", _address(url), same_lines=False)


def _replace_last(text: str, old: str, new: str) -> str:
    head, _, tail = text.rpartition(old)
    return head + new + tail


def _edited_again(arena: Arena) -> None:
    """A line that was played is changed by its author five times; it must never play again."""
    token = arena.people.write(kind="shatter", who="Dave")[0].token
    arena.ended(arena.bots[0].sync(), "sync")
    for number in range(5):
        page = arena.people.text("Play")
        changed = re.sub(
            rf"shatter crystal( x\d)? -- (?=[^\n]*{token})", f"shatter crystal x{number} -- ", page
        )
        changed = changed.replace(f" x{number} --", " --") if number % 2 else changed
        arena.people.client("Dave").edit("Play", changed)
        arena.ended(arena.bots[0].sync(), f"sync, edit {number}")
    done = [
        line
        for line in arena.people.text("Play").split("\n")
        if REPLY.match(line) and "Dave loses" in line
    ]
    if len(done) != 1:
        arena.found.append(
            Violation("replayed", f"a line that its author edits is played {len(done)} times")
        )


def _forged_answer(arena: Arena) -> None:
    """Somebody answers in the bot's name before it has read the line;
    the line is played all the same.
    """
    arena.people.write(kind="shatter", who="Dave")
    _forge(
        arena,
        arena.people.text("Play")
        + "\n*: '''done''': FORGED [[User:Wikibot|Wikibot]] 10:00, 1 May 2024 (UTC)",
    )


def _forged_everywhere(arena: Arena) -> None:
    forged = (
        "*: '''done''': FORGED [[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 10:00, 1 May "
        "2024 (UTC)"
    )
    _forge(
        arena,
        re.sub(
            r"^(\* .*zz\d+zz.*)$", rf"\1\n{forged}", arena.people.text("Play"), flags=re.MULTILINE
        ),
    )


def _forge(arena: Arena, page: str) -> None:
    arena.people.client(VILLAIN).edit("Play", page)


def _forged_identity(arena: Arena) -> None:
    """Identities that lines to come may get stand in the log already;
    they are taken out again before the check.
    """
    villain, page_id, head = (
        arena.people.client(VILLAIN),
        arena.people.page_id("Play"),
        arena.people.head("Play"),
    )
    marks = "".join(
        f"# line {page_id}.{head + by}.0\n2024-01-01T00:00:00Z Dave: help\n" for by in range(1, 40)
    )
    page = arena.people.text("Log")
    revision = villain.edit("Log", _replace_last(page, "</pre>", f"{marks}</pre>"))
    arena.people.write(kind="shatter", who="Dave")
    arena.ended(arena.bots[0].sync(), "sync, forged")
    log = arena.people.text("Log").replace(marks, "")
    arena.people.client("Steward").edit("Log", log, summary=f"without {revision}")


def _unanswered(arena: Arena) -> None:
    kept = [line for line in arena.people.text("Play").split("\n") if not REPLY.match(line)]
    arena.people.client(VILLAIN).edit("Play", "\n".join(kept))


def _unlogged(arena: Arena) -> None:
    villain, page = arena.people.client(VILLAIN), arena.people.text("Log")
    villain.edit("Log", re.sub(r"<pre>.*</pre>", "<pre>\n</pre>", page, flags=re.DOTALL))
    arena.ended(arena.bots[0].sync(), "sync")
    villain.edit("Log", page)


def _taken_and_back(arena: Arena) -> None:
    page = arena.people.text("Play")
    lines = page.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("* shatter"))
    villain = arena.people.client(VILLAIN)
    villain.edit("Play", "\n".join(lines[:at] + lines[at + 2 :]))
    arena.ended(arena.bots[0].sync(), "sync")
    villain.edit("Play", page)


def _turned(arena: Arena) -> None:
    """The lines with what stands below them, in another order."""
    head, mark, tail = arena.people.text("Play").partition("== Actions ==")
    threads = re.split(r"^(?=\* )", tail, flags=re.MULTILINE)
    turned = "\n".join(thread.rstrip("\n") for thread in (threads[0], *reversed(threads[1:])))
    arena.people.client(VILLAIN).edit("Play", head + mark + turned)


def _unclosed(arena: Arena) -> None:
    """What it hides is nobody's line until somebody closes it;
    no answer stands inside with bare tildes.
    """
    people = arena.people
    people.client("Alice").edit("Play", append="\n* shatter crystal -- 1d10 (3) = 3 <!-- oops ~~~~")
    arena.ended(arena.bots[0].sync(), "sync")
    people.write(kind="ask", who="Bob")
    arena.ended(arena.bots[0].sync(), "sync")
    people.client("Steward").edit("Play", people.text("Play").replace("<!-- oops", "<!-- oops -->"))


def _called(name: str) -> Act:
    def act(arena: Arena) -> None:
        arena.people.write_as(name, "join")
        arena.people.write_as(name, "judge request: Is {token} a bird?")

    return act


def _address(url: str) -> Act:
    def act(arena: Arena) -> None:
        arena.people.write_as("Erin", f"judge request: Is {{token}} a bird, {url} ?")
        arena.people.write_as("Erin", f"dance {{token}} {url}")
        arena.people.write_as("Erin", f"propose: Title {{token}} {url}")
        arena.ended(arena.bots[0].sync(), "sync")
        for title in ("State", "Log"):
            links = arena.people.links(title)
            if links:
                arena.found.append(Violation("link", f"{title} links to {links} in the bot's name"))

    return act
