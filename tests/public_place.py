"""A Python and a checkout that every user may read: those that are here, or copies of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from autograder.confine.privileges import _is_public, interpreter_is_public
from autograder.course import HOME

VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"
NOT_COPIED = shutil.ignore_patterns("site-packages", "test", "__pycache__", ".git", ".venv", "*.a")


@dataclass(frozen=True)
class Place:
    """An interpreter and a checkout that every user may read."""

    python: Path
    root: Path

    def run(self, *arguments: str, user: int | None) -> subprocess.CompletedProcess:
        """Runs ``python -m pytest`` there, as that user if one is given."""
        who = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/", "PYTHONPATH": str(self.root), "PYTHONUTF8": "1"}
        command = [str(self.python), "-B", "-s", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        options = {
            "env": environment | libraries(self.python),
            "cwd": self.root,
            "capture_output": True,
            "text": True,
            "timeout": 300,
        }
        return subprocess.run(command, **options, **who)


def public_place(folder: Path) -> Place:
    """What every user may read, copied to the folder as far as that is not so already."""
    folder.chmod(0o755)
    python = Path(sys.executable) if interpreter_is_public() else environment(folder)
    root = HOME if _is_public(HOME) else Path(shutil.copytree(HOME, folder / "course", ignore=NOT_COPIED))
    return Place(python, root)


def environment(folder: Path) -> Path:
    """The interpreter of a virtual environment with the packages of this one."""
    base, home = base_interpreter(folder), folder / "environment"
    (home / "bin").mkdir(parents=True)
    (home / "lib" / VERSION).mkdir(parents=True)
    (home / "pyvenv.cfg").write_text(f"home = {base.parent}\n", encoding="utf-8")
    (home / "bin" / "python").symlink_to(base)
    (home / "lib" / VERSION / "site-packages").symlink_to(packages(folder), target_is_directory=True)
    return home / "bin" / "python"


def base_interpreter(folder: Path) -> Path:
    """The Python that this one was made from, or a copy with its library."""
    python, library = Path(sys.executable).resolve(), Path(sysconfig.get_path("stdlib")).resolve()
    if _is_public(python) and _is_public(library):
        return python
    shutil.copytree(library, folder / "python" / "lib" / VERSION, ignore=NOT_COPIED)
    for shared in library.parent.glob("libpython*.so*"):
        shutil.copy(shared, folder / "python" / "lib")
    (folder / "python" / "bin").mkdir()
    return Path(shutil.copy(python, folder / "python" / "bin" / VERSION))


def packages(folder: Path) -> Path:
    """The installed packages where all may read them, else a copy made of hard links."""
    here = Path(sysconfig.get_path("purelib")).resolve()
    if _is_public(here):
        return here
    shutil.copytree(here, folder / "packages", copy_function=os.link, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "packages"


def libraries(python: Path | str) -> dict[str, str]:
    """Where a Python that was copied finds its own shared library."""
    return {"LD_LIBRARY_PATH": str(Path(python).resolve().parent.parent / "lib")}
