"""Documents cannot drift: what they name is there, what they tell one to type is understood, what they list is all."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
import typer.main

from autograder.authoring.audit import VISIBLE_SHARE
from autograder.course import HOME
from autograder.course.late import read_policy
from autograder.course.manifest import BY_HAND_RULES, DEADLINE_KEYS, TASK_KEYS
from autograder.outcomes import OUTCOMES
from autograder.quiz.exports import FORMATS
from autograder.verbs.cli import app
from autograder.verbs.reporting import FORMS

HAND_WRITTEN = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "exercises/*/README.md", "data/README.md",
                "bench/README.md", "release/student/README.md")  # fmt: skip
DOCUMENTS = sorted(path for pattern in HAND_WRITTEN for path in HOME.glob(pattern))
TEXTS = {path.relative_to(HOME).as_posix(): path.read_text(encoding="utf-8") for path in DOCUMENTS}
README, CONTRIBUTING = TEXTS["README.md"], TEXTS["CONTRIBUTING.md"]
MAKEFILE = (HOME / "Makefile").read_text(encoding="utf-8")
STUDENT_MAKEFILE = (HOME / "release" / "student.mk").read_text(encoding="utf-8")
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGET = re.compile(r"^([a-z0-9-]+):.*?## (.*)\n((?:\t.*\n)*)", re.MULTILINE)
ASSIGNED = re.compile(r"\b([A-Z][A-Z_]+)=")
OF_THE_WHOLE = {"PYTHON", "RUN"}
"""Variables that every verb knows."""


def tracked(*patterns: str) -> list[str]:
    """The files of the repository."""
    command = ["git", "ls-files", "-z", *patterns]
    return subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]


def targets(makefile: str = MAKEFILE) -> dict[str, tuple[str, str]]:
    """What the help says of each verb, and its recipe."""
    return {verb: (said, recipe) for verb, said, recipe in TARGET.findall(makefile)}


BOTH = [targets(MAKEFILE), targets(STUDENT_MAKEFILE)]
"""Ours, and what a learner's repository has instead of some of our verbs."""


def used(recipe: str) -> set[str]:
    """The variables that a recipe reads."""
    names = set(re.findall(r"\$\((?:[a-z]+ [\w, -]*)?(?:\$\()?([A-Z][A-Z_]+)\)?", recipe))
    return (names | ({"WEEK", "TASK"} if "WEEK_AND_TASK" in names else set())) - {"WEEK_AND_TASK"} - OF_THE_WHOLE


def typed(text: str) -> list[str]:
    """Every command that a document tells one to type: in its blocks and in its sentences."""
    blocks = re.findall(r"```(?:console|sh)?\n(.*?)```", text, re.DOTALL)
    lines = [re.split(r"\s{2,}|#", line)[0] for block in blocks for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def calls_of_make() -> list[tuple[str, str]]:
    return [(name, line) for name, text in TEXTS.items() for line in typed(text) if line.startswith("make ")]


def calls_of_verbs() -> list[tuple[str, str]]:
    found = [(name, line) for name, text in TEXTS.items() for line in typed(text) if "-m autograder " in line]
    return [(name, line) for name, line in found if "VERB" not in line]


# ---------------------------------------------------------------- make


@pytest.mark.parametrize("verb", targets())
def test_the_help_of_a_verb_names_the_variables_that_it_reads(verb: str) -> None:
    said, recipe = targets()[verb]
    refused = {"TASK"} if verb == "grade" else set()
    assert set(ASSIGNED.findall(said)) | set(re.findall(r"\b([A-Z]{3,}) ", said)) - {"JSON"} >= used(recipe) - refused
    assert set(ASSIGNED.findall(said)) <= used(recipe)


@pytest.mark.parametrize(("name", "line"), calls_of_make(), ids=lambda part: part)
def test_what_one_is_told_to_make_can_be_made(name: str, line: str) -> None:
    """Its verbs are there, and each reads the variables that it is given."""
    words = shlex.split(line)[1:]
    verbs, given = [word for word in words if "=" not in word], set(ASSIGNED.findall(line))
    for verb in verbs:
        assert any(verb in each for each in BOTH) or verb in ("VERB", "…", "..."), line
    recipes = [each[verb][1] for each in BOTH for verb in verbs if verb in each]
    readable = set().union(*map(used, recipes), OF_THE_WHOLE)
    assert given <= readable or not verbs, f"{name}: {line}"


@pytest.mark.parametrize(("name", "text"), TEXTS.items(), ids=TEXTS)
def test_a_variable_that_is_spoken_of_is_read_by_some_verb(name: str, text: str) -> None:
    spoken = {each for line in typed(text) for each in re.findall(r"^([A-Z][A-Z_]+)=", line)}
    readable = set().union(*(used(recipe) for each in BOTH for _, recipe in each.values()))
    assert spoken <= readable | {"PYTHONPATH"}


# ---------------------------------------------------------------- verbs


@cache
def verbs() -> dict:
    return typer.main.get_command(app).commands


def understand(arguments: list[str]) -> None:
    """Parses a command line as `python -m autograder` would, and runs nothing."""
    assert arguments[0] in verbs(), f"there is no verb {arguments[0]}"
    verbs()[arguments[0]].make_context(arguments[0], arguments[1:])


def recipe_lines(*words: str) -> list[list[str]]:
    """The calls of our verbs that make would run."""
    done = [f"--assume-old={target}" for target in re.findall(r"\.venv/ready[\w-]*", MAKEFILE)]
    command = ["make", "--dry-run", "--always-make", *done, *words]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    said = subprocess.run(command, cwd=HOME, env=environment, capture_output=True, text=True, check=True).stdout
    joined = said.replace("\\\n", " ").splitlines()
    return [shlex.split(line.split("-m autograder", 1)[1]) for line in joined if "-m autograder " in line]


@pytest.mark.parametrize("verb", [verb for verb, (_, recipe) in targets().items() if "$(RUN)" in recipe])
@pytest.mark.parametrize("is_full", [False, True], ids=["bare", "with all its variables"])
def test_a_recipe_is_understood_by_its_verb(verb: str, is_full: bool) -> None:
    needed = {"report": ["FORM=github", "RESULTS=r"], "nbgrader-scores": ["COURSE=c", "RESULTS=r"]}.get(verb, [])
    number = {"JOBS": 2, "POINTS": 3, "QUIZ": "no"}
    words = [f"{name}={number.get(name, 'a word')}" for name in sorted(used(targets()[verb][1]))] if is_full else needed
    [arguments] = recipe_lines(verb, *words)
    understand(arguments)


@pytest.mark.parametrize(("name", "line"), calls_of_verbs(), ids=lambda part: part)
def test_a_verb_that_is_called_by_hand_is_understood(name: str, line: str) -> None:
    understand(shlex.split(line.split("-m autograder", 1)[1]))


@pytest.mark.parametrize("verb", sorted(verbs()))
def test_a_verb_says_what_it_does_and_what_each_option_is(verb: str) -> None:
    command = verbs()[verb]
    assert command.help and command.help.rstrip().endswith(".")
    told = [option for option in command.params if option.name != "help" and not getattr(option, "hidden", False)]
    assert [option.name for option in told if not option.help] == []


def test_every_verb_has_its_line_in_the_makefile_and_in_the_documents() -> None:
    recipes = " ".join(recipe for _, recipe in targets().values())
    assert [verb for verb in verbs() if f"$(RUN) {verb}" not in recipes] == []
    documents = " ".join(TEXTS.values())
    assert [verb for verb in targets() if verb != "help" and f"make {verb}" not in documents] == []


# ---------------------------------------------------------------- what is named is there


@pytest.mark.parametrize(("name", "text"), TEXTS.items(), ids=TEXTS)
def test_a_file_that_is_named_is_there(name: str, text: str) -> None:
    folders = "exercises|solutions|autograder|self_checks|data|docs|site|release|tests|bench|\\.github|\\.ci"
    named = re.findall(rf"`((?:{folders})/[^`\s]*)`", text)
    plain = [
        path for path in named if not re.search(r"[<*…{]|result\.json$|bench/\.peers|\.before-|hints-opened", path)
    ]
    released = {path.name for path in (HOME / "release").rglob("*")} | {"autograding.json"}
    of_a_release = {path for path in plain if path.startswith(".github/") and Path(path).name in released}
    away = [path for path in plain if not (HOME / path).exists() and path not in of_a_release]
    assert [path for path in away if subprocess.run(["git", "check-ignore", "-q", path], cwd=HOME).returncode] == []


def test_the_modules_that_contributing_names_are_there() -> None:
    modules = {path.name for path in (HOME / "autograder").rglob("*.py")}
    named = set(re.findall(r"`(?:\w+/)*(\w+\.py)`", CONTRIBUTING))
    assert named and named <= modules


def test_the_table_of_folders_names_every_folder() -> None:
    rows = " ".join(re.findall(r"^\| (`[\w_]+/`(?:, `\w+/`)*) \|", README, re.MULTILINE))
    top = {path.split("/")[0] for path in tracked() if "/" in path}
    assert set(re.findall(r"`(\w+)/`", rows)) == {name for name in top if not name.startswith(".")}


# ---------------------------------------------------------------- what is listed is all


def test_the_table_of_dependencies_names_each_of_them() -> None:
    extras = PROJECT["optional-dependencies"].values()
    packages = [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]
    wanted = {re.split(r"[\[<>=~]", package)[0].lower() for package in packages} - {PROJECT["name"]}
    table = CONTRIBUTING.split("| package | reason |", 1)[1].split("\n\n", 1)[0].lower()
    firsts = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    listed = {name for first in firsts for name in re.findall(r"[\w-]+", first)}
    assert wanted - listed == {"nbclient", "nbformat"}  # the row on notebooks says that they test them
    assert all(name in table for name in ("nbclient", "nbformat"))


def test_the_ten_outcomes_are_the_engines() -> None:
    [listed] = re.findall(r"Ten outcomes are possible:\s+([\w,\s]+)\.", README)
    assert set(re.split(r",\s+", listed)) == set(OUTCOMES) and len(OUTCOMES) == 10


def test_the_levels_of_isolation_are_those_that_doctor_knows() -> None:
    rows = README.split("| level | means |", 1)[1].split("\n\n", 1)[0]
    known = re.findall(r'Isolation\(\s*"(\w+)"', (HOME / "autograder/confine/canaries.py").read_text(encoding="utf-8"))
    assert sorted(re.findall(r"^\| (\w+) \|", rows, re.MULTILINE)) == sorted(known)


def test_the_share_of_the_visible_checks_is_the_audits() -> None:
    low, high = (round(100 * share) for share in VISIBLE_SHARE)
    assert f"Visible checks: {low} to {high} % of the points." in CONTRIBUTING


def test_contributing_names_every_key_of_a_task() -> None:
    for key in TASK_KEYS:
        assert re.search(rf"\b{key}\b", CONTRIBUTING), key
    assert all(f'"{rule}"' in CONTRIBUTING for rule in BY_HAND_RULES)


def test_the_deadline_in_the_documents_is_one() -> None:
    [block] = re.findall(r"```toml\n(\[deadline\]\n.*?)```", TEXTS["docs/grading.md"], re.DOTALL)
    table = tomllib.loads(block)["deadline"]
    assert read_policy(table) and set(table) <= DEADLINE_KEYS


def test_the_table_of_export_formats_is_the_list_of_formats() -> None:
    assert re.findall(r"^\| `(\w+)` \| `week-12", TEXTS["docs/quiz-exports.md"], re.MULTILINE) == list(FORMATS)


def test_each_form_of_a_report_is_spoken_of() -> None:
    for form in FORMS:
        assert re.search(rf"\b{form}\b", " ".join(TEXTS.values()), re.IGNORECASE), form


def test_python_is_the_one_that_the_documents_ask_for() -> None:
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert f"Python {oldest} or newer" in README and f"({oldest.replace('.', ', ')})" in MAKEFILE
    workflow = (HOME / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    [versions] = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r"\d\.\d+", versions) == re.findall(r"\d\.\d+", CONTRIBUTING.split("\n\n## ")[0])
    assert "run: bash .ci/run" in workflow


def test_the_parts_of_the_benchmark_are_those_it_has() -> None:
    said = subprocess.run([sys.executable, "bench/bench.py", "no-such-part"], cwd=HOME, capture_output=True, text=True)
    [parts] = re.findall(r"there are ([\w, ]+)\.", said.stderr)
    [listed] = re.findall(r"parts of it \(([\w,\s]+)\)", TEXTS["bench/README.md"])
    assert set(re.split(r",\s+", listed)) | {"peers"} == set(parts.split(", "))


def test_the_parts_of_the_ci_are_those_that_contributing_names() -> None:
    script = (HOME / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"^        (\w+)\)", script, re.MULTILINE) == ["lint", "test", "audit", "fresh"]
    for call in re.findall(r"`bash \.ci/run ([\w ]+)`", CONTRIBUTING):
        assert set(call.split()) <= {"lint", "test", "audit", "fresh"}


def test_no_document_is_forgotten_here() -> None:
    """A new document is either held by these tests or generated."""
    known = {*DOCUMENTS, HOME / "CHANGELOG.md"}
    others = {HOME / name for name in tracked("*.md")} - known
    assert {path.relative_to(HOME).parts[0] for path in others} <= {"tests"}


def test_paths_of_this_machine_stand_in_no_document() -> None:
    assert [name for name, text in TEXTS.items() if re.search(r"/(?:tmp|work|root|home)/", text)] == []
    assert Path(HOME, "LICENSE").is_file()
