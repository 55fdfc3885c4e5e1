"""Sealed dice in whole syncs: sealed before, the same faces for ever, revealed after."""

from __future__ import annotations

import os
import re
import shutil
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.dice.days import Casino, Days
from tests.game.tiny import GAMESTATE
from wikibot.apply import apply_log
from wikibot.config.sections import BeaconSection
from wikibot.dice.session import faces, seal_of
from wikibot.dice.verification import check_log
from wikibot.game.problems import Held
from wikibot.game.rolls import Roll
from wikibot.game.state import gain
from wikibot.storage.local import LocalStorage
from wikibot.wiki.base import Edit, Saved
from wikibot.wiki.errors import EditConflict
from wikibot.wiki.folder import FolderWiki


def seals(casino: Casino) -> dict[int, str]:
    """The seals on the log page."""
    found = re.findall(r"^# seal (\d+) sha256:(\S+)", "\n".join(casino.log), re.MULTILINE)
    return {int(phase): seal for phase, seal in found}


def face(casino: Casino, line: str = "climb high") -> str:
    """What Ann rolls with a line."""
    return str(re.findall(r"\d+", casino.play("Ann", line))[0])


def test_a_phase_is_sealed_before_it_begins(casino: Casino) -> None:
    """The first sync publishes the seals of this phase and the next.

    Every later one keeps a phase ahead.
    """
    first = list(seals(casino))
    casino.next_day()
    casino.sync()

    assert (first, list(seals(casino))) == ([1, 2], [1, 2, 3])


def test_dice_that_the_settings_seal_are_sealed_with_nothing_new(tmp_path: Path) -> None:
    """The next line is rolled for at once."""
    casino = Casino(tmp_path / "wiki", "stated")
    casino.sync()
    game = replace(casino.settings.game, dice="sealed")
    casino.settings = replace(casino.settings, game=game)
    casino.sync()

    assert ([*seals(casino)], casino.sync().idle) == ([1, 2], True)
    assert "climbed" in casino.play("Ann", "climb high")


def test_a_phase_is_opened_when_it_is_over(casino: Casino) -> None:
    """The secret comes with the first sync of the next phase.

    Until then its rolls cannot be checked, then they can.
    """
    casino.play("Ann", "dig")
    before = casino.verdicts()
    casino.next_day()
    casino.sync()

    assert (before, casino.verdicts()) == (["not yet revealed"], ["ok"])
    assert any(line.startswith(f"# secret 1 sha256:{seals(casino)[1]} ") for line in casino.log)


def test_secrets_are_for_the_owner_alone(casino: Casino) -> None:
    """Folder 0700, files 0600, and no page, cursor or repr holds a secret before its time."""
    files = list(casino.seals.iterdir())
    modes = {stat.S_IMODE(file.stat().st_mode) for file in files}
    secrets = [re.search(r"secret (\w+)", file.read_text())[1] for file in files]  # type: ignore[index]
    pages = "".join(casino.text(title) for title in ("State", "Play", "Log"))

    assert (stat.S_IMODE(casino.seals.stat().st_mode), modes) == (0o700, {0o600})
    assert [secret in pages for secret in secrets] == [False, False]


@pytest.mark.parametrize("mode", [0o640, 0o644, 0o666])
def test_secrets_that_others_can_read_are_told(casino: Casino, mode: int) -> None:
    """In one line, with what to do, by each sync until it is done; the game goes on."""
    for file in casino.seals.iterdir():
        file.chmod(mode)
    casino.add("Ann", "* climb high")
    told = casino.sync()
    for file in casino.seals.iterdir():
        file.chmod(0o600)
    casino.add("Ann", "* climb high")
    mended = casino.sync()

    (problem,) = told.problems
    assert "can read the secrets of sealed dice" in problem
    assert f"Run `chmod -R go= {casino.seals}`." in problem
    assert (told.exit_code, told.outcomes[-1].verdict.value) == (1, "done")
    assert (mended.exit_code, mended.problems) == (0, ())


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_new_secrets_are_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    """The bot makes folder and files so."""
    before = os.umask(umask)
    try:
        casino = Casino(tmp_path / "wiki", "sealed")
        casino.sync()
    finally:
        os.umask(before)

    assert LocalStorage(casino.settings).seals.open_to_others() == ()


def test_a_stated_roll_is_refused(casino: Casino) -> None:
    """The answer says what to do; and a steward's word for a player states no dice either."""
    answer = casino.play("Ann", "dig -- 2d4 (4, 4) = 8")
    steward = casino.play("Sam", "as Ann: dig -- 2d4 (4, 4) = 8")

    told = (
        "the bot makes the rolls of this game, and 2d4 (4, 4) = 8 is stated. Send the line "
        "without it."
    )
    assert (answer, steward) == (told, told)
    assert "* Ann: 0 stones\n" in casino.text("State")


def test_a_steward_states_no_roll_for_a_line_that_was_held(casino: Casino) -> None:
    """`retry` takes rolls from a log that is played again, and from nobody else."""
    casino.game = Doubtful()
    casino.play("Ann", "dig")
    held = re.findall(r"^# Ann \| (\S+) \| held", casino.text("State"), re.MULTILINE)[0]
    answer = casino.play("Sam", f"retry {held} -- 2d4 (4, 4) = 8")

    assert answer.startswith("the bot makes the rolls of this game")
    assert "* Ann: 0 stones\n" in casino.text("State")


class Doubtful(Days):
    """A game in which somebody has to rule on every line."""

    def after_action(self, act: Any) -> None:
        """Hold it."""
        raise Held("General", "nobody knows")


def test_a_dry_run_shows_no_face_and_makes_no_secret(tmp_path: Path) -> None:
    """What a line would roll is told by nothing: verdict, diff, steward's dry run.

    And no file is made.
    """
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.add("Ann", "* climb high")
    report = casino.sync(dry_run=True)

    assert [outcome.text for outcome in report.outcomes] == [
        "a roll of 1d100000000 for climbing. The roll is made when the line is played"
    ]
    assert not any(
        "1d100000000 (" in change.after or "# seal" in change.after for change in report.changes
    )
    assert not casino.seals.exists()


def test_a_steward_s_dry_run_shows_no_face(casino: Casino) -> None:
    """The order on the steward page plays a copy without dice."""
    section = replace(casino.settings.stewards, page="Stewards")
    casino.settings = replace(casino.settings, stewards=section)
    casino.edit("Sam", "Stewards", "Orders.\n")
    casino.add("Ann", "* climb high")
    casino.add("Sam", "* dry run", "Stewards")
    report = casino.sync()

    assert report.outcomes[0].text.endswith("The roll is made when the line is played")
    assert "1d100000000 (" not in casino.text("State") + casino.text("Stewards")


class Broken(FolderWiki):
    """A wiki on which the first save fails, as after a crash or because somebody was faster."""

    error: Exception | None = None

    def save(self, edit: Edit) -> Saved:
        """Fail once."""
        if self.error:
            error, self.error = self.error, None
            raise error
        return super().save(edit)


def test_a_crash_between_roll_and_save_changes_nothing(tmp_path: Path) -> None:
    """The next run rolls the same, though the first had shown it to nobody."""
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.sync()
    casino.add("Ann", "* climb high")
    made: list[str] = []
    wiki = Broken(casino.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: casino.now)

    def crash(edit: Edit) -> Saved:
        made.append(edit.text)
        raise KeyboardInterrupt

    wiki.save = crash  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        casino.sync(wiki=wiki)
    casino.forget()
    casino.sync()

    rolls = [re.findall(r"1d100000000 \(\d+\)", text)[0] for text in (made[0], casino.text("Log"))]
    assert rolls[0] == rolls[1]


def test_a_conflict_does_not_roll_again(casino: Casino) -> None:
    """The plan that lost the race and the one that was saved hold the same roll."""
    casino.add("Ann", "* climb high")
    texts: list[str] = []
    wiki = Broken(casino.folder, user="Wikibot", keyboard="Keyboard", clock=lambda: casino.now)
    save = wiki.save

    def conflict(edit: Edit) -> Saved:
        texts.append(edit.text)
        if len(texts) == 1:
            raise EditConflict("somebody was faster", page="State")
        return save(edit)

    wiki.save = conflict  # type: ignore[method-assign]
    casino.sync(wiki=wiki)

    assert len({re.findall(r"1d100000000 \(\d+\)", text)[0] for text in texts[:2]}) == 1


def test_a_roll_does_not_depend_on_what_else_is_played(tmp_path: Path) -> None:
    """Bea's line before or after Ann's, in the same sync or not: Ann rolls what she rolls."""
    one, two = Casino(tmp_path / "one", "sealed"), Casino(tmp_path / "two", "sealed")
    one.sync()
    shutil.copytree(one.folder, two.folder, dirs_exist_ok=True)
    two.now, two.settings = one.now, two.settings
    one.add("Ann", "* climb high")
    two.add("Ann", "* climb high\n* climb low\n* dig")
    one.sync()
    two.sync()

    rolls = [
        re.findall(r"^# roll .*: (1d100000000 .*)", world.text("Log"), re.MULTILINE)[0]
        for world in (one, two)
    ]
    assert rolls[0] == rolls[1]


def test_a_refused_line_uses_no_roll_and_brings_no_better_one(casino: Casino) -> None:
    """After `climb sea` the roll stands.

    Sending the line again, in other words, or taking it away changes nothing.
    """
    before = casino.text("Play")
    refused = casino.play("Ann", "climb sea")
    casino.edit("Ann", "Play", before)
    casino.sync()
    height = face(casino)

    assert casino.text("Log").count("# roll") == 1
    assert refused.endswith(f"The roll for it stands: 1d100000000 ({height}) = {height}")


def test_a_line_that_never_came_to_its_dice_uses_none(casino: Casino) -> None:
    """A stranger's line and one that is not understood leave no roll."""
    casino.play("Zoe", "dig")
    casino.play("Ann", "bet green")

    assert "# roll" not in casino.text("Log")


def test_a_roll_after_a_choice_is_keyed_by_the_choice(casino: Casino) -> None:
    """`bet` waits for a horse; the race is rolled for the line that names it."""
    casino.play("Ann", "bet")
    revision = casino.add("Ann", "* choose red")
    casino.sync()

    assert re.search(
        rf"^# roll \d+\.{revision}\.0 .* for the race$", casino.text("Log"), re.MULTILINE
    )


def test_lost_secrets_do_not_stop_the_game(casino: Casino) -> None:
    """The next roll makes a new seal in place of the old; the page and that sync's report say so.

    What was rolled before is lost, no more.
    """
    casino.play("Ann", "climb high")
    old = seals(casino)[1]
    shutil.rmtree(casino.seals)
    casino.add("Ann", "* climb low")
    report = casino.sync()
    assert (report.exit_code, len(report.problems)) == (1, 1)
    assert "secret of phase 1 was not where the bot keeps it" in report.problems[0]
    for _ in range(3):
        casino.next_day()
        casino.sync()

    assert any(f"in place of sha256:{old}" in line for line in casino.log)
    assert sorted(casino.verdicts()) == [
        "lost",
        "lost",
        "lost",
        "sealed late",
    ]  # two seals, and a roll by each secret


def test_a_secret_that_nobody_needed_is_reported_lost(casino: Casino) -> None:
    """When its phase is long over the log says that the secret will not come."""
    shutil.rmtree(casino.seals)
    for _ in range(3):
        casino.next_day()
        casino.sync()

    assert any(line.startswith("# secret 1 ") and line.endswith(" lost") for line in casino.log)


def test_another_bot_without_the_secrets_leaves_the_seals_alone(
    casino: Casino, tmp_path: Path
) -> None:
    """As long as nothing is rolled, the wiki's seals stay in force.

    The first bot goes on with them.
    """
    casino.play("Ann", "climb high")
    before = seals(casino)
    casino.seals.rename(tmp_path / "elsewhere")
    casino.forget()
    casino.play("Ann", "walk mill hill")
    (tmp_path / "elsewhere").rename(casino.seals)
    casino.play("Ann", "climb low")
    casino.next_day()
    casino.sync()

    assert {phase: seals(casino)[phase] for phase in before} == before
    assert casino.verdicts() == ["ok", "ok"]


def test_nothing_is_rolled_for_a_line_that_is_older_than_the_first_seal(tmp_path: Path) -> None:
    """Whoever runs the bot could have chosen the secret by it; written again the line goes on."""
    casino = Casino(tmp_path / "wiki", "sealed")
    first = casino.play("Ann", "climb high")
    rolled = "# roll" in casino.text("Log")
    casino.play("Ann", "climb high")
    casino.next_day()
    casino.sync()

    assert ("write the line again" in first, rolled, casino.verdicts()) == (True, False, ["ok"])


# Sealed dice over many days.
#
# Events roll, too, everything is opened in the end, and the log replays.


def test_back_to_stated_dice(casino: Casino) -> None:
    """When the players roll again, what was sealed is opened, the log says so.

    Their rolls are taken.
    """
    casino.play("Ann", "climb high")
    casino.settings = replace(casino.settings, game=replace(casino.settings.game, dice="stated"))
    casino.play("Ann", "dig -- 2d4 (1, 3) = 4")
    casino.next_day()
    casino.sync()

    assert "# dice stated" in casino.log
    assert casino.verdicts() == ["ok", "source changed", "stated"]


class Stormy(Days):
    """Days that begin with a wind, which nobody writes a line for."""

    def handle_event(self, act: Any, event: Any) -> None:
        """A new day: Ann finds stones."""
        super().handle_event(act, event)
        found = sum(act.roll(3, 100, "the wind"))
        act.state = gain(act.state, "Ann", "Stone", found)

    def after_action(self, act: Any) -> None:
        """Stones weigh nothing."""

    def to_json(self, state: Any, book: Any) -> dict[str, int]:
        """Who has how many stones."""
        return {name: player.count("Stone") for name, player in state.players.items()}


class Calm(Stormy):
    """The same days without a wind."""

    def handle_event(self, act: Any, event: Any) -> None:
        """A new day."""
        Days.handle_event(self, act, event)


def test_an_event_rolls_once_is_checked_and_replays(casino: Casino) -> None:
    """What happens by itself has dice of its own for each time, in the log like any other."""
    casino.game = Stormy()
    casino.play("Ann", "dig")
    for _ in range(2):
        casino.next_day()
        casino.sync()
    stones = int(re.findall(r"Ann: (\d+)", casino.text("State"))[0])
    lines = [*casino.log, "2024-01-07T12:00:00Z Ann: walk mill hill"]
    applied = apply_log(Stormy(), "No rules.\n", GAMESTATE, "\n".join(lines))

    assert casino.verdicts() == ["ok"] * 3
    assert len(set(re.findall(r"3d100 \((.*?)\)", casino.text("Log")))) == 2
    assert applied.state["Ann"] == stones


def test_a_game_without_phases_is_sealed_by_the_week(casino: Casino) -> None:
    """Its secrets are opened all the same."""

    class Endless(Days):
        has_phases = False

    casino.game = Endless()
    casino.sync(force=True)
    casino.play("Ann", "dig")
    for _ in range(8):
        casino.next_day()
    casino.sync()

    assert casino.verdicts() == ["ok"]


def test_the_log_replays_to_the_same_stones(casino: Casino) -> None:
    """A log with rolls of the bot is played by anyone, without any secret."""
    for line in ("dig", "climb sea", "climb high", "bet", "choose red", "dig"):
        casino.play("Ann", line)
    stones = re.search(r"Ann: (\d+)", casino.text("State"))
    applied = apply_log(Calm(), "No rules.\n", GAMESTATE, casino.text("Log"))

    assert applied.state["Ann"] == int(stones[1])  # type: ignore[index]


def test_dice_are_checked_across_months(tmp_path: Path) -> None:
    """Seals and secrets are found on the page of their month, rolls are made again on any."""
    casino = Casino(tmp_path / "wiki", "sealed")
    game = replace(casino.settings.game, log="Log/%Y-%m")
    casino.settings = replace(casino.settings, game=game)
    casino.now = casino.now.replace(day=30)
    casino.sync()
    for _ in range(4):
        casino.play("Ann", "climb high")
        casino.next_day()
        casino.sync()
    pages = [casino.text(f"Log/2024-0{month}") for month in (1, 2)]

    assert [True, True] == [
        all(mark in page for mark in ("# seal ", "# roll ", "# secret ")) for page in pages
    ]
    assert ["ok"] * 4 == casino.verdicts()


def test_an_order_in_a_pause_is_right(casino: Casino) -> None:
    """A paused game's time stands still: what stewards have it do meanwhile bears the time at which
    it stood, though they wrote it later, and nothing is wrong with that.
    """
    casino.settings = replace(
        casino.settings, stewards=replace(casino.settings.stewards, page="Stewards")
    )
    casino.play("Ann", "climb high")
    for line in ("pause", "as Ann: dig", "correct: Ann gains 2 Stone", "resume"):
        casino.add("Sam", f"* {line}", "Stewards")
        casino.sync()
    casino.play("Ann", "climb low")
    casino.next_day()
    casino.sync()

    assert [str(check) for check in casino.checks() if not check.fine] == []
    earlier = casino.checks(lambda log: re.sub(r"T12:\d\d(?=\S+ Sam: correct)", "T11:59", log))
    known = ("altered", "the gamestate page")
    wrong = [check for check in earlier if not check.fine and check.status not in known]
    wrong = [check for check in wrong if check.about not in known]
    assert {check.why.split()[-1] for check in wrong} == {"later"}


class Numbered(Days):
    """Days whose number people may set, as they may the phase of a cycle."""

    def differences(self, before: Any, after: Any) -> tuple[str, ...]:
        """Their number as well."""
        number = () if before.phase == after.phase else (f"phase is {after.phase}",)
        return (*super().differences(before, after), *number)

    def correct(self, state: Any, statement: str) -> Any:
        """Likewise."""
        if statement.startswith("phase is "):
            return structs.replace(state, phase=int(statement.removeprefix("phase is ")))
        return super().correct(state, statement)


@pytest.mark.parametrize("day", [1, 3, 9])
def test_a_day_that_people_set_by_hand_is_not_tampering(casino: Casino, day: int) -> None:
    """Back to a day that is over, or ahead: what follows is sealed anew and opened in its turn."""
    found, casino.game = [], Numbered()
    for number in range(1, 12):
        casino.play("Ann", "climb high")
        if number == 5:
            casino.edit("Bea", "State", re.sub(r"^Day \d+", f"Day {day}", casino.text("State")))
            casino.play("Ann", "climb low")
        found += [str(check) for check in casino.checks() if not check.fine]
        casino.next_day()
        casino.sync()

    assert found == []
    assert [str(check) for check in casino.checks() if not check.fine] == []


def test_what_is_not_opened_is_found_though_the_day_was_set(casino: Casino) -> None:
    """Who gets the day set to another has to publish the secret of each that ends after that."""
    casino.game = Numbered()
    for number in range(1, 10):
        if number == 4:
            casino.edit("Bea", "State", re.sub(r"^Day \d+", "Day 1", casino.text("State")))
        casino.play("Ann", "climb high")
        casino.next_day()
        casino.sync()
    secrets = [line for line in casino.log if line.startswith("# secret ")]

    for secret in secrets[:-1]:  # the next one is over as well
        checks = check_log([line for line in casino.log if line != secret], BeaconSection())
        assert "never revealed" in map(str, (check.status for check in checks)), secret[:12]


def test_a_first_roll_of_an_older_version_may_precede_its_seal() -> None:
    """They sealed a phase in the edit of its first roll; later ones ask for the line again."""
    secret, key = bytes(range(32)), "3.4.0"
    roll = Roll(2, 4, faces(secret, key, "digging", 1, 2, 4, 1))
    seal = seal_of(secret)
    log = [
        "# dice sealed",
        f"# seal 1 sha256:{seal} at 2024-01-05T12:06:00Z",
        f"# seal 2 sha256:{'ab' * 32} at 2024-01-05T12:06:00Z",
        f"# line {key}",
        f"2024-01-05T12:04:00Z Ann: dig -- {roll}",
        f"# roll {key} by seal 1 {seal[:16]}: {roll} for digging",
        f"# secret 1 sha256:{seal} {secret.hex()}",
    ]
    newer = ["# dice sealed 2", *log[1:]]
    found = [check_log(lines, BeaconSection())[0].status for lines in (log, newer)]

    assert [found[0], found[1] == "ok"] == ["ok", False]
