# week-20/evidence · visible checks, made by `make build` [a32ce0e44861]: read them; edits would be lost.
"""The visible checks of week-20/evidence."""

import pytest
import torch

from autograder.checks.compare import expect, expect_equal, expect_number, expect_type
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
