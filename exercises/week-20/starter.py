"""Week 20, the whole lesson, with your own functions. Run it from the repository's root:

    python exercises/week-20/starter.py                 4,000 texts, 4 epochs, well under a minute
    python exercises/week-20/starter.py --ask           waits for your prediction at each question
    python exercises/week-20/starter.py --rows all      trains on every text of data/feedback.json

What you have not written yet is named, and the lesson goes on as far as it can. Pictures and the evidence go to
the folder `pictures` beside this file. `--answers DIR` takes the six files from another folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from lesson_data import find_data_dir, read_feedback
from lesson_files import Own, load, sentence
from lesson_pictures import TOKENS, Bar, draw_curves, draw_heatmaps, load_pyplot

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "pictures"
JOIN_SEED = 34  # of the random numbers of part 1, whose tokens prefer to look at others
UNSEEN = ["Fast, not slow: the wiki", "Slow, not fast: the wiki"]  # the data know no wiki


@dataclass
class Lesson:
    """What every part needs: your functions, the options, and pyplot if there is one."""

    own: Own
    options: argparse.Namespace
    plt: ModuleType | None

    def ask(self, question: str) -> None:
        """Prints the question; the answer follows, with --ask only after a prediction."""
        print(f"  ? {question}")
        if self.options.ask:
            input("    your prediction, then Enter: ")

    def save(self, figure: Any, name: str) -> None:
        PICTURES.mkdir(exist_ok=True)
        figure.savefig(PICTURES / name, dpi=120, bbox_inches="tight")
        self.plt.close(figure)
        print(f"  picture: {PICTURES / name}")


@dataclass
class Data:
    """The sampled texts as your functions see them."""

    texts: list[str]
    ids: torch.Tensor
    labels: torch.Tensor
    train: torch.Tensor
    test: torch.Tensor
    majority: float

    def batches(self, indices: torch.Tensor, size: int = 256) -> list[tuple[torch.Tensor, torch.Tensor]]:
        return list(zip(self.ids[indices].split(size), self.labels[indices].split(size), strict=True))


def soft_join(lesson: Lesson) -> bool:
    """Part 1: three tokens look at each other, with and without the scale."""
    unscaled, scaled = weights_of(lesson.own, length=3, d=4)
    lesson.ask("Random X, W_Q, W_K, W_V. Does each row of the weights add up to 1?")
    print("    the rows add up to", ", ".join(f"{total:.3f}" for total in scaled.sum(-1).tolist()))
    lesson.ask('Does "failed" look mostly at itself?')
    print("    failed looks at", ", ".join(f"{t} {w:.2f}" for t, w in zip(TOKENS, scaled[1].tolist(), strict=True)))
    lesson.ask("What breaks without the division by √d? Take d = 4, and then 20 tokens with d = 64.")
    for d, pair in ((4, (unscaled, scaled)), (64, weights_of(lesson.own, length=20, d=64))):
        without, divided = map(lesson.own.saturation, pair)
        print(f"    d = {d:>2}: a row's largest weight is on average {without:.2f} without √d, {divided:.2f} with it")
    if lesson.plt:
        lesson.save(draw_heatmaps(lesson.plt, unscaled, scaled), "heatmaps.png")
    return True


def weights_of(own: Own, length: int, d: int) -> list[torch.Tensor]:
    """Your weights for random X and matrices, unscaled and scaled; the numbers in Q and K are about 1 for every d."""
    chance = torch.Generator().manual_seed(JOIN_SEED)
    x, *matrices = (torch.randn(rows, d, generator=chance) for rows in (length, d, d, d))
    views = [matrix / d**0.5 for matrix in matrices]
    return [own.self_attention(x, *views, scaled=scaled)[1] for scaled in (False, True)]


def feel_order(lesson: Lesson, text: str = "the movie was not good") -> bool:
    """Part 2: the order gap of attention with a mean behind it, with and without stamps."""
    own, chance = lesson.own, torch.Generator().manual_seed(lesson.options.seed)
    letters, places, *matrices = (torch.randn(rows, 8, generator=chance) for rows in (127, 32, 8, 8, 8))

    def pooled(tokens: torch.Tensor, stamped: bool) -> torch.Tensor:
        vectors = own.stamp(letters[tokens], places) if stamped else letters[tokens]
        return own.self_attention(vectors[0], *matrices)[0].mean(0)

    tokens = own.encode_batch([text], length=len(text))
    lesson.ask(f'How far does the mean of all outputs move when "{text}" is read backwards?')
    for stamped in (False, True):
        gap = own.order_gap(lambda tokens, stamped=stamped: pooled(tokens, stamped), tokens)
        print(f"    {'with' if stamped else 'without'} positions: order gap {gap:.4f}")
    return True


def prepare(lesson: Lesson) -> Data:
    """Part 3: texts into ids, the split, and the accuracy that any model has to beat."""
    own, options = lesson.own, lesson.options
    table = read_feedback(find_data_dir() / "feedback.json")
    print(f"  {len(table):,} texts, of which the lesson takes {min(len(table), options.rows or len(table)):,}")
    order = torch.randperm(len(table), generator=torch.Generator().manual_seed(options.seed))[: options.rows].tolist()
    texts = [table[index]["feedback_text"] for index in order]
    labels = torch.tensor([int(table[index]["category"].lower() == "praise") for index in order])
    ids = own.encode_batch(texts)
    lesson.ask(f"{labels.float().mean():.0%} of them are praise. How often is a model right that never says praise?")
    try:
        train, test = map(torch.as_tensor, own.split(len(texts), test_fraction=0.2, seed=options.seed))
        majority = own.majority_accuracy(labels[train], labels[test])
    except NotImplementedError as error:
        print(f"  {error}; until then the lesson cuts at 80 % and takes the share that is no praise.")
        train, test = torch.arange(len(texts)).split([int(len(texts) * 0.8), len(texts) - int(len(texts) * 0.8)])
        majority = (labels[test] == 0).float().mean().item()
    print(f"    {len(train):,} to train on, {len(test):,} to test on: the majority accuracy is {majority:.3f}")
    return Data(texts, ids, labels, train, test, majority)


def train_both(lesson: Lesson, data: Data) -> tuple[torch.nn.Module, list[dict], list[dict]]:
    """Part 4: the same training with and without positions; gives the model and both histories."""
    model, history = train(lesson, data)
    lesson.ask("Now without positions: every row of the table is 0 and stays 0. What is left of that?")
    blind, blind_history = train(lesson, data, positions=False)
    ids = lesson.own.encode_batch(UNSEEN)
    chances = [logits_of(some, ids).sigmoid().tolist() for some in (model, blind)]
    for text, with_places, without in zip(UNSEEN, *chances, strict=True):
        print(f'  "{text}" is praise: {with_places:.2f} with positions, {without:.2f} without')
    if lesson.plt:
        lesson.save(draw_curves(lesson.plt, history, blind_history, data.majority), "losses.png")
    return model, history, blind_history


def train(lesson: Lesson, data: Data, positions: bool = True) -> tuple[torch.nn.Module, list[dict]]:
    """Your model, trained with your loop; prints a line an epoch while it goes."""
    torch.manual_seed(lesson.options.seed)
    model = lesson.own.TinyTransformer()
    if not positions:
        torch.nn.init.zeros_(model.positions.weight).requires_grad_(False)
    optimizer = torch.optim.Adam([weight for weight in model.parameters() if weight.requires_grad], lr=3e-3)
    train_batches, test_batches = data.batches(data.train), data.batches(data.test)
    print("  epoch  progress              train loss  test loss  accuracy  majority")
    history = []
    for epoch in range(1, lesson.options.epochs + 1):
        print(f"  {epoch:>5}  ", end="", flush=True)
        bar = Bar(len(train_batches))
        watch = model.register_forward_hook(bar.step)
        try:
            history += lesson.own.fit(model, optimizer, train_batches, test_batches, epochs=1)
        except Exception:
            print()  # the bar's line is still open
            raise
        watch.remove()
        row = history[-1]
        numbers = f"{row['train_loss']:10.3f} {row['test_loss']:10.3f} {row['accuracy']:9.3f}"
        print(f"{bar.rest()}  {numbers} {data.majority:9.3f}")
    gain = history[-1]["accuracy"] - data.majority
    print(f"  {gain:+.3f} {'with' if positions else 'without'} positions, held out, against the majority accuracy")
    return model, history


def write_evidence(lesson: Lesson, data: Data, runs: tuple[torch.nn.Module, list[dict], list[dict]]) -> bool:
    """Part 5: the record, its decision, and the worst failures."""
    model, history, blind_history = runs
    logits = logits_of(model, data.ids[data.test])
    record = lesson.own.evidence_record(
        data="data/feedback.json, synthetic; label 1 is praise",
        split={"train": len(data.train), "test": len(data.test), "seed": lesson.options.seed},
        shapes={"ids": data.ids.shape, "logits": logits.shape},
        settings={"optimizer": "Adam", "lr": 3e-3, "batch": 256, "epochs": len(history)},
        baseline=data.majority,
        metrics=history[-1] | {"accuracy_without_positions": blind_history[-1]["accuracy"]},
        texts=[data.texts[index] for index in data.test.tolist()],
        labels=data.labels[data.test],
        logits=logits,
    )
    PICTURES.mkdir(exist_ok=True)
    text = json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False)
    (PICTURES / "evidence.json").write_text(text + "\n", encoding="utf-8")
    lesson.ask("Ship or hold, if 0.02 above the majority is the line? And which texts fail worst?")
    print(f"    {record['decision']}")
    for row in record["failures"]:
        print(f"    label {row['label']}, probability of praise {row['probability']:.3f}: {row['text']}")
    print(f"  record: {PICTURES / 'evidence.json'}")
    return True


def logits_of(model: torch.nn.Module, ids: torch.Tensor) -> torch.Tensor:
    """The logits of all texts, in eval mode."""
    model.eval()
    with torch.no_grad():
        return torch.cat([model(batch) for batch in ids.split(256)])


def part(title: str, work: Callable, lesson: Lesson, *needs: Any) -> Any:
    """Runs one part; what stops it becomes one line, and None comes back."""
    print(f"\n{title}")
    if any(need is None for need in needs):
        print("  waits for an earlier part.")
        return None
    try:
        return work(lesson, *needs)
    except (Exception, SystemExit) as error:
        print(f"  stops here: {sentence(error)}")
        return None


def rows(text: str) -> int | None:
    """How many texts to sample; None for all."""
    return None if text == "all" else max(2, int(text))


def main() -> int:
    parser = argparse.ArgumentParser(description="The lesson of week 20, with your own functions.")
    parser.add_argument("--rows", type=rows, default=4000, help="how many texts, or all")
    parser.add_argument("--epochs", type=int, choices=range(1, 101), default=4, metavar="1..100")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--answers", type=Path, default=HERE, help="folder with the six files")
    parser.add_argument("--ask", action="store_true", help="wait for a prediction at each question")
    options = parser.parse_args()
    sys.stdout.reconfigure(errors="replace")  # a console without √ shows ? in its place
    torch.set_num_threads(1)  # for so small a model a second thread costs more than it brings
    print("Week 20 · Transformers: everything looks at everything")
    lesson = Lesson(load(options.answers.resolve()), options, load_pyplot())
    joined = part("1 · Attention is a soft join", soft_join, lesson)
    ordered = part("2 · No stamp, no order", feel_order, lesson)
    data = part("3 · CloudWave's feedback", prepare, lesson)
    runs = part("4 · Training", train_both, lesson, data)
    recorded = part("5 · The evidence", write_evidence, lesson, data, runs)
    if None in (joined, ordered, data, runs, recorded):
        print("\nThe lesson is not through yet. `make check WEEK=week-20` names the next step.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
