"""The pictures of the lesson, and its progress bar; without matplotlib there are no pictures, and it goes on."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import torch

TOKENS = ["login", "failed", "again"]


class Bar:
    """A bar of 20 signs that only ever grows, so that a file or a pipe can show it too."""

    def __init__(self, steps: int, width: int = 20):
        self.steps, self.width, self.done, self.shown = steps, width, 0, 0

    def step(self, model: torch.nn.Module, *_: Any) -> None:
        """Called after each forward pass; only those in train mode count."""
        self.done += model.training
        due = min(self.width, self.done * self.width // self.steps)
        print("#" * (due - self.shown), end="", flush=True)
        self.shown = due

    def rest(self) -> str:
        """The blanks that fill the bar up."""
        return " " * (self.width - self.shown)


def load_pyplot() -> ModuleType | None:
    """pyplot, drawing into files only; or None and a line that says what to install."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("  no pictures: matplotlib is not installed. Get it with: pip install -e '.[lesson]'")
        return None
    return pyplot


def draw_heatmaps(plt: ModuleType, unscaled: torch.Tensor, scaled: torch.Tensor) -> Any:
    """Both tables of weights side by side, in the same colours."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    for axis, weights, title in zip(axes, (unscaled, scaled), ("unscaled: QKᵀ", "scaled: QKᵀ / √4"), strict=True):
        image = axis.imshow(weights.tolist(), vmin=0, vmax=1, cmap="Blues")
        axis.set(title=title, xlabel="looking at", ylabel="the token")
        axis.set_xticks(range(3), TOKENS)
        axis.set_yticks(range(3), TOKENS)
        for i, row in enumerate(weights.tolist()):
            for j, weight in enumerate(row):
                axis.text(j, i, f"{weight:.2f}", ha="center", va="center", color="white" if weight > 0.5 else "black")
    figure.colorbar(image, ax=axes, label="weight", shrink=0.85)
    return figure


def draw_curves(plt: ModuleType, history: list[dict], blind_history: list[dict], majority: float) -> Any:
    """Losses on the left, accuracies beside the majority on the right."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    epochs = range(1, len(history) + 1)
    for rows, name, colour in ((history, "with positions", "C0"), (blind_history, "without", "C1")):
        left.plot(epochs, [row["train_loss"] for row in rows], "o--", color=colour, label=f"train, {name}")
        left.plot(epochs, [row["test_loss"] for row in rows], "o-", color=colour, label=f"test, {name}")
        right.plot(epochs, [row["accuracy"] for row in rows], "o-", color=colour, label=f"test, {name}")
    right.axhline(majority, color="grey", linestyle=":", label="majority")
    left.set(title="loss", xlabel="epoch", xticks=epochs)
    right.set(title="accuracy", xlabel="epoch", xticks=epochs)
    left.legend()
    right.legend()
    return figure
