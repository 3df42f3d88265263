# week-12/explanation · visible checks, made by `make build` [75e5872e13f8]: read them; edits would be lost.
"""The visible checks of week-12/explanation."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_equal

SAYS = torch.tensor([[0.0, 0.5, 2.0], [0.0, -1.5, 1.0], [0.25, 0.0, 4.0]])


@pytest.mark.points(2)
@pytest.mark.hint("Prediction on all tokens minus prediction with one of them replaced, from a fresh copy each time.")
def check_effects(student):
    """Tokens 2, 1, 1 with replacement 0 have the effects 2, -1.5, -0.25."""
    predict = student.probe.reader(SAYS)
    got = student.occlusion(predict, torch.tensor([2, 1, 1]), 0)
    expect_close(got, torch.tensor([2.0, -1.5, -0.25]), "the effects", same_dtype=False)


@pytest.mark.points(1)
@pytest.mark.hint("The position of the largest weight, from 0, as a Python int; of equal ones the first.")
def check_most_attended(student):
    """The largest of 0.1, 0.2, 0.4, 0.3 stands in position 2; of two equal ones the first counts."""
    expect_equal(student.most_attended(torch.tensor([0.1, 0.2, 0.4, 0.3])), 2, "the position")
    expect_equal(student.most_attended(torch.tensor([0.2, 0.4, 0.4])), 1, "the position")


@pytest.mark.points(1)
@pytest.mark.hint("Compare two positions: of the largest weight, and of the largest effect whatever its sign.")
def check_weight_explains(student):
    """An effect of -0.9 counts more than one of 0.5."""
    weights = torch.tensor([0.2, 0.7, 0.1])
    cases = (([0.5, -0.9, 0.0], True), ([-0.9, 0.5, 0.0], False), ([0.1, 0.6, 0.2], True))
    for effects, expected in cases:
        answer = student.weight_explains(weights, torch.tensor(effects))
        expect_equal(answer, expected, "whether the weights explain the effects")
