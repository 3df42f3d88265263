"""Checks of week-20/positions: the keys are slow loops."""

import pytest
import torch

from autograder.checks.compare import (
    expect,
    expect_close,
    expect_number,
    expect_raises,
    expect_tensor,
    expect_unchanged,
)
from autograder.outcomes import LearnerError
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


# ---- hidden


def stamped(vectors, table):
    """Each vector and its row, one by one."""
    rows = [[vector + table[place] for place, vector in enumerate(text)] for text in vectors]
    return torch.stack([torch.stack(row) for row in rows])


def gap(table, places, tokens, shape):
    """The order gap of ``probe.lookups``, number by number in float64."""
    backwards = [list(reversed(row)) for row in tokens.tolist()]
    table, places = table.double(), places.double()
    there, back = (
        torch.stack([torch.stack([table[token] * places[at] for at, token in enumerate(row)]) for row in rows])
        for rows in (tokens.tolist(), backwards)
    )
    axes = {"each": (), "text": (1,), "sum": (1, 2), "all": (0, 1, 2)}[shape]
    return float((there.sum(axes) - back.sum(axes) if axes else there - back).abs().max())


@pytest.mark.points(2)
@pytest.mark.hint(
    "Place l of every text gets row l of the table, counted from 0 and added. Try 3 texts of 4 places, 5 numbers "
    "each, with a table of 7 rows, and as many texts as places."
)
def grade_stamp(student, reference, rng):
    """Unequal sizes, equal sizes, sizes of 1."""
    for batch, length, width, rows in (
        (3, 4, 5, 7),
        (4, 4, 3, 4),
        (2, 3, 3, 5),
        (1, 1, 2, 3),
        (5, 1, 1, 1),
        (2, 3, 2, 3),
    ):
        vectors, table = rng.normal(batch, length, width), rng.normal(rows, width)
        expect_close(student.stamp(vectors, table), stamped(vectors, table), "the stamped vectors")
        expect_close(reference.stamp(vectors, table), stamped(vectors, table), "the key")


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where float32 is right already: the result is a new tensor in the dtype of the vectors; write vectors + ..., "
    "and not +=."
)
def grade_dtypes(student, rng):
    """The dtype is kept, to its own accuracy, and vectors and table stay as they were."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        vectors, table = rng.normal(2, 3, 4, dtype=dtype), rng.normal(5, 4, dtype=dtype)
        expect_close(student.stamp(vectors, table), stamped(vectors, table), "the stamped vectors")
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where the numbers are right already: the table is learnt, so gradients must reach it, each row those of all "
    "texts. Leave out detach and .data."
)
def grade_gradients(student, rng):
    """The gradients by the vectors and by the table."""
    vectors, table = rng.normal(3, 2, 4, dtype=torch.float64), rng.normal(5, 4, dtype=torch.float64)
    upstream = rng.normal(3, 2, 4, dtype=torch.float64)
    by_vectors, by_table = student.probe.gradients(student.stamp, vectors, table, upstream=upstream)
    expect_close(by_vectors, upstream, "the gradient by the vectors")
    expect_close(by_table, torch.cat([upstream.sum(0), torch.zeros(3, 4).double()]), "the gradient by the table")


@pytest.mark.points(1)
@pytest.mark.hint(
    "L > N raises ValueError, also for a table of one row, which would be added to every place; L = N is right."
)
def grade_too_long(student, rng):
    """One row too few, a single row, and just enough."""
    vectors, table = rng.normal(2, 4, 3), rng.normal(4, 3)
    enough = student.stamp(vectors, table)
    refused = [refuses(student, vectors, table[:rows]) for rows in (3, 1)]
    expect_tensor(enough, "the stamped vectors", shape=(2, 4, 3))
    expect(all(refused), "a table with too few rows was accepted, or raised another error.")


def refuses(student, vectors, table):
    """Whether the call raises ValueError; every call is made, so that mistakes can be told apart."""
    try:
        student.stamp(vectors, table)
    except LearnerError as error:
        return "ValueError" in error.kinds
    return False


@pytest.mark.points(2)
@pytest.mark.hint(
    "Take the difference of the two results number by number, wherever it stands; then its absolute value, then "
    "the largest of all. The result of encode may have any shape: use it as it comes."
)
def grade_gap_of_any_shape(student, rng):
    """Results of shape (B, L, D), (B, D), (B,) and a single number."""
    table, tokens, places = rng.normal(7, 3), rng.integers(0, 7, 4, 5), rng.normal(5)
    for shape in ("each", "text", "sum", "all"):
        got = student.order_gap(student.probe.lookups(table, places, shape), tokens)
        expect_number(as_float(got), gap(table, places, tokens, shape), "the gap", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint("Reverse each row as a whole, its zeros included, and leave the order of the texts: tokens.flip(1).")
def grade_gap_with_padding(student, rng):
    """Texts with padding, of which each is reversed as a whole; as many texts as places, too."""
    table, places = rng.normal(9, 2), rng.normal(4)
    tokens = torch.tensor([[3, 8, 0, 0], [5, 0, 0, 0], [1, 2, 4, 7], [0, 6, 6, 0]])
    for rows in (tokens[:2], tokens, tokens[1:2], tokens[3:]):
        got = student.order_gap(student.probe.lookups(table, places), rows)
        expect_number(as_float(got), gap(table, places, rows, "text"), "the gap", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where the other gaps are right already: encode may be a model, whose result carries a graph and may be "
    "float64. There .item() works and numpy() does not. The gap is not rounded, and the tokens stay as they were."
)
def grade_gap_of_a_model(student, rng):
    """A result that carries a graph, in float64; the tokens stay as they were."""
    table, tokens = rng.normal(6, 4, dtype=torch.float64), rng.integers(0, 6, 3, 5)
    places = rng.normal(5, dtype=torch.float64)
    got = student.order_gap(student.probe.lookups(table, places, "text", True), tokens)
    expect_number(as_float(got), gap(table, places, tokens, "text"), "the gap", rel=1e-9)
    expect_unchanged(student)
