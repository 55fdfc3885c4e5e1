"""The first GET of a run by the standard library alone, for most runs end with it.

Loading requests and mwclient takes longer than the whole poll. Whatever is not a plain answer is
left to them: the same request is then made once more, with all their care for what may be wrong.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from msgspec import Struct

from wikibot.wiki.cookies import Cookies
from wikibot.wiki.faults import Fault, retry_after

_GZIP = zlib.MAX_WBITS | 16
KNOWN: dict[str, Any] = {}  # by address, what this process has asked already; each is taken once


class First(Struct, frozen=True):
    """An answer: ``size`` in bytes on the wire, head included; ``wait``: Retry-After, seconds."""

    answer: Any
    size: int
    wait: float | None


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Follow nothing: the address in the settings is to be right."""


def plain_request(
    address: str, params: Mapping[str, str | int], user_agent: str, cookies: Cookies
) -> Request:
    """The GET of a JSON answer, with the cookies that belong to it."""
    url = f"{address}?{urlencode({**params, 'format': 'json'})}"
    headers = {"User-Agent": user_agent, "Accept-Encoding": "gzip"}
    request = Request(url, headers=headers)  # noqa: S310  # http and https: api.py looked
    cookies.jar.add_cookie_header(request)
    return request


def first_get(
    address: str, params: Mapping[str, str | int], user_agent: str, cookies: Cookies, seconds: float
) -> First | None:
    """Get a JSON answer, or take the one that is known. None: ask in the full way.

    Raises :class:`Fault` where the server asks us to wait.
    """
    request = plain_request(address, params, user_agent, cookies)
    if request.full_url in KNOWN:
        return First(KNOWN.pop(request.full_url), 0, None)
    opener = build_opener(HTTPCookieProcessor(cookies.jar), _NoRedirect)
    try:
        with opener.open(request, timeout=seconds) as response:
            found = _read(response)
    except HTTPError as error:
        wait = retry_after(error.headers.get("Retry-After"))
        error.close()
        if wait is not None:
            why = f"the wiki asks for patience (HTTP {error.code})"
            raise Fault(why, sent=False, wait=wait) from None
        return None
    except (OSError, HTTPException, ValueError, zlib.error):
        return None
    cookies.keep()
    return found


def _read(response: HTTPResponse) -> First:
    body = response.read()
    size = len(body) + sum(len(name) + len(value) + 4 for name, value in response.getheaders())
    if response.headers.get("Content-Encoding") == "gzip":
        body = zlib.decompress(body, _GZIP)
    return First(json.loads(body), size, retry_after(response.headers.get("Retry-After")))
