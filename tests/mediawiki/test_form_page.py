"""The page for the form on a real wiki:
JSON where the wiki takes it, and harmless where it does not.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.game.tiny import Tiny
from tests.mediawiki.server import Server
from tests.mediawiki.table import Table, bot, settings
from tests.sync.test_form_page import as_the_form_reads
from wikibot.storage.local import Journal
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync

TITLE = "State/wikibot.json"


class FormTable(Table):
    """A table whose bot keeps such a page."""

    def sync(self, folder: Path | None = None, **options: Any) -> Report:
        """One sync."""
        folder, api = folder or self.folder, self.server.proxy.api
        made = settings(api, folder)
        made = replace(made, bot=replace(made.bot, form_page=TITLE))
        with Journal(folder / "journal") as journal:
            return sync(made, Tiny(), bot(api, folder), journal, Options(**options))

    def page(self) -> Any:
        """What the wiki says of the page."""
        answer = self.steward.api(
            action="query", titles=TITLE, prop="revisions|info|links|templates|categories",
            rvprop="ids|content|flags", rvslots="main",
        )  # fmt: skip
        return answer["query"]["pages"][0]


@pytest.mark.parametrize("allowed", [True, False], ids=["json", "wikitext"])
def test_the_page_is_kept_in_any_model(mediawiki: Server, tmp_path: Path, allowed: bool) -> None:
    """An ordinary bot makes it as JSON;
    where only others may choose a content model, as wikitext that reads the same.
    """
    if not allowed:
        mediawiki.configure(wgGroupPermissions={"user": {"editcontentmodel": False}})
    table = FormTable(mediawiki, tmp_path)
    table.add("Ann", "* dig ~~~~")
    report = table.sync()
    page = table.page()
    (revision,) = page["revisions"]
    content = json.loads(revision["slots"]["main"]["content"])

    assert not report.problems
    assert page["contentmodel"] == ("json" if allowed else "wikitext")
    assert (content["format"], content["bot"]) == (1, "Wikibot")
    assert [each["line"] for each in content["players"][0]["waits"]] == ["dig"]
    assert not {"links", "templates", "categories"} & set(page)

    assert table.sync().idle
    table.add("Ann", "* choose -- 2d4 (1, 3) = 4 ~~~~")
    table.sync()
    assert table.replies()[-1] == "done: found 4"
    told = as_the_form_reads(revision["slots"]["main"]["content"], table.text("State"))
    assert [each["line"] for each in told["players"][0]["waits"]] == ["wager"]
    table.server.pass_time(timedelta(minutes=16))
    table.sync()
    (later,) = table.page()["revisions"]
    assert (later["parentid"], later["minor"]) == (revision["revid"], True)
    table.forget()
    table.sync()
    settled = table.page()["revisions"][0]["revid"]
    table.forget()
    table.sync()
    assert table.page()["revisions"][0]["revid"] == settled
