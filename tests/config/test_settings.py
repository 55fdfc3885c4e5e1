"""Settings: every wrong value is named with what was expected, and no secret is shown."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from wikibot.config.settings import Settings, SettingsError, find_settings, from_sections, load
from wikibot.config.values import parse_span

GOOD = """\
[wiki]
api = https://wiki.example/w/api.php
user = Wikibot@sync

[game]
rules = cycle15
ruleset = Ruleset
gamestate = Gamestate
actions = Talk:Gamestate
"""


def made(folder: Path, text: str) -> Settings:
    """Settings from a file with this text."""
    file = folder / "settings.ini"
    file.write_text(text, encoding="utf-8")
    return load(file)


def faults(folder: Path, text: str) -> list[str]:
    """What is wrong with a file of this text, without the file's name."""
    with pytest.raises(SettingsError) as caught:
        made(folder, text)
    assert caught.value.exit_code == 78
    return [str(fault) for fault in caught.value.faults]


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    """Wrong values, one that does not fit the others, files with two jobs, no such game."""
    text = GOOD.replace("rules = cycle15", "rules = cycle51\ndice = sealed\ngamestat = x")
    text += "[bot]\nevery = soon\njournal = a\nlock = a\n"

    told = faults(tmp_path, text)

    for word in ("gamestat", "every", "dice", "lock", "rules"):
        assert any(f"] {word} = " in each for each in told), word


def test_a_short_file_is_enough(tmp_path: Path) -> None:
    """Address, account and page titles are all that must be set; titles may hold colons."""
    settings = made(tmp_path, GOOD)

    told = (settings.game.actions, settings.game.heading, settings.bot.every, settings.bot.maxlag)
    assert ("Talk:Gamestate", "Actions", timedelta(minutes=5), 5) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[bot]\nevery = soon", "[bot] every = soon: expected a time such as 5 minutes"),
        ("[bot]\nevery = 0 minutes",
         "[bot] every = 0 minutes: it lies outside 1 second to 7 days; expected a time"),
        ("[bot]\nfeed = https://", "[bot] feed = https://: expected recentchanges, none, udp://"),
        ("[bot]\nfeed = gopher://a:1", "[bot] feed = gopher://a:1: expected recentchanges, none"),
        ("[bot]\nmaxlag = 900",
         "[bot] maxlag = 900: expected a whole number of seconds from 1 to 60"),
        ("[bot]\nevry = 5 minutes",
         "[bot] evry = 5 minutes: no such key; did you mean every under [bot]?"),
        ("[bot]\nuser = A@b", "[bot] user = A@b: no such key here; it belongs under [wiki]"),
        ("[bot]\nxyzzy = 1",
         "[bot] xyzzy = 1: no such key; [bot] takes stop_page, every, feed, deadline, maxlag"),
        ("[bott]\nmaxlag = 5", "[bott]: no such section; did you mean [bot]?"),
        ("[qqq]", "[qqq]: no such section; there are [wiki], [game], [stewards], [bot]"),
        ("dice = beacon",
         "[game] dice = beacon: needs a log page, on which the rolls can be checked; set `log`"),
        ("dice = loaded", "[game] dice = loaded: expected stated, sealed or beacon"),
        ("[beacon]\nchain = quicknet",
         "[beacon] chain = quicknet: expected a chain hash of 64 hexadecimal digits"),
        ("[beacon]\nrelays = drand",
         "[beacon] relays = drand: expected addresses such as https://api.drand.sh"),
        ("log = A|B",
         (
             "[game] log = A|B: 'A|B' cannot be the title of a page; expected the title of the "
             "log page"
         )),
        ("log = Gamestate",
         "[game] log = Gamestate: is the page of gamestate, too; each needs its own page"),
        ("log = Log %m",
         "[game] log = Log %m: %m without %Y names the same pages every year; expected the title"),
        ("log = Log %Y-%m\n[bot]\nstop_page = Log_2024-01",
         "[bot] stop_page = Log_2024-01: is a page of log, too;"),
        ("log = A\n  user = B@c",
         "[game] log = A user = B@c: the value goes over several lines; an indented line"),
        ("[bot]\nmaxlag = 5\nmaxlag = 6",
         "[bot] maxlag: is there twice, again in line 13; remove one"),
        ("[wiki]\nuser = A@b", "[wiki]: is there twice, again in line 11; join the two"),
        ("hello", "line 11 is no `key = value`"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_with_what_was_expected(tmp_path: Path, line: str, told: str) -> None:
    """The one fault of the file says section, key, value and what to write instead."""
    (fault,) = faults(tmp_path, f"{GOOD}\n{line}\n")

    assert fault.startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "api = https://wiki.example/w/api.php",
            "",
            "[wiki] api: is missing; expected https://HOST/PATH/api.php",
        ),
        (
            "ruleset = Ruleset",
            "ruleset =",
            "[game] ruleset: is missing; expected the title of the ruleset page",
        ),
        (
            "/api.php",
            "/index.php",
            "[wiki] api = https://wiki.example/w/index.php: expected https://HOST/PATH/api.php",
        ),
        (
            "https:",
            "ftp:",
            "[wiki] api = ftp://wiki.example/w/api.php: expected https://HOST/PATH/api.php",
        ),
        (
            "Wikibot@sync",
            "Wikibot",
            "[wiki] user = Wikibot: expected Account@botname, as Special:BotPasswords",
        ),
        ("[wiki]\n", "", "line 1 stands before the first section; begin with [wiki]"),
    ],
)
def test_a_wrong_beginning_is_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    """What a file must have is asked for by name."""
    (fault,) = faults(tmp_path, GOOD.replace(old, new))

    assert fault.startswith(told)


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    """Nobody has to mend a file fault by fault."""
    told = faults(tmp_path, "[wiki]\nusr = A@b\n[game]\nrules = cycle15\n[bot]\nevery = often\n")

    assert 6 == len(told)


@pytest.mark.parametrize(
    "line",
    ["password = s3cret-s3cret", "[bot]\nbot_secret = s3cret-s3cret", "token = s3cret-s3cret"],
)
def test_a_secret_in_the_wrong_place_is_not_shown(tmp_path: Path, line: str) -> None:
    """A password that somebody put into the settings is refused without being repeated."""
    (fault,) = faults(tmp_path, f"{GOOD}\n{line}\n")

    assert ("s3cret" not in fault, "WIKIBOT_PASSWORD" in fault) == (True, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("https://", "https://Wikibot:hunter2hunter2@"),
        ("Wikibot@sync", "Wikibot hunter2hunter2hunter2hunter2hunter2"),
        ("[wiki]", "hunter2hunter2\n[wiki]"),
        ("[game]", "hunter2hunter2\n[game]"),
    ],
)
def test_a_password_anywhere_in_the_file_is_not_shown(tmp_path: Path, old: str, new: str) -> None:
    """Neither an address with a password nor a stray line is repeated in an error."""
    told = faults(tmp_path, GOOD.replace(old, new))

    assert "hunter2" not in "".join(told)


def test_bytes_that_are_not_utf_8_are_told_with_their_place(tmp_path: Path) -> None:
    """A file in another encoding is an error that says where."""
    file = tmp_path / "settings.ini"
    file.write_bytes(b"[wiki]\nuser = J\xfcrgen@b\n")

    with pytest.raises(SettingsError, match="is not UTF-8 at byte"):
        load(file)


def test_relative_paths_count_from_the_settings_file(tmp_path: Path) -> None:
    """A cron line need not be in the right folder."""
    settings = made(
        tmp_path,
        GOOD.replace("user =", "password_file = secret\nuser =") + "[bot]\njournal = j/j.sqlite\n",
    )

    told = (settings.wiki.password_file, settings.bot.journal, settings.bot.lock)
    assert (tmp_path / "secret", tmp_path / "j/j.sqlite", tmp_path / "j/j.sqlite.lock") == told


def test_each_game_has_local_files_of_its_own(tmp_path: Path) -> None:
    """Two games on one wiki, or one game on two wikis, never share a journal."""
    texts = (
        GOOD,
        GOOD.replace("Gamestate\n", "Other\n"),
        GOOD.replace("wiki.example", "other.example"),
    )

    assert 3 == len({made(tmp_path, text).bot.journal for text in texts})


def test_the_state_of_a_folder_wiki_goes_with_the_folder(tmp_path: Path) -> None:
    """A folder that is deleted and made anew starts without a past."""
    settings = made(tmp_path, GOOD.replace("https://wiki.example/w/api.php", "folder:pages"))

    assert settings.bot.journal.is_relative_to(tmp_path / "pages")


def test_names_stand_between_commas_or_on_lines() -> None:
    """Stewards are read however they were listed, in MediaWiki's form."""
    wanted = {"api": "folder:x"}, {"rules": "r", "ruleset": "R", "gamestate": "G", "actions": "A"}
    settings = from_sections(
        {"wiki": wanted[0], "game": wanted[1], "stewards": {"users": "Ann, Bob_B ,\nCleo,"}}
    )

    assert settings.stewards.users == ("Ann", "Bob B", "Cleo")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5 minutes", 300), ("1 hour", 3600), ("90 seconds", 90), ("1 hour 30 min", 5400),
        ("2h", 7200), ("1 Day", 86400),
    ],
)  # fmt: skip
def test_spans_are_read_as_people_write_them(text: str, seconds: int) -> None:
    """Units in full or short, one or several."""
    assert parse_span(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "5", "minutes", "-5 minutes", "5 minutes or so", "5 parsecs"])
def test_anything_else_is_no_span(text: str) -> None:
    """A number without a unit is not guessed at."""
    with pytest.raises(ValueError, match=r"^$"):
        parse_span(text)


def test_settings_are_looked_for_here_and_then_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """./settings.ini wins; without it the file in the user's settings folder is used."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    home = tmp_path / "home/wikibot/settings.ini"
    home.parent.mkdir(parents=True)
    home.write_text(GOOD)

    only_home = find_settings()
    Path("settings.ini").write_text(GOOD)

    assert (home, Path("settings.ini")) == (only_home, find_settings())


def test_without_any_settings_the_error_says_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newcomer is told of the demo."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    with pytest.raises(SettingsError, match="wikibot demo"):
        find_settings()


@pytest.mark.parametrize("host", ["[", "[::1", "a:99999", "a:b", ":80", "a:-1", "a:0", "\uff1a"])
def test_an_address_names_a_host(tmp_path: Path, host: str) -> None:
    """Of a wiki, a relay, a webhook: what can be none is said to be none before any request."""
    wiki = GOOD.replace("wiki.example", host)
    relay = f"{GOOD}log = Log\ndice = beacon\n[beacon]\nrelays = https://{host}\n"
    webhook = f"{GOOD}[announce]\nwebhooks = https://{host}/path\n"

    assert ["[wiki] api", "[beacon] relays", "[announce] webhooks"] == [
        faults(tmp_path, text)[0].partition(" =")[0] for text in (wiki, relay, webhook)
    ]
