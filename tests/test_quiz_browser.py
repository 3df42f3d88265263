"""The scorer runs unchanged in the browser: standard library only, nothing of ours outside ``autograder.quiz``."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from quiz.example import EXAMPLE

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
import importlib.abc, json, sys

class OnlyOurs(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        ours = name == "autograder" or name == "autograder.quiz" or name.startswith("autograder.quiz.")
        if not (top in sys.stdlib_module_names or ours):
            raise ImportError(f"{name} must not be imported")

sys.meta_path.insert(0, OnlyOurs())
sys.path.insert(0, sys.argv[1])
from autograder.quiz.bank import read_bank
from autograder.quiz.exact import standard_answer
from autograder.quiz.leitner import after
from autograder.quiz.scorer import score
from autograder.quiz.variants import for_student

bank = read_bank(open(sys.argv[2], encoding="utf-8").read(), "example")
scores = [score(q, standard_answer(for_student(q, "7")), "7").as_dict() for q in bank.questions]
scores += [score(q, "the softmax of large scores saturates", "7").as_dict() for q in bank.questions]
print(json.dumps(scores, sort_keys=True))
print(sorted(name for name in sys.modules if name.partition(".")[0] not in sys.stdlib_module_names))
"""


def run(hash_seed: str) -> list[str]:
    command = [sys.executable, "-I", "-S", "-c", SCRIPT, str(ROOT), str(EXAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONHASHSEED": hash_seed}, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_scorer_needs_nothing_but_the_standard_library_and_itself() -> None:
    scores, modules = run("0")
    assert scores.count('"credited"') >= 9
    ours = [name for name in ast.literal_eval(modules) if name != "__main__"]
    assert all(name == "autograder" or name.startswith("autograder.quiz") for name in ours)


def test_the_same_answers_give_the_same_bytes_in_every_process() -> None:
    assert run("1") == run("2")
