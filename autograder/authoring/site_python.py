"""Python for the page: the course's own modules as they are, and Pyodide from npm, pinned by a lock file."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from autograder.authoring.site_frame import SOURCES
from autograder.course import HOME, Course, CourseError
from autograder.quiz.places import bank_path, weeks_with_bank

PYODIDE = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "pyodide.mjs", "python_stdlib.zip")
"""What a browser needs of the package."""
OWN = ("bridge.py", "snippet.py")
NPM = (
    "The page's Python comes from npm, and npm is not here. Install Node.js 18 or newer (Debian: apt-get install "
    "nodejs npm), then call this again."
)


def course_python(course: Course) -> dict[str, bytes]:
    """The scorer's modules, the page's own, the banks, and a list of them for the worker."""
    own = {name: (SOURCES / "python" / name).read_bytes() for name in OWN}
    modules = own | {name: (HOME / name).read_bytes() for name in needed(own.values())}
    banks = {week.name: bank_path(week).read_bytes() for week in weeks_with_bank(course)}
    listed = json.dumps({"modules": sorted(modules), "banks": sorted(banks)}, indent=1) + "\n"
    return {
        "python/files.json": listed.encode(),
        **{f"python/{name}": data for name, data in modules.items()},
        **{f"banks/{week}.toml": data for week, data in banks.items()},
    }


def needed(sources: Iterable[bytes]) -> list[str]:
    """The engine's files that these sources import, and what those import, and so on; packages included."""
    found: set[str] = set()
    waiting = [name for source in sources for name in _imports(source)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports((HOME / name).read_bytes())
    return sorted(found)


def _imports(source: bytes) -> list[str]:
    """The files of the engine behind a source's ``from autograder.x import y``."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.module]
    names = [name for node in nodes for name in (node.module, *(f"{node.module}.{each.name}" for each in node.names))]
    return [file for name in names if name.partition(".")[0] == "autograder" for file in _files(name)]


def _files(module: str) -> list[str]:
    """A module's file and those of the packages around it; [] for a name inside a module."""
    parts = module.split(".")
    if (HOME.joinpath(*parts) / "__init__.py").is_file():
        return ["/".join((*parts[:count], "__init__.py")) for count in range(1, len(parts) + 1)]
    path = "/".join(parts) + ".py"
    return [*_files(".".join(parts[:-1])), path] if (HOME / path).is_file() else []


def pyodide(folder: Path) -> dict[str, bytes]:
    """Pyodide's files; ``folder`` keeps what npm has fetched, so that the next build asks nothing."""
    package = fetched(folder)
    return {f"pyodide/{name}": (package / name).read_bytes() for name in PYODIDE}


def fetched(folder: Path) -> Path:
    """The npm package as the lock file pins it; raises CourseError with the way out."""
    package, stamp = folder / "node_modules" / "pyodide", folder / "package-lock.json"
    lock = (SOURCES / "package-lock.json").read_bytes()
    if stamp.is_file() and stamp.read_bytes() == lock and all((package / name).is_file() for name in PYODIDE):
        return package
    npm = shutil.which("npm")
    if npm is None:
        raise CourseError(NPM)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_bytes((SOURCES / "package.json").read_bytes())
    stamp.write_bytes(lock)
    _npm_ci(npm, folder)
    return package


def _npm_ci(npm: str, folder: Path) -> None:
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        (folder / "package-lock.json").unlink()
        raise CourseError(f"npm could not fetch Pyodide. It said:\n{(done.stderr or done.stdout).strip()[-2000:]}")


def version() -> str:
    """The pinned version of Pyodide."""
    return json.loads((SOURCES / "package.json").read_bytes())["dependencies"]["pyodide"]
