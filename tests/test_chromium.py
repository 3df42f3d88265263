"""Finding a Chromium: on machines that have one, can get one, or must do without, each with a PATH of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import chromium
import pytest

from autograder.course import HOME

RUNS = "#!/bin/sh\nexit 0\n"
ONLY_TELLS = "#!/bin/sh\necho 'Install me with: snap install chromium'\nexit 1\n"
APT = """#!/bin/sh
cd {folder}
echo "$@" >> asked
echo '#!/bin/sh' > chromium
/bin/chmod +x chromium
"""
PLAYWRIGHTS = """
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    program = Path(playwright.chromium.executable_path)
program.parent.mkdir(parents=True)
program.write_text("#!/bin/sh\\nexit 0\\n")
program.chmod(0o755)
"""
Put = Callable[[str, str], Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts a program on the PATH of a machine that has no other, where an ordinary user works."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(chromium, "PLAYWRIGHT", ("/bin/false",))

    def put(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    return put


def test_the_machines_own_is_taken(put: Put) -> None:
    program = put("chromium", RUNS)
    assert chromium.find() == str(program)


def test_a_program_that_only_tells_what_to_install_is_passed_over(put: Put) -> None:
    put("chromium-browser", ONLY_TELLS)
    assert chromium.find() is None
    program = put("google-chrome", RUNS)
    assert chromium.find() == str(program)


def test_the_variable_goes_first_and_must_name_one_that_runs(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put("chromium", RUNS)
    monkeypatch.setenv(chromium.VARIABLE, str(put("mine", RUNS)))
    assert chromium.find() == os.environ[chromium.VARIABLE]
    monkeypatch.setenv(chromium.VARIABLE, "nowhere/chrome")
    with pytest.raises(pytest.UsageError, match="CHROMIUM is set to nowhere/chrome, which does not run"):
        chromium.find()


def test_root_gets_debians(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("apt-get", APT.format(folder=tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "_system", lambda: "debian")
    assert chromium.install() == str(tmp_path / "chromium")
    asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert asked == ["update -qq", "install -yqq --no-install-recommends chromium fonts-dejavu-core"]


def test_anyone_else_gets_playwrights(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("apt-get", APT.format(folder=tmp_path))
    monkeypatch.setattr(chromium, "PLAYWRIGHT", (sys.executable, "-c", PLAYWRIGHTS))
    found = chromium.install()
    assert found and found.startswith(str(tmp_path / "browsers"))
    assert not (tmp_path / "asked").exists()


def test_where_none_can_be_had_there_is_none(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put("apt-get", ONLY_TELLS)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "_system", lambda: "debian")
    assert chromium.install() is None


def test_a_run_without_browser_and_node_says_so_in_its_last_lines(tmp_path: Path) -> None:
    tests = ["tests/test_pages_in_browser.py::test_the_style_is_applied", "tests/test_site_numbers.py"]
    bare = {"PATH": str(tmp_path), "HOME": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "--dist", "loadfile", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=HOME, env=bare, capture_output=True, text=True, encoding="utf-8")
    last = done.stdout.rstrip().splitlines()[-2:]
    assert done.returncode == 0, done.stdout
    assert any(line.startswith("Not run here: 1 test. The pages are tested in Chromium") for line in last), last
    assert any("tests. The site's modules are tested under Node.js" in line for line in last), last
