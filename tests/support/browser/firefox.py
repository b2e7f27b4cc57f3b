"""Firefox before the pages, driven by its own protocol: the system's browser, without a window."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from base64 import b64decode
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import axe_playwright_python

from tests.support.browser.player import SHOTS, STICKING_OUT

NAMES = ("firefox-esr", "firefox")
ABSENT = (
    "NO FIREFOX HERE, SO THE PAGES WERE TRIED IN CHROMIUM ALONE. Install one (Debian: apt-get"
    " install firefox-esr)."
)
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")

_LEAST = 500
"""Firefox makes no window narrower than so many pixels: on a phone a pixel of a page is larger."""

_CONTROL = """
const words = it => [it.ariaLabel, ...[...it.labels ?? []].map(each => each.innerText),
  it.matches("a, button") ? it.innerText : ""].map(each => each ?? "")
  .map(each => each.replace(/\\s+/g, " ").trim());
const seen = [...document.querySelectorAll("input, select, textarea, button, a[href]")]
  .filter(it => it.checkVisibility());
const like = fits => seen.find(it => words(it).some(fits));
const named = name => like(it => it == name) ?? like(it => it.startsWith(name))
  ?? like(it => it.endsWith(name)) ?? null;
"""
"""What is called so, else what begins so, else what ends so."""

_AXE = """;
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(
  found.violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html}`))));
"""


def found() -> str | None:
    """The path of a Firefox, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Marionette:
    """A line to a Firefox, by the protocol that is built into it: commands out, answers back.

    Mozilla's driver for it would bring a dozen packages, of which one is wanted in an old version.
    """

    def __init__(self, port: int):
        self.line = _line_to(port)
        self.sent = 0
        self.read = self.line.makefile("rb")
        self._answer()
        self.says("WebDriver:NewSession", {"timeouts": {"script": 30_000}})

    def says(self, command: str, params: dict[str, Any] | None = None) -> Any:
        """Send a command and return its answer; raises RuntimeError for what Firefox refuses."""
        self.sent += 1
        body = json.dumps([0, self.sent, command, params or {}]).encode()
        self.line.sendall(b"%d:%s" % (len(body), body))
        _, _, error, found = self._answer()
        if error:
            raise RuntimeError(f"{command}: {error['error']}, {error['message']}")
        return found.get("value", found) if isinstance(found, dict) else found

    def _answer(self) -> Any:
        size = b"".join(iter(lambda: self.read.read(1), b":"))
        return json.loads(self.read.read(int(size)))


class Firefox:
    """A Firefox with a profile of its own, and somebody before it."""

    def __init__(self, program: str, profile: Path):
        profile.mkdir(parents=True)
        port = _free_port()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [program, "--headless", "--marionette", "--remote-allow-system-access"]
        command += ["--no-remote", "--profile", str(profile)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        self.driver = Marionette(port)

    def close(self) -> None:
        """End it."""
        self.driver.line.close()
        self.process.terminate()
        self.process.wait(30)

    def is_wide(self, width: int, height: int = 800) -> Self:
        """Give the page so many pixels."""
        scale = max(1.0, _LEAST / width)
        self.driver.says("Marionette:SetContext", {"value": "chrome"})
        self.says("gBrowser.selectedBrowser.fullZoom = arguments[0]", scale)
        self.driver.says("Marionette:SetContext", {"value": "content"})
        frame = self.says("return outerHeight - innerHeight") * scale
        size = {"width": round(width * scale), "height": round(height * scale + frame)}
        self.driver.says("WebDriver:SetWindowRect", size)
        deadline = monotonic() + 10
        while abs(self.says("return innerWidth") - width) > 2 and monotonic() < deadline:
            sleep(0.05)
        assert abs(self.says("return innerWidth") - width) <= 2, self.says("return innerWidth")
        return self

    def goes_to(self, address: str) -> Self:
        """Load a page."""
        self.driver.says("WebDriver:Navigate", {"url": address})
        return self

    def says(self, script: str, *given: Any) -> Any:
        """What a script on the page returns."""
        said = {"script": script, "args": given, "newSandbox": False, "sandbox": "default"}
        return self.driver.says("WebDriver:ExecuteScript", said)

    def fills(self, label: str, value: str) -> Self:
        """Fill in the field to be seen that is called so."""
        told = "const it = named(arguments[0]); it.value = ''; return it;"
        it = self.says(_CONTROL + told, label)
        self.driver.says("WebDriver:ElementSendKeys", {"id": _id(it), "text": value})
        return self

    def taps(self, name: str) -> Self:
        """Press the button or the link to be seen that is called so."""
        it = self.says(_CONTROL + "return named(arguments[0])", name)
        assert it is not None, (name, self.reads())
        self.says("arguments[0].scrollIntoView({block: 'center'})", it)
        self.driver.says("WebDriver:ElementClick", {"id": _id(it)})
        return self

    def presses(self, name: str) -> Self:
        """Press what is called so, and wait for the page that it leads to."""
        self.says("window.isOld = true")
        self.taps(name)
        deadline = monotonic() + 15
        while self.says("return !!window.isOld || document.readyState != 'complete'"):
            assert monotonic() < deadline, (name, self.reads())
            sleep(0.02)
        return self

    def reads(self, of: str = "body") -> str:
        """What is to be read in an element."""
        return str(self.says("return document.querySelector(arguments[0]).innerText", of))

    def shows(self, text: str, seconds: float = 10) -> Self:
        """A text comes to be read somewhere on the page."""
        deadline = monotonic() + seconds
        while text not in self.reads():
            assert monotonic() < deadline, (text, self.reads())
            sleep(0.05)
        return self

    def box(self, of: str) -> dict[str, float]:
        """Where an element stands, in pixels from the top left of the window."""
        told = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
        return dict(self.says(told, of))

    def is_well(self, name: str) -> Self:
        """Nothing sticks out to the side, and axe finds nothing; a picture if they are kept."""
        script = {"script": AXE.read_text() + _AXE, "args": []}
        wrong = self.driver.says("WebDriver:ExecuteAsyncScript", script)
        assert wrong == [], (name, wrong)
        assert self.says(f"return ({STICKING_OUT})()") == [], name
        if SHOTS:
            shot = self.driver.says("WebDriver:TakeScreenshot", {"full": True})
            Path(SHOTS, f"firefox-{name}.png").write_bytes(b64decode(shot))
        return self


def _id(element: dict[str, str]) -> str:
    """The name by which an element of the page is spoken of."""
    return next(iter(element.values()))


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _line_to(port: int, seconds: float = 60) -> socket.socket:
    """Connect as soon as something listens there; raises ConnectionError."""
    deadline = monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), seconds)
        except ConnectionError:
            if monotonic() > deadline:
                raise
            sleep(0.1)
