"""The Makefile, pyproject.toml and README of a release, made from ours: they name only what the release holds."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from autograder.course import Task

VERBS = ("help", "check", "watch", "hint", "quiz", "lesson", "notebook", "doctor", "test", "clean")
"""What a student's Makefile keeps."""
NEEDS = {"quiz": "self_checks/*/quiz.toml", "lesson": "exercises/week-20/starter.py"}
"""Verbs that go where the file goes that they are about."""
EXTRAS = ("lesson", "notebook")
"""Optional packages that students may want."""
EXAMPLE_WEEK, EXAMPLE_TASK = "week-12", "softmax"
"""What our texts take as an example; a release without that week says its own first week and task."""
RULE = re.compile(r"([\w./-]+):(?!=)(.*)")
HEADING = "##@"
"""Begins the name of a group of verbs; students' verbs are one group."""
EXTRA = re.compile(r"^([\w-]+) = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)
PACKAGE_DATA = re.compile(r"(?<=\[tool\.setuptools\.package-data\]\nautograder = )\[.*\]")
ROW = re.compile(r"^\|.*\n", re.MULTILINE)


def verbs_for(files: Collection[str]) -> list[str]:
    """The verbs that a student can use with these files."""
    return [verb for verb in VERBS if verb not in NEEDS or _any_fits(files, NEEDS[verb])]


def _any_fits(names: Collection[str], pattern: str) -> bool:
    return any(PurePosixPath(name).match(pattern) for name in names)


def makefile(ours: str, own: str, verbs: Sequence[str], first: Task) -> str:
    """Our Makefile with those verbs and the rules that they need; ``own`` has the rules that are the students' own.

    >>> makefile("check: ready ## it\\n\\t@run\\n\\nready:\\n\\t@make\\n\\naudit: ## it\\n", "", ["check"], softmax)
    'check: ready ## it\\n\\t@run\\n\\nready:\\n\\t@make\\n'
    """
    blocks = [block for block in ours.strip("\n").split("\n\n") if not block.startswith(HEADING)]
    both = [*blocks, *own.strip("\n").split("\n\n")]
    rules = {_target(block): block for block in both if _target(block)}
    wanted = _with_what_they_need([verb for verb in verbs if verb in rules], rules)
    kept = [rules.get(_target(block), block) for block in blocks if _target(block) in (None, *wanted)]
    phony = " ".join(verb for verb in verbs if verb in rules)
    return _with_examples(re.sub(r"\.PHONY:.*", f".PHONY: {phony}", "\n\n".join(kept)), first) + "\n"


def _target(block: str) -> str | None:
    """What the block makes; None for a block that is no rule."""
    found = RULE.match(block)
    return found[1] if found else None


def _with_what_they_need(targets: Sequence[str], rules: dict[str, str]) -> list[str]:
    """The targets and, in turn, the rules that those name in their first lines."""
    wanted = list(targets)
    for target in wanted:  # grows while it is read
        needs = RULE.match(rules[target])[2].partition("##")[0].split()
        wanted += [name for name in needs if name in rules and name not in wanted]
    return wanted


def project(ours: str, files: Collection[str]) -> str:
    """The student's pyproject.toml: the same dependencies, without what staff, tests and style need."""
    before, heading, after = ours.partition("[project.optional-dependencies]\n")
    extras, following, rest = after.partition("[project.entry-points.pytest11]")
    kept = "".join(block[0] for block in EXTRA.finditer(extras) if block[1] in EXTRAS)
    text = f"{before}{heading}{kept}\n{following}{rest.partition('[tool.ruff]')[0]}".rstrip() + "\n"
    return PACKAGE_DATA.sub(lambda found: _package_data(found[0], files), text)


def _package_data(patterns: str, files: Collection[str]) -> str:
    kept = [pattern for pattern in json.loads(patterns) if _any_fits(files, f"autograder/{pattern}")]
    return json.dumps(kept)


def readme(text: str, verbs: Collection[str], first: Task) -> str:
    """The students' README without the rows of verbs that they do not have."""
    return _with_examples(ROW.sub(lambda row: row[0] if _can(row[0], verbs) else "", text), first)


def _can(row: str, verbs: Collection[str]) -> bool:
    return all(verb in verbs for verb in re.findall(r"`make ([a-z]+)", row))


def _with_examples(text: str, first: Task) -> str:
    return text.replace(EXAMPLE_WEEK, first.week).replace(EXAMPLE_TASK, first.name)
