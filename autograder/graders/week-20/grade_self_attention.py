"""Checks of week-20/self_attention: torch's scaled_dot_product_attention is the second proof of the key."""

import pytest
import torch
import torch.nn.functional as F

from autograder.checks.compare import expect, expect_close, expect_number, expect_tensor, expect_type, expect_unchanged
from autograder.worker.probes.training import as_float

X = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ASK = torch.tensor([[2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
OFFER = torch.eye(3)
GIVE = torch.tensor([[10.0, 1.0, 0.0], [20.0, 3.0, 4.0], [5.0, 6.0, 7.0]])


def pair(got):
    """Output and weights, if two things came back."""
    expect_type(got, (tuple, list), "the result")
    expect(len(got) == 2, f"{len(got)} values came back, expected output and weights.")
    return got


@pytest.mark.points(1)
@pytest.mark.hint("Queries times transposed keys, divided by the root of d, softmax along each row.")
def check_weights(student):
    """Scores [[2, 0], [0, 0]] with d = 3 give the weights [0.760, 0.240] and [0.5, 0.5]."""
    _, weights = pair(student.self_attention(X, ASK, OFFER, GIVE))
    expect_close(weights, torch.tensor([[0.76036844, 0.23963156], [0.5, 0.5]]), "the weights")


@pytest.mark.points(2)
@pytest.mark.hint("The output is weights @ values, and the values are x @ w_v.")
def check_output(student):
    """The output is the weighted sum of the values."""
    output, _ = pair(student.self_attention(X, ASK, OFFER, GIVE))
    expect_close(output, torch.tensor([[12.39631558, 1.47926312, 0.95852623], [15.0, 2.0, 2.0]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("With scaled=False the scores go into softmax as they are.")
def check_unscaled(student):
    """Without the scale the first row is [0.881, 0.119]."""
    _, weights = pair(student.self_attention(X, ASK, OFFER, GIVE, scaled=False))
    expect_close(weights, torch.tensor([[0.88079708, 0.11920292], [0.5, 0.5]]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("Five tokens give a table of 5 x 5 weights whatever their width, and each of its rows adds up to 1.")
def check_rows(student, rng):
    """Five tokens: 5 x 5 weights whose rows add up to 1, and an output of 5 x 3."""
    output, weights = pair(student.self_attention(rng.normal(5, 4), *(rng.normal(4, 3) for _ in range(3))))
    expect_tensor(output, "the output", shape=(5, 3))
    expect_tensor(weights, "the weights", shape=(5, 5))
    expect_close(weights.sum(-1), torch.ones(5), "the sum of each row")


@pytest.mark.points(1)
@pytest.mark.hint("The largest of each row with amax(-1), then their mean, then .item().")
def check_saturation(student):
    """Rows whose largest weights are 0.7 and 0.5 have the saturation 0.6."""
    got = student.saturation(torch.tensor([[0.7, 0.2, 0.1], [0.25, 0.25, 0.5]]))
    expect_number(got, 0.6, "the saturation")


# ---- hidden


def make_inputs(rng, length, d_in, d, dtype=torch.float32, scale=0.7):
    """A row for each token, and the three matrices."""
    return [rng.normal(length, d_in, dtype=dtype, scale=scale), *(rng.normal(d_in, d, dtype=dtype) for _ in range(3))]


def key(x, w_q, w_k, w_v, scaled=True):
    """Output and weights by torch's own attention; the values of the identity are the weights."""
    queries, keys, values = x @ w_q, x @ w_k, x @ w_v
    scale = None if scaled else 1.0
    see = torch.eye(len(x), dtype=x.dtype)
    output = F.scaled_dot_product_attention(queries[None], keys[None], values[None], scale=scale)
    return output[0], F.scaled_dot_product_attention(queries[None], keys[None], see[None], scale=scale)[0]


def expect_both(got, expected, depth=2):
    expect_type(got, (tuple, list), "the result")
    expect(len(got) == 2, "two values are expected: output and weights.")
    expect_close(got[1], expected[1], "the weights", depth=depth)
    expect_close(got[0], expected[0], "the output", depth=depth)


@pytest.mark.points(2)
@pytest.mark.hint(
    "weights = softmax(Q K^T / sqrt(d)) along each row, output = weights V. Try 5 tokens of width 7, and d = 3: "
    "which number is under your root, which matrix made the values, which axis adds up to 1?"
)
def grade_formula(student, reference, rng):
    """The formula, with unequal sizes."""
    for length, d_in, d in ((5, 7, 3), (3, 2, 6)):
        inputs = make_inputs(rng, length, d_in, d)
        expect_both(student.self_attention(*inputs), key(*inputs))
        expect_both(reference.self_attention(*inputs), key(*inputs))


@pytest.mark.points(1)
@pytest.mark.hint("With scaled=False there is no division at all; everything else is the same as with it.")
def grade_unscaled(student, rng):
    """Without the scale, by name and by place."""
    inputs = make_inputs(rng, 4, 6, 5)
    expect_both(student.self_attention(*inputs, scaled=False), key(*inputs, scaled=False))
    expect_both(student.self_attention(*inputs, False), key(*inputs, scaled=False))


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where unequal sizes are right already: here some are equal, or 1, so that a mixed-up axis raises no error. "
    "Compare with a small example by hand."
)
def grade_coincidences(student, rng):
    """As many tokens as numbers in a token, and sizes of 1."""
    for length, d_in, d in ((4, 4, 3), (3, 5, 3), (6, 4, 4), (3, 3, 3), (1, 3, 2), (4, 1, 1)):
        inputs = make_inputs(rng, length, d_in, d)
        expect_both(student.self_attention(*inputs), key(*inputs))


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where float32 is right already: compute in the dtype of x (or give it back at the end), and leave x and the "
    "matrices as they were."
)
def grade_dtypes(student, rng):
    """The dtype is kept, to its own accuracy, and the inputs stay as they were."""
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        inputs = make_inputs(
            rng, 5, 3, 4, dtype, scale=0.3
        )  # a root of 2: exact in float32 too, for torch.sqrt(torch.tensor(d))
        exact = key(*(tensor.double() for tensor in inputs))
        expect_both(student.self_attention(*inputs), [tensor.to(dtype) for tensor in exact], depth=4)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint("Scores in the thousands: exp alone overflows, torch.softmax does not.")
def grade_large_scores(student, rng):
    """Scores in the thousands stay finite."""
    inputs = make_inputs(rng, 5, 3, 4, torch.float64, scale=40.0)
    inputs[1] = inputs[1] * 50
    expect_both(student.self_attention(*inputs, scaled=False), key(*inputs, scaled=False))


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where the numbers are right already: build output and weights from torch operations only, so that gradients "
    "flow to x and to all three matrices."
)
def grade_gradients(student, rng):
    """The gradients by x and by the three matrices."""
    inputs, upstream = make_inputs(rng, 5, 3, 4, torch.float64), rng.normal(5, 4, dtype=torch.float64)
    got = student.probe.gradients(student.self_attention, *inputs, upstream=upstream)
    leaves = [tensor.clone().requires_grad_() for tensor in inputs]
    expected = torch.autograd.grad((key(*leaves)[0] * upstream).sum(), leaves)
    for mine, theirs in zip(got, expected, strict=True):
        expect_close(mine, theirs, "the gradient", depth=4)


@pytest.mark.points(2)
@pytest.mark.hint(
    "The largest weight of each row, along the last axis; then one mean over all rows of all leading axes, as a "
    "Python float. It is 1/Lk for flat rows and 1 where each row has a single 1."
)
def grade_saturation(student, rng):
    """Any leading axes, flat rows, and rows that look at one place only."""
    for shape in ((4, 6), (2, 3, 5, 4), (1, 1), (3, 1, 7)):
        weights = rng.weights(*shape)
        rows = weights.reshape(-1, shape[-1]).tolist()
        expect_number(
            as_float(student.saturation(weights)), sum(map(max, rows)) / len(rows), "the saturation", rel=1e-4
        )
    expect_number(as_float(student.saturation(torch.full((5, 8), 0.125))), 0.125, "the saturation of flat rows")
    one_place = torch.eye(6)[torch.tensor([2, 2, 5])]
    expect_number(as_float(student.saturation(one_place)), 1.0, "the saturation of rows with a single 1")
