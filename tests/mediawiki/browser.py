"""A person at a browser: Debian's Chromium, steered by its driver, without a window.

What is waited for is a condition, never a time. The widgets are OOUI's, as people see them: found
by their labels.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.mediawiki.packages import require_browser

PATIENCE = 30  # seconds until a condition must hold, on a busy machine too
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--force-prefers-reduced-motion", "--window-size=1200,1000",
    "--blink-settings=imagesEnabled=false",  # a skin has dozens, each a request
)  # fmt: skip
PHONE, DESKTOP = (390, 844), (1200, 1000)


class Look(NamedTuple):
    """How a page looks to somebody, light and dark."""

    skin: str
    size: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.skin}-{self.size[0]}"


SKINS = ("vector-2022", "minerva")
LOOKS = [Look(*each) for each in zip(SKINS, (DESKTOP, PHONE), strict=True)]
"""Each skin, and each width. What is asked for with ``Browser.in_sight`` is looked for at both."""

_AS_THE_BROWSER_LIKES = """
document.documentElement.className.match( /clientpref-os/ ) ||
    ( document.documentElement.className += ' skin-theme-clientpref-os' );
"""
# Of elements that are shown, what those say that nobody has to scroll sideways for, and that
# nothing lies over.
_IN_SIGHT = """
return Array.from( document.querySelectorAll( arguments[ 0 ] ) ).filter( function ( each ) {
    if ( !each.checkVisibility( { visibilityProperty: true } ) ) { return false; }
    each.scrollIntoView( { block: 'center' } );
    var box = each.getClientRects()[ 0 ],
        at = document.elementFromPoint( box.left + box.width / 2, box.top + box.height / 2 );
    return box.left >= -1 && box.right <= innerWidth + 1 && at &&
        ( each.contains( at ) || at.contains( each ) );
} ).map( function ( each ) { return each.innerText.trim(); } );
"""
_SHOWN = """
var texts = arguments[ 1 ];
return Array.from( document.querySelectorAll( arguments[ 0 ] ) ).filter( function ( each ) {
    return each.checkVisibility( { visibilityProperty: true } ) &&
        ( !texts.length || texts.includes( each.innerText.trim() ) );
} );
"""
_AT_REST = """
var element = arguments[ 0 ] || null;
document.getAnimations().forEach( function ( each ) {
    if ( each instanceof CSSTransition ) { each.finish(); }
} );
return element ? element.matches( ':hover' ) :
    !document.querySelector( 'a:hover, button:hover, input:hover, .oo-ui-widget:hover' );
"""
# The page that was open asks for nothing more, with another's session, and remembers nothing.
_AT_AN_END = "stop(); for ( var i = setTimeout( String ); i; i-- ) { clearTimeout( i ); }"
_READY = "return document.readyState === 'complete' && !!window.mw && !!mw.loader"
T = TypeVar("T")


class Browser:
    """One browser. Raises NotHere where there is none on this machine."""

    def __init__(self) -> None:
        program, driver = require_browser()
        self._profile = tempfile.mkdtemp(prefix="wikibot-browser-")
        options = ChromeOptions()
        options.binary_location = program
        for flag in (*FLAGS, f"--user-data-dir={self._profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "WARNING"})
        os.environ["SE_AVOID_STATS"] = "true"
        self.driver = Chrome(options=options, service=Service(driver))
        self.driver.set_script_timeout(PATIENCE)
        self._size, self._scheme = DESKTOP, "light"

    def quit(self) -> None:
        """End it, and remove its profile."""
        self.driver.quit()
        shutil.rmtree(self._profile, ignore_errors=True)

    # -- going somewhere -----------------------------------------------------------------------

    def log_in(self, url: str, cookies: Mapping[str, str]) -> None:
        """Take up the session of an account, on a wiki; {} for a reader without one."""
        self.driver.execute_script(_AT_AN_END)
        do = self.driver.execute_cdp_cmd
        do("Network.clearBrowserCookies", {})
        do("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "local_storage"})
        session = [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
        do("Network.setCookies", {"cookies": session})

    def size(self, size: tuple[int, int]) -> None:
        """Be as wide and high as a phone, or a desktop's window."""
        self._size = size
        width, height = size
        shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)

    def prefer(self, scheme: str) -> None:
        """Prefer light or dark pages."""
        self._scheme = scheme
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        if scheme == "dark" and self.run("return !!window.mw"):
            self.run(_AS_THE_BROWSER_LIKES)

    def looks(self) -> Iterator[str]:
        """Show the page that is open at both widths, light and dark; gives which look it is."""
        for size, scheme in product((DESKTOP, PHONE), ("light", "dark")):
            self.size(size)
            self.prefer(scheme)
            yield f"{size[0]}, {scheme}"
        self.prefer("light")

    def open(self, url: str, title: str, **params: str) -> None:
        """Open a page of a wiki."""
        self.driver.get(f"{url}/index.php?{urlencode({'title': title, **params})}")
        self.wait(lambda: self.run(_READY))

    # -- looking -------------------------------------------------------------------------------

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script on the page returns."""
        return self.driver.execute_script(script, *arguments)

    def script_gives(self, script: str, *arguments: Any) -> Any:
        """What a script calls its last argument with."""
        return self.driver.execute_async_script(script, *arguments)

    def wait(self, condition: Callable[[], T | None]) -> T:
        """Wait until a condition holds; gives what it gave."""

        def holds(_: Chrome) -> T | None:
            try:
                return condition()
            except StaleElementReferenceException:
                return None

        try:
            found: Any = WebDriverWait(self.driver, PATIENCE, 0.05).until(holds)
        except TimeoutException:
            shown = self.text(".wikibot-form-box") or self.text("body")
            logged = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
            told = [each["message"] for each in logged]
            raise AssertionError(f"waited in vain; there is:\n{shown}\n{told}") from None
        return found  # type: ignore[no-any-return]

    def all(self, css: str, *texts: str) -> list[WebElement]:
        """The elements that are shown now; with ``texts`` those that say just one of these."""
        found: list[WebElement] = self.run(_SHOWN, css, texts)
        return found

    def first(self, css: str, *texts: str) -> WebElement:
        """Wait for the first of such elements."""
        return self.wait(lambda: next(iter(self.all(css, *texts)), None))

    def in_sight(self, css: str) -> list[str]:
        """What such elements say that are shown, inside of the window, and under nothing else: at
        both widths, on light pages and on dark ones.
        """
        size, scheme = self._size, self._scheme

        def in_all() -> tuple[list[str]] | None:
            found = [self.run(_IN_SIGHT, css) for _ in self.looks()]
            self.size(size)
            self.prefer(scheme)
            return (found[0],) if found == found[:1] * 4 else None

        (texts,) = self.wait(in_all)  # a page may change meanwhile
        return texts

    def text(self, css: str) -> str:
        """What is read in the first such element, "" where there is none."""
        return next((each.text for each in self.all(css)), "")

    def wait_for(self, css: str, *words: str) -> str:
        """Wait until an element says all these words; gives all that it says."""
        return self.wait(lambda: next(
            (each.text for each in self.all(css) if all(word in each.text for word in words)), ""
        ))  # fmt: skip

    # -- acting --------------------------------------------------------------------------------

    def click(self, element: WebElement) -> None:
        """Click where the element is shown."""
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def button(self, label: str) -> WebElement:
        """Wait for a button, or something like one, with this label."""
        return self.first(".oo-ui-buttonElement-button, a, summary", label)

    def press(self, label: str) -> None:
        """Press a button."""
        self.click(self.button(label))

    def point_at(self, element: WebElement | None) -> None:
        """Move the pointer there, or off all parts, and let what changes its colour change it."""
        if element:
            self.run("arguments[0].scrollIntoView({block: 'center'})", element)
            ActionChains(self.driver).move_to_element(element).perform()
        else:
            corner = {"type": "mouseMoved", "x": 0, "y": 0}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", corner)
        self.wait(lambda: self.run(_AT_REST, element))

    def field(self, label: str, number: int = 0) -> WebElement:
        """Wait for the part of the form with this label; of several the one with this number."""
        css = "[class^=wikibot-form] .oo-ui-fieldLayout-header label"

        def found() -> WebElement | None:
            labels = self.all(css, label, f"{label} (may be left empty)")
            return labels[number] if number < len(labels) else None

        layout: WebElement = self.run(
            "return arguments[0].closest('.oo-ui-fieldLayout')", self.wait(found)
        )
        return layout

    def choose(self, label: str, option: str, number: int = 0) -> None:
        """Choose an option of a list."""
        handle = self.field(label, number).find_element(
            By.CSS_SELECTOR, ".oo-ui-dropdownWidget-handle"
        )
        self.run("scrollTo(0, arguments[0].getBoundingClientRect().top + scrollY - 150)", handle)
        handle.click()
        found = self.first(".oo-ui-menuOptionWidget", option)
        self.run("arguments[0].scrollIntoView({block: 'nearest'})", found)
        found.click()

    def write(self, label: str, text: str, number: int = 0) -> None:
        """Write into a field, in place of what stands there."""
        box = self._box(label, number)
        self.run("arguments[0].scrollIntoView({block: 'center'})", box)
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(text or Keys.DELETE)

    def written(self, label: str) -> str:
        """What stands in a field."""
        return str(self._box(label, 0).get_property("value"))

    def _box(self, label: str, number: int) -> WebElement:
        """Where something is written in a field; a text that grows has a hidden copy."""
        inputs = self.field(label, number).find_elements(By.CSS_SELECTOR, "textarea, input")
        return next(each for each in inputs if each.is_displayed())
