"""A Chromium for the tests that look at pages: the machine's own, else Debian's, else Playwright's.

It is found once, before the first test, and every process that runs tests is told by the variable ``CHROMIUM``.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEEDED = (
    "The pages are tested in Chromium, and there is none here. Install it (Debian: apt-get install chromium "
    "fonts-dejavu-core; elsewhere set CHROMIUM to the program of a Chromium or Chrome), and the packages: pip install "
    "--editable '.[dev]'."
)
VARIABLE = "CHROMIUM"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
DEBIAN = ("apt-get", "install", "-yqq", "--no-install-recommends", "chromium", "fonts-dejavu-core")
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "chromium")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS = 900
"""How long an installation may take."""


def find() -> str | None:
    """The program of a Chromium that runs: the one that ``CHROMIUM`` names, else the machine's, else Playwright's."""
    given = os.environ.get(VARIABLE)
    if given and not runs(given):
        raise pytest.UsageError(f"{VARIABLE} is set to {given}, which does not run. Set it to a Chromium, or unset it.")
    return given or next(filter(runs, (*filter(None, map(shutil.which, PROGRAMS)), *_of_playwright())), None)


def install() -> str | None:
    """Debian's as root on Debian, else Playwright's own; None where neither can be had."""
    if _may_use_apt():
        print("No Chromium here: installing Debian's, to test the pages ...", flush=True)
        if _done("apt-get", "update", "-qq") and _done(*DEBIAN) and (found := find()):
            return found
    print("No Chromium here: downloading Playwright's, to test the pages ...", flush=True)
    return find() if _done(*PLAYWRIGHT) else None


def runs(program: str) -> bool:
    """Whether it starts at all: some systems have a program of that name that only tells what to install."""
    return _done(program, "--version", quiet=True)


def _of_playwright() -> Iterator[str]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return
    with sync_playwright() as playwright:
        program = playwright.chromium.executable_path
    if Path(program).is_file():
        yield program


def _may_use_apt() -> bool:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and shutil.which("apt-get") is not None and _system() == "debian"


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["ID"]
    except OSError:
        return ""


def _done(*command: str, quiet: bool = False) -> bool:
    """Whether the command could be run and has ended well; what it says is shown unless that is of no interest."""
    output = subprocess.DEVNULL if quiet else None
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def refuse() -> None:
    """Says what is missing: on a laptop the tests are left out, in CI that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(NEEDED, pytrace=False)
    pytest.skip(NEEDED)


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser, for as long as it is needed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        refuse()
    if not os.environ.get(VARIABLE):
        refuse()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ[VARIABLE], args=OPTIONS)
        yield browser
        browser.close()
