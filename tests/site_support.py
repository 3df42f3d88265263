"""The site built once for all tests, and node to run its modules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.site import site
from autograder.authoring.site_frame import SOURCES
from autograder.course import Course

NODE = (
    "The site's modules are tested under Node.js. Install it (Debian: apt-get install nodejs npm; elsewhere version 18 "
    "or newer from your packages)."
)
_kept = tempfile.TemporaryDirectory(prefix="site-")


def refuse(sentence: str) -> None:
    """Says what is missing: on a laptop the tests are left out, in CI that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


@cache
def built() -> Path:
    """A folder with the whole site in ``site/``, Python included."""
    if not (shutil.which("node") and shutil.which("npm")):
        refuse(NODE)
    folder = Path(_kept.name)
    site(folder, Course.open())
    return folder


def node(script: str, *given: Any) -> Any:
    """What the script, the body of an async function of ``given``, returns; ``js`` is the folder of the modules."""
    program = shutil.which("node")
    if program is None:
        refuse(NODE)
    js = (SOURCES / "js").as_uri()
    body = f"""
        const js = {json.dumps(js)};
        const given = JSON.parse(await new Response(process.stdin).text());
        const result = await (async () => {{ {script} }})();
        process.stdout.write(JSON.stringify(result ?? null));
    """
    done = subprocess.run(
        [program, "--input-type=module", "--eval", body],
        input=json.dumps(given), capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
