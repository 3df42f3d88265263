"""How much the lesson of week 20 learns, with and without positions: ``python bench/lesson.py``.

The reference functions, the lesson's own code and settings (Adam 3e-3, batches of 256, 4 epochs); a seed decides the
sample, the split, the first weights and the dropout. Twins are texts that differ from another one in their order alone.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
from pathlib import Path

import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "data"), str(ROOT / "exercises" / "week-20")]

import make_feedback  # noqa: E402
import starter  # noqa: E402
from lesson_data import read_feedback  # noqa: E402

Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description="Held-out accuracy with and without positions, over several seeds.")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rows", type=starter.rows, nargs="*", default=[4000, None], help="how many texts, or all")
    options = parser.parse_args()
    torch.set_num_threads(1)
    own = starter.load(ROOT / "solutions" / "week-20")
    twins = {row["feedback_text"] for row in make_feedback.twins(read_feedback(make_feedback.FILE))}
    for rows in options.rows:
        print(
            f"{rows or 'all'} rows, {options.epochs} epochs, seeds 0 to {options.seeds - 1}: mean (lowest to highest)"
        )
        settings = [
            argparse.Namespace(rows=rows, epochs=options.epochs, seed=s, ask=False) for s in range(options.seeds)
        ]
        show([measure(starter.Lesson(own, setting, None), twins) for setting in settings])


def measure(lesson: starter.Lesson, twins: set[str]) -> Figures:
    """The held-out accuracies of both models for one seed, and their parts on twins and on the others."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        data = starter.prepare(lesson)
        models = {
            name: starter.train(lesson, data, name == "with positions")[0] for name in ("with positions", "without")
        }
    twin = torch.tensor([data.texts[index] in twins for index in data.test.tolist()])
    figures = {"majority": data.majority}
    for name, model in models.items():
        right = ((starter.logits_of(model, data.ids[data.test]) > 0) == (data.labels[data.test] > 0)).float()
        figures[name] = right.mean().item()
        figures[f"  {name}, twins"] = right[twin].mean().item()
        figures[f"  {name}, others"] = right[~twin].mean().item()
    figures["with - majority"] = figures["with positions"] - figures["majority"]
    figures["with - without"] = figures["with positions"] - figures["without"]
    return figures


def show(runs: list[Figures]) -> None:
    for name in runs[0]:
        values = [run[name] for run in runs]
        print(f"  {name:<26} {statistics.mean(values):6.3f}  ({min(values):.3f} to {max(values):.3f})")


if __name__ == "__main__":
    main()
