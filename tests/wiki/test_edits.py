"""Edits as the API takes them."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from wikibot.wiki.base import Edit, Revision, Saved, find, parameters, saved, summary
from wikibot.wiki.errors import EditRefused, Refusal

RUN = "7f3a9c"


def edit(text: str = "text", base: int | None = 7, minor: bool = False) -> Edit:
    """An edit of a page, laid over revision 7."""
    return Edit("Log", text, base, f"playing (run {RUN})", RUN, minor)


def sent(edit_: Edit, bot: bool = False) -> dict[str, str | int]:
    """What is posted."""
    return parameters(edit_, bot=bot)


def revision(
    id_: int, user: str | None = "Wikibot", comment: str | None = f"run {RUN}"
) -> Revision:
    """A revision of that page."""
    return Revision(1, id_, id_ - 1, datetime(2024, 1, 5, tzinfo=UTC), user, comment=comment)


def test_an_update_is_guarded_by_its_base() -> None:
    """An update names the revision that was read.

    Never a time, which would let us overwrite ourselves.
    """
    params = sent(edit(base=7))

    assert (7, 1, False, False) == (
        params["baserevid"],
        params["nocreate"],
        "createonly" in params,
        {"basetimestamp", "starttimestamp"} & params.keys() != set(),
    )


def test_a_creation_creates_only() -> None:
    """A page to be made is never laid over one that is there."""
    params = sent(edit(base=None))

    assert (1, False, False) == (params["createonly"], "baserevid" in params, "nocreate" in params)


@pytest.mark.parametrize(
    ("bot", "minor", "flags"), [(True, False, {"bot", "notminor"}), (False, True, {"minor"})]
)
def test_flags(bot: bool, minor: bool, flags: set[str]) -> None:
    """The bot flag is sent only with the right to it; whether an edit is minor is always said."""
    assert flags == sent(edit(minor=minor), bot).keys() & {"bot", "minor", "notminor"}


def test_the_text_is_sent_as_the_server_reads_it() -> None:
    """The server composes characters before it checks md5.

    The checksum is of the composed text.
    """
    params = sent(edit("e\u0301"))

    assert ("\u00e9", hashlib.md5("\u00e9".encode()).hexdigest()) == (params["text"], params["md5"])


def test_text_that_is_no_text() -> None:
    """A lone surrogate cannot be sent; the page is named."""
    with pytest.raises(EditRefused, match="Log"):
        sent(edit("\ud800"))


@pytest.mark.parametrize(
    ("what", "shown"),
    [("2 answers", "wikibot: 2 answers"), ("x" * 600, "wikibot: " + "x" * 474 + "…")],
)
def test_a_summary_shows_no_run(what: str, shown: str) -> None:
    """It is in a link's target, which the server's limit never cuts off."""
    said = summary(what, RUN)

    assert (True, shown) == (len(said) <= 500, said.replace(f"[[#run {RUN}|wikibot]]", "wikibot"))


def test_a_saved_edit() -> None:
    """The answer tells the new revision, and which one it was laid over."""
    answer = {"edit": {"result": "Success", "oldrevid": 8, "newrevid": 9}}

    assert saved(answer) == Saved(9, 8)


def test_an_edit_without_change() -> None:
    """``nochange`` is not a revision."""
    assert saved({"edit": {"result": "Success", "nochange": True}}) is None


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        ({"captcha": {"type": "simple"}}, "captcha"),
        ({"code": "abusefilter-x"}, "abusefilter-x"),
        ({}, "Failure"),
    ],
)
def test_an_edit_that_failed_inside_a_good_answer(failure: dict[str, object], code: str) -> None:
    """Captchas and some extensions say no without an error; that is a refusal all the same."""
    with pytest.raises(Refusal) as caught:
        saved({"edit": {"result": "Failure", **failure}})

    assert caught.value.code == code


@pytest.mark.parametrize(
    ("revisions", "found"),
    [
        ([revision(9)], Saved(9, 8)),
        ([revision(10, "Alice"), revision(9)], Saved(9, 8)),
        ([revision(7)], None),
        ([revision(9, "Alice")], None),
        ([revision(9, None)], None),
        ([revision(9, comment="run other")], None),
        ([revision(9, comment=None)], None),
        ([], None),
    ],
    ids=[
        "ours", "under another", "the base", "of another", "user hidden", "other run",
        "summary hidden", "none",
    ],
)  # fmt: skip
def test_finding_an_edit_whose_answer_was_lost(
    revisions: list[Revision], found: Saved | None
) -> None:
    """Only our account's revision after the base that bears the run id is our edit."""
    assert found == find(revisions, edit(base=7), "Wikibot")
