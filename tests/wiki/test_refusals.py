"""The server's codes as our errors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.for_each import for_each
from wikibot.wiki.api import of_fault, of_refusal
from wikibot.wiki.errors import (
    EditConflict,
    EditRefused,
    Fault,
    NotAllowed,
    PageAppeared,
    PageUnreadable,
    PageVanished,
    Refusal,
    TryLater,
    WikiError,
    WrongSettings,
    from_error,
)

CODES = {
    EditConflict: ["editconflict"],
    PageAppeared: ["articleexists", "edit-already-exists"],
    PageVanished: ["missingtitle", "pagedeleted", "nosuchrevid", "badid_rvstartid"],
    NotAllowed: [
        "protectedpage", "cascadeprotected", "protectedtitle", "protectednamespace",
        "protectednamespace-interface",
        "permissiondenied", "writeapidenied", "readapidenied", "noedit", "noedit-anon",
        "cantcreate", "cantcreate-anon",
        "confirmemail", "blocked", "autoblocked", "badtoken", "assertuserfailed",
        "assertnameduserfailed",
        "globalblocking-blockedtext-user",
    ],
    TryLater: ["readonly", "ratelimited", "maxlag"],
    EditRefused: [
        "abusefilter-disallowed", "abusefilter-warning", "spamblacklist",
        "titleblacklist-forbidden",
        "titleblacklist-forbidden-edit", "contenttoobig", "captcha", "badmd5", "hookaborted",
        "some-new-extension",
    ],
    WrongSettings: ["invalidtitle", "unknown_action"],
    PageUnreadable: ["no-direct-editing"],
}  # fmt: skip


@for_each("code, kind", [(code, kind) for kind, codes in CODES.items() for code in codes])
def test_codes_told_apart(code: str, kind: type[WikiError]) -> None:
    """Each code leads to its own error, which keeps page and code and says what to do."""
    error = of_refusal(Refusal(code), "Log", editing=True)

    assert (kind, "Log", code, True) == (type(error), error.page, error.code, bool(error.remedy))


def test_an_unknown_code_while_reading() -> None:
    """What we do not know is told in the server's words, on one line."""
    error = of_refusal(Refusal("strange", "First line.\nSecond line."))

    assert (WikiError, True) == (type(error), "First line. Second line." in str(error))


@pytest.mark.parametrize(
    ("code", "data", "told"),
    [
        ("abusefilter-disallowed", {"abusefilter": {"id": 3, "description": "No bots"}},
         "filter 3, No bots"),
        ("spamblacklist", {"spamblacklist": {"matches": ["bad.example"]}}, "bad.example"),
        ("readonly", {"readonlyreason": "Backup until noon"}, "Backup until noon"),
        ("maxlag", {"lag": 7.2}, "7 seconds"),
        ("blocked",
         {"blockinfo": {
             "blockedby": "Steward", "blockreason": "loop", "blockexpiry": "infinite",
         }},
         "the account is blocked by Steward until infinite: loop"),
        ("blocked", {"blockinfo": {"blockedby": "Steward", "blockpartial": True}},
         "blocked on this page"),
    ],
)  # fmt: skip
def test_details(code: str, data: dict[str, Any], told: str) -> None:
    """An operator learns which filter, which site, why read-only, and who blocked."""
    assert told in str(of_refusal(Refusal(code, data=data), "Log", editing=True))


def test_a_server_that_stumbled_is_no_refusal() -> None:
    """After an exception inside the server nobody knows how far it came."""
    assert isinstance(
        from_error({"error": {"code": "internal_api_error_DBQueryError"}}, None), Fault
    )


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": "readonly", "info": "In read-only mode.", "readonlyreason": "Backup"}},
        {
            "errors": [
                {
                    "code": "readonly",
                    "text": "In read-only mode.",
                    "data": {"readonlyreason": "Backup"},
                }
            ]
        },
    ],
    ids=["old form", "errorformat"],
)
def test_both_forms_of_errors(answer: dict[str, Any]) -> None:
    """The API has two forms for its errors; both are understood."""
    refusal = from_error(answer, None)

    assert isinstance(refusal, Refusal)
    assert ("readonly", "In read-only mode.", "Backup") == (
        refusal.code,
        refusal.info,
        refusal.data["readonlyreason"],
    )


def test_a_fault_that_outlasted_all_tries() -> None:
    """The message says what was tried, why it failed, and how long the wiki asked to wait."""
    error = of_fault(Fault("the server failed (HTTP 503)", wait=900), "saving Log")

    assert str(error) == (
        "saving Log: the server failed (HTTP 503) [unreachable]. "
        "The wiki asked for 900 seconds. The next run tries again."
    )
