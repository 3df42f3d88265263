# week-20/evidence · starter, made by `make build` [ab780e837d42]: write your answer in this file.
"""Write the evidence down.

"94 % right" is no claim yet. Right on which texts, and how often would a guess be right that never reads them?
Before you say "ship", write one record: data, split, shapes, settings, baseline, metrics on texts that were not
trained on, the worst failures, and the decision that follows from them. As JSON, so that others can read it.

By hand: training labels [1, 1, 0] say "always 1". On test labels [0, 1, 0, 0] that is right once in four: 0.25.
And of the logits [2, -3, 1, 4] with labels [1, 1, 0, 1] two stand on the wrong side of 0; the worse is -3, where
the model gave label 1 the probability 1 / (1 + e^3) = 0.047.

Predict first: accuracy 0.94, and 0.93 of the training labels are 1. Ship or hold, with a margin of 0.02?

You build
    split(n, test_fraction=0.2, seed=0) -> (train, test), NumPy arrays or long tensors of indices
        * one shuffled order of range(n), by `seed` alone; its first int(n * (1 - test_fraction)) are train, the rest
          test; the same in every run, another order for another seed; global random state stays untouched
    majority_accuracy(train_labels, test_labels) -> Python float
        * accuracy on the test labels of always saying the most frequent *training* label, of equals the smaller
    evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5)
        * a dict of data, split, shapes, settings, baseline, metrics (the values given), failures, decision; no more
        * json.dumps(record, allow_nan=False) works: numbers in it may come as NumPy or torch scalars, arrays and
          tensors (all finite), in dicts, lists and tuples; arrays, tensors and tuples end as lists of numbers
        * failures: dicts of text, label, probability (of label 1: the sigmoid of the logit), for the examples on the
          wrong side of logit 0, the largest |logit| first, `top` at most; logits may go up to 1000 either way
        * decision: "ship" if metrics["accuracy"] - baseline > margin, else "hold"
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

Indices = np.ndarray | torch.Tensor
Numbers = Sequence[float] | np.ndarray | torch.Tensor


def split(n: int, test_fraction: float = 0.2, seed: int = 0) -> tuple[Indices, Indices]:
    """Which examples to train on, and which to keep for the test.

    >>> train, test = split(10, test_fraction=0.3, seed=1)
    >>> len(train), len(test)
    (7, 3)

    Args:
        n: number of examples, 0 or more.
        test_fraction: share of test examples, from 0 to 1.
        seed: 0 or more; decides the order.
    Returns: (train, test), indices below n, each in one of the two.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/evidence: split is yours to write")


def majority_accuracy(train_labels: Numbers, test_labels: Numbers) -> float:
    """How often the most frequent training label is right on the test labels.

    >>> majority_accuracy([1, 1, 0], [0, 1, 0, 0])
    0.25

    Args:
        train_labels: integers of any size and sign, at least one; a list, an array or a tensor (N,).
        test_labels: likewise (M,).
    Returns: a Python float from 0 to 1.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/evidence: majority_accuracy is yours to write")


def evidence_record(
    data: Any,
    split: Any,
    shapes: Any,
    settings: Any,
    baseline: Any,
    metrics: dict[str, Any],
    texts: Sequence[str],
    labels: Numbers,
    logits: Numbers,
    margin: float = 0.02,
    top: int = 5,
) -> dict[str, Any]:
    """One record of what was measured, how it fails, and what to do.

    >>> record = evidence_record("feedback", {"train": 8, "test": 2}, (2, 32), {}, 0.5, {"accuracy": 1.0}, [], [], [])
    >>> record["shapes"], record["failures"], record["decision"]
    ([2, 32], [], 'ship')

    Args:
        data, split, shapes, settings: what was used; strings, numbers, None, and dicts, lists and tuples of them.
        baseline: the accuracy to beat, a number of any kind.
        metrics: numbers by name, "accuracy" among them.
        texts: (N,) strings.
        labels: (N,) of 0 and 1, a list, an array or a tensor.
        logits: (N,) likewise; above 0 the model says 1.
        margin: how much better than the baseline is enough.
        top: how many failures to show, 0 or more.
    Returns: a new dict that json.dumps takes.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/evidence: evidence_record is yours to write")


if __name__ == "__main__":
    texts = [f"text {number}" for number in range(20)]
    labels = torch.tensor([1, 1, 1, 1, 0] * 4)
    logits = torch.linspace(-1.5, 4.0, 20)
    train, test = split(20, test_fraction=0.5, seed=3)
    print("test on", test.tolist())
    baseline = majority_accuracy(labels[train], labels[test])
    accuracy = ((logits[test] > 0) == (labels[test] > 0)).float().mean()
    print(f"accuracy {accuracy:.2f}, and always the most frequent label {baseline:.2f}. Ship or hold? The record says:")
    record = evidence_record(
        data="20 made-up texts",
        split={"train": len(train), "test": len(test), "seed": 3},
        shapes={"logits": logits.shape},
        settings={"model": "a straight line"},
        baseline=baseline,
        metrics={"accuracy": accuracy},
        texts=[texts[index] for index in test],
        labels=labels[test],
        logits=logits[test],
        top=2,
    )
    print(json.dumps(record, indent=2, allow_nan=False))
