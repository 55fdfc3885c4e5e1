"""A wiki with the pages of a game, its people and its bots, as new for each round of a campaign."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.campaign import pages
from tests.campaign.bots import Bot, Ended
from tests.campaign.checks import check
from tests.campaign.history import histories, history
from tests.campaign.people import People
from tests.campaign.report import Violation
from tests.mediawiki.proxy import Match, Request, Response, anything
from tests.mediawiki.server import Server
from wikibot.wikitext.numerals import WEEK, week_start

TITLES = ("State", "Play", "Log")
DEAD = "http://127.0.0.1:9/api.php"  # nobody listens there


class Arena:
    """One round. ``trace`` tells what was done, in order."""

    rules = pages.RULES
    settling = 4  # syncs until nothing is left to do

    def __init__(self, server: Server, rng: Random, *, dice: str = "stated", bots: int = 1) -> None:
        server.reset()
        self.server, self.rng, self.dice = server, rng, dice
        self.trace: list[str] = []
        self.found: list[Violation] = []
        self.remembered: dict[str, Response] = {}  # answers that a stale replica gives
        self.secrets: list[str] = []  # which must not come onto a page, besides the password
        self.one_answer = self.same_lines = (
            True  # whether people leave lines and answers as they are
        )
        self._begun = False
        self.folder = Path(tempfile.mkdtemp(prefix="arena-"))
        self.people = People(server, rng, stated=dice == "stated")
        self.bots = [self.bot(number) for number in range(bots)]
        server.travel(week_start(server.now()) + WEEK * 1.2)
        steward = self.people.client("Steward")
        for title, text in self.texts().items():
            steward.edit(title, text)
        if (
            dice != "stated"
        ):  # whatever was written before the first seal is rolled late, and verify says so
            self.ended(self.bots[0].sync(), "first seals")

    def texts(self) -> dict[str, str]:
        """The pages that it begins with, by their titles."""
        return {"Rules": pages.ruleset(), "State": pages.state(), "Play": pages.actions()}

    def bot(self, number: int) -> Bot:
        """Another installation of the bot."""
        home, server = self.folder / f"bot{number}", self.server
        account = (server.bot_user, server.bot_password)
        return Bot(home, server.proxy.api, *account, self.dice, self.rules)

    def note(self, step: str) -> None:
        """Remember a step."""
        self.trace.append(step)

    def ended(self, how: Ended, step: str) -> Ended:
        """A sync ended; whether it may end so."""
        self.note(f"{step}: exit {how.code}")
        if how.crash:
            self.found.append(Violation("crash", f"{step}: {how.crash}"))
        return how

    def before(
        self, number: int, act: Callable[[Request], object], match: Match = anything
    ) -> None:
        """Call ``act`` before the matching request of that number, counted from now."""
        self.server.proxy.before(act, _nth(number, match))

    def after(
        self, number: int, act: Callable[[Request, Response], object], match: Match = anything
    ) -> None:
        """Call ``act`` when the wiki has answered it and before the bot hears of that."""
        self.server.proxy.after(act, _nth(number, match))

    def seal(self) -> None:
        """Let the bot publish its first seals before the first line, as docs/dice.md advises;
        else they are late.
        """
        if self.dice == "sealed":
            self.ended(self.bots[0].sync(), "seals")

    def rest(self) -> None:
        """Let undisturbed syncs follow until nothing is left to do;
        a further one must not edit anything.
        """
        self.server.proxy.reset()
        self.server.lag(0)
        bot = self.bots[0]
        for _ in range(self.settling):
            how = self.ended(bot.sync(), "rest")
            if "Nothing new" in how.out:
                break
        else:
            last = how.err.strip() or how.out.strip()
            self.found.append(
                Violation(
                    "no rest", f"{self.settling} syncs, and still something to do: {last[-300:]}"
                )
            )
        if how.code not in (0, 1):
            self.found.append(Violation("no rest", f"exit {how.code}: {how.err.strip()[-300:]}"))
        heads = self.heads()
        bot.forget("journal")
        self.ended(bot.sync(), "without journal")
        if self.heads() != heads:
            self.found.append(
                Violation(
                    "restless", "with its journal lost the bot edits a page that has nothing new"
                )
            )

    def _verify(self) -> None:
        """Anybody can make every roll again."""
        how = self.bots[0].run("verify").wait()
        if how.code:
            self.found.append(
                Violation("verify", f"exit {how.code}: {(how.out + how.err).strip()[-400:]}")
            )

    def heads(self) -> dict[str, int]:
        """The newest revision of each page."""
        asked = self.people.client("Steward").api(action="query", titles=TITLES, prop="info")
        return {page["title"]: page.get("lastrevid", 0) for page in asked["query"]["pages"]}

    def end(self, keep: Path | None = None) -> list[Violation]:
        """Come to rest, check everything, remove the files.

        Where a promise was broken, ``keep`` gets every revision of every page and the folders of
        the bots.
        """
        self.rest()
        secrets = [self.server.bot_password, *self.secrets, *self.bots[0].secrets()]
        if self.dice != "stated":
            self._verify()
        self.found += self.broken(secrets)
        if self.found and keep:
            self._keep(keep)
        self.close()
        return self.found

    def broken(self, secrets: list[str]) -> list[Violation]:
        """What is wrong on the pages."""
        return check(
            self.people, secrets, one_answer=self.one_answer, stated=self.dice == "stated",
            same_lines=self.same_lines,
        )  # fmt: skip

    def _keep(self, to: Path) -> None:
        shutil.copytree(self.folder, to, dirs_exist_ok=True)
        (to / "trace.txt").write_text("\n".join(self.trace), encoding="utf-8")
        (to / "found.txt").write_text(
            "\n".join(f"{each.kind}: {each.what}" for each in self.found), encoding="utf-8"
        )
        titles = (*TITLES, "Stewards")
        found = histories(self.people.client("Steward"), titles)
        for title, revisions in zip(titles, found, strict=True):
            for rev in revisions:
                name = f"{title}-{rev.id:04}-{rev.user}.wiki"
                about = f"{rev.time:%H:%M:%S} page {rev.page} parent {rev.parent} {rev.comment!r}"
                (to / name).write_text(f"{about}\n{rev.text}", encoding="utf-8")

    def close(self) -> None:
        """Remove the files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def begun(self) -> bool:
        """Whether the bot has saved the gamestate;
        what people write there before belongs to the starting page.
        """
        self._begun = self._begun or any(
            rev.ours for rev in history(self.people.client("Steward"), "State")
        )
        return self._begun


def _nth(number: int, match: Match) -> Match:
    seen = itertools.count()
    return lambda request: match(request) and next(seen) == number
