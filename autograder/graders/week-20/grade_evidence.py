"""Checks of week-20/evidence."""

import collections
import json
import math

import numpy as np
import pytest
import torch

from autograder.checks.compare import expect, expect_equal, expect_number, expect_type, expect_unchanged
from autograder.outcomes import Mismatch
from autograder.worker.probes.training import as_float

KEYS = ["baseline", "data", "decision", "failures", "metrics", "settings", "shapes", "split"]
SHOWN = {"data": "feedback", "split": {"train": 4, "test": 2}, "shapes": [2, 32], "settings": {"lr": 0.5}}


def indices(got):
    """Train and test as lists of ints; an empty one may have any dtype."""
    expect_type(got, (tuple, list), "the result of split")
    expect(len(got) == 2, f"split returned {len(got)} values, expected train and test.")
    for part in got:
        kind = type(part).__name__
        expect(kind in ("ndarray", "Tensor"), f"train and test must be NumPy arrays or tensors, got a {kind}.")
        whole = part.dtype is torch.long if kind == "Tensor" else part.dtype.kind in "iu"
        expect(len(part) == 0 or (part.ndim == 1 and whole), "train and test must be whole numbers along one axis.")
    return [part.tolist() for part in got]


@pytest.mark.points(1)
@pytest.mark.hint("One permutation, cut in two: its first int(n * (1 - test_fraction)) are train, the rest is test.")
def check_split(student):
    """Ten examples with a test fraction of 0.3: 7 and 3, each index once."""
    train, test = indices(student.split(10, test_fraction=0.3))
    expect_equal([len(train), len(test)], [7, 3], "the sizes of train and test")
    expect_equal(sorted(train + test), list(range(10)), "all indices, sorted")


@pytest.mark.points(1)
@pytest.mark.hint("Make a generator from the seed and draw the permutation from it, and from nothing else.")
def check_seed(student):
    """The same seed gives the same split, another seed another one."""
    one, two = indices(student.split(60, 0.25, 4)), indices(student.split(60, 0.25, 4))
    expect_equal(two, one, "the second split with seed 4")
    other = indices(student.split(60, 0.25, 5))
    expect(one != other, "seeds 4 and 5 give the same split.")


@pytest.mark.points(1)
@pytest.mark.hint("The training labels choose the guess, the test labels judge it.")
def check_majority(student):
    """Training labels that say 1 are right once in five test labels."""
    expect_number(student.majority_accuracy([1, 1, 0], [0, 1, 0, 0, 2]), 0.2, "the accuracy of the guess")


@pytest.mark.points(1)
@pytest.mark.hint('"ship" if metrics["accuracy"] - baseline is above the margin, else "hold".')
def check_decision(student):
    """0.94 against a baseline of 0.93 is held, 0.97 is shipped."""
    for accuracy, decision in ((0.94, "hold"), (0.97, "ship")):
        metrics = {"accuracy": accuracy}
        record = student.evidence_record(**SHOWN, baseline=0.93, metrics=metrics, texts=[], labels=[], logits=[])
        expect_type(record, dict, "the record")
        expect_equal(sorted(map(str, record)), KEYS, "the keys of the record")
        expect_equal(record["decision"], decision, f"the decision at accuracy {accuracy}")


@pytest.mark.points(2)
@pytest.mark.hint(
    "Keep the examples on the wrong side of logit 0, sort by |logit| with the largest first, then cut to `top`."
)
def check_failures(student):
    """Logits 2, -3, 1, 4 with labels 1, 1, 0, 1: two failures, the worse one first."""
    given = {**SHOWN, "baseline": 0.5, "metrics": {"accuracy": 0.5}, "texts": ["fast", "love", "broken", "nice"]}
    record = student.evidence_record(**given, labels=[1, 1, 0, 1], logits=[2.0, -3.0, 1.0, 4.0])
    expect_type(record, dict, "the record")
    expect("failures" in record, "the record has no key 'failures'.")
    failures = record["failures"]
    expect_type(failures, (list, tuple), "the failures")
    expect(len(failures) == 2, f"the list of failures has the length {len(failures)}, expected 2.")
    expected = (("love", 1, 0.04742587), ("broken", 0, 0.73105858))
    for failure, (text, label, probability) in zip(failures, expected, strict=True):
        expect_type(failure, dict, "a failure")
        expect_equal(sorted(failure), ["label", "probability", "text"], "the keys of a failure")
        found, wanted = f"{failure['text']!r} with label {failure['label']}", f"{text!r} with label {label}"
        expect(failure["text"] == text and failure["label"] == label, f"{found} stands where {wanted} is expected.")
        expect_number(as_float(failure["probability"]), probability, f"the probability of {text!r}", rel=1e-4)


# ---- hidden


GIVEN = {"data": "feedback", "split": [80, 20], "shapes": [20, 32], "settings": {"width": 24}}


def record_of(student, **changes):
    """The record of these facts, as JSON brings it back."""
    facts = {**GIVEN, "baseline": 0.5, "metrics": {"accuracy": 0.75}, "texts": [], "labels": [], "logits": []}
    record = student.evidence_record(**facts | changes)
    expect_type(record, dict, "the record")
    try:
        return json.loads(json.dumps(record, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise Mismatch("the record does not go through json.dumps.") from error


def decision_of(student, **changes):
    """The record's decision, whatever else it holds."""
    record = record_of(student, **changes)
    expect("decision" in record, "the record has no key 'decision'.")
    return record["decision"]


def expect_plain(got, expected, what):
    """The same plain value, numbers within float32."""
    if isinstance(expected, dict):
        expect(isinstance(got, dict) and got.keys() == expected.keys(), f"{what} has other keys.")
        for key in expected:
            expect_plain(got[key], expected[key], what)
    elif isinstance(expected, list):
        expect(isinstance(got, list) and len(got) == len(expected), f"{what} has another length.")
        for mine, theirs in zip(got, expected, strict=True):
            expect_plain(mine, theirs, what)
    elif isinstance(expected, (int, float)):
        expect(
            isinstance(got, (int, float)) and math.isclose(got, expected, rel_tol=1e-6), f"{what} has another number."
        )
    else:
        expect(got == expected, f"{what} is another value.")


def expect_failures(record, texts, labels, logits, top):
    wrong = [row for row in zip(texts, labels, logits, strict=True) if (row[2] > 0) != (row[1] > 0)]
    wrong = sorted(wrong, key=lambda row: abs(row[2]), reverse=True)[:top]
    found = record.get("failures")
    expect(isinstance(found, list) and len(found) == len(wrong), "the number of failures differs.")
    for failure, (text, label, logit) in zip(found, wrong, strict=True):
        expect(sorted(failure) == ["label", "probability", "text"], "the keys of a failure differ.")
        expect(failure["text"] == text and failure["label"] == label, "another example stands here.")
        probability = math.exp(min(logit, 0.0)) / (1 + math.exp(-abs(logit)))
        expect_number(float(failure["probability"]), probability, "the probability", rel=1e-4)


# ---------------------------------------------------------------- split


@pytest.mark.points(1)
@pytest.mark.hint(
    "Each index below n stands once, in train or in test, and int(n * (1 - test_fraction)) of them are train: cut "
    "off as int does, and not rounded. Try n = 7 with 0.2, and fractions of 0 and 1."
)
def grade_sizes(student):
    """Many sizes and fractions: each index once, and as many in train as stated."""
    cases = [(7, 0.2), (33, 0.35), (10, 0.9), (101, 0.5), (12, 0.0), (9, 1.0), (1, 0.2), (0, 0.2), (3, 0.4)]
    parts = [student.split(n, fraction, 11) for n, fraction in cases]
    for (n, fraction), (train, test) in zip(cases, map(indices, parts), strict=True):
        expect_equal(len(train), int(n * (1 - fraction)), "the size of train")
        expect_equal(sorted(train + test), list(range(n)), "all indices")
    expect(len(indices(student.split(25))[0]) == 20, "without a fraction, a fifth is for the test.")


@pytest.mark.points(1)
@pytest.mark.hint(
    "The seed alone decides: the same seed gives the same order in each call, another seed another order and "
    "another test set."
)
def grade_seeds(student):
    """Six seeds give six orders and six test sets, and each the same again."""
    orders = [indices(student.split(80, 0.25, seed)) for seed in range(6)]
    again = [indices(student.split(80, test_fraction=0.25, seed=seed)) for seed in range(6)]
    whole = [indices(student.split(80, 0.0, seed))[0] for seed in range(3)]
    expect_equal(again, orders, "the second time")
    for part in (0, 1):
        expect(len({tuple(sorted(order[part])) for order in orders}) == 6, "two seeds give the same set.")
    expect(len({tuple(order) for order in whole}) == 3, "two seeds give the same order.")
    expect(indices(student.split(80, 0.25)) == orders[0], "without a seed, the order is that of seed 0.")


@pytest.mark.points(1)
@pytest.mark.hint(
    "np.random.seed and torch.manual_seed change what all other code draws afterwards: make a generator of your "
    "own from the seed."
)
def grade_global_state(student):
    """The global random states of Python, NumPy and torch stay as they were."""
    for seed in (0, 7):
        kept = student.probe.keeps_chance(student.split, 30, 0.3, seed)
        expect_equal(kept, {"random": "kept", "numpy": "kept", "torch": "kept"}, "the global random states")
    indices(student.split(30, 0.3))  # doing nothing leaves them alone, too


# ---------------------------------------------------------------- majority_accuracy


@pytest.mark.points(1)
@pytest.mark.hint(
    "Count the training labels, whatever integers they are; of the most frequent take the smallest; then look at "
    "the test labels."
)
def grade_majority(student, rng):
    """Labels of any sign, ties, a guess that is never right; arrays and tensors."""
    cases = [
        ([0, 0, 1], [1, 1, 1, 1]), ([7], [7, 7]), ([9, 4, 9, 4, 1], [9, 4, 9, 9, 9, 1]), ([2, 6, 2], [6, 2, 2]),
        ([4, 9, 4, 9, 1, 1], [4, 4, 4, 9, 9, 1]), ([3, -2, 3, -2, 5], [-2, -2, 3, 5, -2]), ([1, 0, 1, 0, 1], [0, 1, 0]),
        (rng.integers(-3, 3, 50).tolist(), rng.integers(-3, 3, 40).tolist()),
    ]  # fmt: skip
    kinds = (list, np.array, torch.tensor)
    got = [[student.majority_accuracy(kind(train), kind(test)) for kind in kinds] for train, test in cases]
    for numbers, (train, test) in zip(got, cases, strict=True):
        counts = collections.Counter(train)
        guess = min(label for label in counts if counts[label] == max(counts.values()))
        for number in numbers:
            expect_number(as_float(number), sum(label == guess for label in test) / len(test), "the accuracy")
    expect_unchanged(student)


# ---------------------------------------------------------------- evidence_record


@pytest.mark.points(2)
@pytest.mark.hint(
    "The record holds exactly the eight keys, the values as they were given, and only what JSON knows: turn NumPy "
    "and torch numbers, arrays and tensors, also those deep inside dicts, lists and tuples, into Python numbers "
    "and lists."
)
def grade_plain_values(student):
    """NumPy and torch numbers, arrays, tensors and tuples, at any depth."""
    facts = {
        "data": {"rows": np.int64(4000), "source": "feedback.json", "shares": np.array([0.25, 0.75]), "note": None},
        "split": (np.float32(0.2), {"seed": torch.tensor(3)}, [torch.tensor([1, 2]), "seeded"]),
        "shapes": {"ids": (256, 32), "logits": torch.tensor([[1, 2], [3, 4]])},
        "settings": {"optimizer": ("Adam", {"lr": np.float64(0.003)}), "shuffled": True},
        "baseline": torch.tensor(0.625),
        "metrics": {"accuracy": np.float32(0.875), "loss": torch.tensor([0.5, 0.25], dtype=torch.float64)},
    }
    got = record_of(student, **facts, texts=["a", "b"], labels=np.array([1, 0]), logits=torch.tensor([-2.5, 0.5]))
    expect_equal(sorted(got), KEYS, "the keys")
    expected = {
        "data": {"rows": 4000, "source": "feedback.json", "shares": [0.25, 0.75], "note": None},
        "split": [0.2, {"seed": 3}, [[1, 2], "seeded"]],
        "shapes": {"ids": [256, 32], "logits": [[1, 2], [3, 4]]},
        "settings": {"optimizer": ["Adam", {"lr": 0.003}], "shuffled": True},
        "baseline": 0.625,
        "metrics": {"accuracy": 0.875, "loss": [0.5, 0.25]},
    }
    for key, value in expected.items():
        expect_plain(got[key], value, key)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Failures are the examples on the wrong side of logit 0, the largest |logit| first, at most `top`; sort by "
    "the logits and not by probabilities. Each probability is the sigmoid of the logit, which must not overflow "
    "at 1000."
)
def grade_failures(student, rng):
    """Many failures, large logits, several limits, and none at all."""
    logits = [0.25, -3.0, 700.0, -900.0, 60.0, -45.0, 0.4, 1.0, -0.5, 5.0, 1000.0, -50.0, -1.5]
    labels = [0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1]
    texts = [f"text {number}" for number in rng.order(13).tolist()]
    for top, kind in ((5, list), (3, torch.tensor), (20, np.array), (0, list)):
        got = record_of(student, texts=texts, labels=kind(labels), logits=kind(logits), top=top)
        expect_failures(got, texts, labels, logits, top)
        right = [1 if logit > 0 else 0 for logit in logits]
        expect_failures(record_of(student, texts=texts, labels=right, logits=logits), texts, right, logits, 5)
    expect_failures(record_of(student, texts=texts, labels=labels, logits=logits), texts, labels, logits, 5)


@pytest.mark.points(2)
@pytest.mark.hint(
    'The decision is "ship" only where the accuracy lies above the baseline by more than the margin that was '
    "given; just the margin is held."
)
def grade_decision(student):
    """Above, at and below the margin, with the margin given and without it."""
    cases = [(0.75, 0.5, 0.25, "hold"), (0.8, 0.5, 0.25, "ship"), (0.6, 0.9, 0.1, "hold"), (0.95, 0.9, 0.1, "hold"),
             (0.51, 0.5, 0.0, "ship"), (0.5, 0.5, 0.0, "hold"), (0.45, 0.5, -0.125, "ship")]  # fmt: skip
    got = [
        decision_of(student, metrics={"accuracy": accuracy, "loss": 0.4}, baseline=baseline, margin=margin)
        for accuracy, baseline, margin, _ in cases
    ]
    got += [decision_of(student, metrics={"accuracy": accuracy}) for accuracy in (0.515, 0.525)]
    expect_equal(got, [decision for *_, decision in cases] + ["hold", "ship"], "the decisions")
