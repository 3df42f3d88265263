# week-20/positions · visible checks, made by `make build` [cda25138443c]: read them; edits would be lost.
"""The visible checks of week-20/positions."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_number, expect_raises, expect_tensor
from autograder.worker.probes.training import as_float

TABLE = torch.tensor([[1.0, 0.0], [0.0, 1.0], [9.0, 9.0]])


@pytest.mark.points(2)
@pytest.mark.hint("Add the first L rows of the table, row 0 to the first place, to every text of the batch.")
def check_stamp(student):
    """Two texts of two tokens get the first two rows of the table added."""
    vectors = torch.tensor([[[5.0, 5.0], [7.0, 7.0]], [[0.0, 0.0], [-1.0, 2.0]]])
    expected = torch.tensor([[[6.0, 5.0], [7.0, 8.0]], [[1.0, 0.0], [-1.0, 3.0]]])
    expect_close(student.stamp(vectors, TABLE), expected, "the stamped vectors")


@pytest.mark.points(1)
@pytest.mark.hint("Compare vectors.shape[1] with the number of rows before you add, and raise ValueError.")
def check_too_long(student):
    """Four places and three rows raise ValueError; three places are right."""
    enough = student.stamp(torch.ones(2, 3, 2), TABLE)
    expect_tensor(enough, "the stamped vectors of 3 places", shape=(2, 3, 2))
    with expect_raises("a text of 4 places, with a table of 3 rows,"):
        student.stamp(torch.zeros(2, 4, 2), TABLE)


@pytest.mark.points(2)
@pytest.mark.hint("encode(tokens) and encode of the reversed rows: the largest absolute difference, as a Python float.")
def check_gap_of_first_token(student):
    """An encoder that gives 10 times the first token: on [3, 0, 1] the gap is 20."""
    first = student.probe.lookups(torch.tensor([[0.0], [10.0], [20.0], [30.0]]), torch.tensor([1.0, 0.0, 0.0]))
    got = student.order_gap(first, torch.tensor([[3, 0, 1]]))
    expect_number(as_float(got), 20.0, "the gap")


@pytest.mark.points(1)
@pytest.mark.hint("A bag of look-ups does not move; one that weights its places does, here by 12 in its first text.")
def check_gap_of_a_bag(student):
    """A bag of look-ups has the gap 0; with weights for the places it has not."""
    table, tokens = torch.tensor([[1.0, 1.0], [2.0, -3.0], [-1.0, 5.0]]), torch.tensor([[1, 0, 2], [2, 1, 0]])
    weighted = student.probe.lookups(table, torch.tensor([1.5, 1.0, 0.0]))
    bag = student.probe.lookups(table, torch.tensor([1.0, 1.0, 1.0]))
    got = student.order_gap(weighted, tokens), student.order_gap(bag, tokens)
    expect_number(got[0], 12.0, "the gap with weights")
    expect_number(got[1], 0.0, "the gap of the bag", abs_=1e-5)
