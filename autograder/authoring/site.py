"""The verb ``site``: the self-study page as plain files, in ``dist/site/``.

The course in, files out; the same course gives the same bytes. Whoever serves the folder serves the page: it asks
nothing of any other host, and works below any path.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

from autograder.authoring.site_frame import SOURCES, filled, source
from autograder.authoring.site_pages import pages
from autograder.authoring.site_python import course_python, pyodide, version
from autograder.course import HOME, Course, CourseError

STYLE = HOME / "autograder" / "report" / "page.css"
FIRST_VIEW = 100_000
"""Bytes: what a page may cost before anybody asks for Python."""
USED = re.compile(r'(?:from |src="|href=")["./]*([\w./-]+\.(?:js|css|svg))"')


def site(out: Path, course: Course | None = None) -> int:
    """Writes ``out/site/``, and says how large each page is; raises CourseError."""
    files = site_files(course or Course.open())
    files |= pyodide(out / "npm")
    folder = out / "site"
    _start_anew(folder)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    _tell(folder, files)
    return 0


def site_files(course: Course) -> dict[str, bytes]:
    """Every file of the site but Pyodide's, by its name."""
    files = {name: text.encode() for name, text in pages(course).items()}
    files |= {f"js/{path.name}": path.read_bytes() for path in sorted((SOURCES / "js").glob("*.js"))}
    files |= {name: (SOURCES / name).read_bytes() for name in ("site.css", "icon.svg")}
    files["page.css"] = STYLE.read_bytes()
    files |= course_python(course)
    files["offline.js"] = _offline(files)
    return dict(sorted(files.items()))


def _offline(files: dict[str, bytes]) -> bytes:
    """The script that keeps these files for the time without a network; its name for them changes with any of them."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name} {len(files[name])}\n".encode() + files[name])
    listed = json.dumps(sorted(files), indent=1)
    return filled(source("offline.js"), version=digest.hexdigest()[:16], python=version(), files=listed).encode()


def first_view(files: dict[str, bytes], page: str) -> int:
    """The bytes of a page and of all that it loads by itself: styles, picture, modules and what those import."""
    seen, waiting = set(), [page]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        text = files[name].decode()
        folder = "js/" if name.startswith("js/") else ""
        waiting += [folder + found for found in USED.findall(text) if folder + found in files]
    return sum(len(files[name]) for name in seen)


def _start_anew(folder: Path) -> None:
    """Empties a folder that an earlier build has made; refuses one that holds anything else."""
    if folder.exists() and not (folder / "offline.js").is_file():
        raise CourseError(f"{folder} is there and was not made by this verb: remove it, or give another --out.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def _tell(folder: Path, files: dict[str, bytes]) -> None:
    print("page                    first view, without Python")
    for name in (name for name in files if name.endswith(".html")):
        print(f"{name:24}{first_view(files, name) / 1000:7.1f} KB")
    python = sum(len(data) for name, data in files.items() if name.startswith("pyodide/"))
    rest = sum(map(len, files.values())) - python
    print(f"everything, for offline {rest / 1000:7.1f} KB, fetched after the first view")
    print(f"Python                  {python / 1e6:7.1f} MB, fetched on the first run")
    print(f"{len(files)} files in {folder}. To look at it, at http://localhost:8000 until Ctrl-C:")
    print(f"  python3 -m http.server --bind 127.0.0.1 --directory {folder}")
