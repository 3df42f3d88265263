"""Checks of week-12/attention: torch's own attention is the second proof of the key.

Where the scale is not the point, keys have depth 1, so that a wrong scale costs its own checks only.
Torch gives only the output; with the identity matrix as values its output is the weights.
"""

import pytest
import torch
import torch.nn.functional as F

from autograder.checks.compare import expect, expect_close, expect_raises, expect_type, expect_unchanged

QUERY = torch.tensor([[1.0, 1.0, 1.0, 1.0]])
KEYS = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
VALUES = torch.tensor([[10.0, 0.0], [2.0, 1.0], [-1.0, 3.0]])
SHORT_QUERY, SHORT_KEYS = torch.tensor([[1.0]]), torch.tensor([[2.0], [1.0], [0.0]])


@pytest.mark.points(1)
@pytest.mark.hint("Products 4, 2, 0, divided by √4 = 2, then softmax over the keys. Return (output, weights).")
def check_weights_by_hand(student):
    """One query on three keys: weights 0.665, 0.245, 0.090."""
    _, weights = pair(student.attention(QUERY, KEYS, VALUES))
    expect_close(weights, torch.tensor([[0.66524096, 0.24472847, 0.09003057]]), "the weights")


@pytest.mark.points(1)
@pytest.mark.hint("The output is weights @ values: (..., Lq, Lk) times (..., Lk, d_v). Batch and heads stay in front.")
def check_output_of_a_batch(student, rng):
    """Two texts, three heads: the output that torch gives."""
    queries, keys, values = rng.normal(2, 3, 4, 6), rng.normal(2, 3, 5, 6), rng.normal(2, 3, 5, 7)
    output, _ = pair(student.attention(queries, keys, values))
    expect_close(output, F.scaled_dot_product_attention(queries, keys, values), "the output")


@pytest.mark.points(2)
@pytest.mark.hint("True means may look: fill the scores where the mask is False, before softmax.")
def check_mask(student):
    """The first key hidden: weights 0, 0.731, 0.269."""
    output, weights = pair(student.attention(SHORT_QUERY, SHORT_KEYS, VALUES, torch.tensor([[False, True, True]])))
    expect_close(weights, torch.tensor([[0.0, 0.73105858, 0.26894142]]), "the weights")
    expect_close(output, torch.tensor([[1.19317574, 1.53788284]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("A query that may look at nothing gets weights 0 and output 0: set them after softmax.")
def check_query_that_sees_nothing(student):
    """Two queries; the second may look at nothing."""
    mask = torch.tensor([[True, False, False], [False, False, False]])
    output, weights = pair(student.attention(QUERY.expand(2, 4), KEYS, VALUES, mask))
    expect_close(weights, torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), "the weights")
    expect_close(output, torch.tensor([[10.0, 0.0], [0.0, 0.0]]), "the output")


@pytest.mark.points(1)
@pytest.mark.hint("Look at mask.dtype before anything else, and raise ValueError unless it is torch.bool.")
def check_mask_of_numbers(student):
    """A mask of numbers raises ValueError, a boolean one does not."""
    for mask in (torch.tensor([[0.0, 1.0, 1.0]]), torch.tensor([[0, 1, 1]])):
        with expect_raises(f"a mask of dtype {str(mask.dtype).removeprefix('torch.')}"):
            student.attention(QUERY, KEYS, VALUES, mask)
    pair(student.attention(QUERY, KEYS, VALUES, torch.tensor([[False, True, False]])))


# ---- hidden


def pair(got):
    """The two results of attention."""
    expect_type(got, tuple, "what attention returns")
    expect(len(got) == 2, f"attention returns two things, the output and the weights; {len(got)} came back.")
    return got


def torchs(queries, keys, values, mask=None):
    """Output and weights as torch's own attention gives them."""
    identity = torch.eye(keys.shape[-2], dtype=keys.dtype).expand(*keys.shape[:-1], keys.shape[-2])
    full = None if mask is None else mask.expand(*queries.shape[:-1], keys.shape[-2])
    return tuple(F.scaled_dot_product_attention(queries, keys, v, attn_mask=full) for v in (values, identity))


def inputs(rng, leading, lq, lk, dk, dv, **kwargs):
    """Queries, keys and values of these sizes."""
    return tuple(rng.normal(*leading, *size, **kwargs) for size in ((lq, dk), (lk, dk), (lk, dv)))


def compare(student, reference, arguments, mask=None, **kwargs):
    """The learner's two results and the key, each against torch's own."""
    got, key = pair(student.attention(*arguments, mask)), reference.attention(*arguments, mask)
    for mine, theirs, right, what in zip(got, key, torchs(*arguments, mask), ("output", "weights"), strict=True):
        expect_close(theirs, right, "the key", **kwargs)
        expect_close(mine, right, f"the {what}", **kwargs)


def derivatives(arguments, mask, upstream):
    """The gradients through a plain formula in float64, with empty rows left out of it."""
    leaves = [argument.double().requires_grad_() for argument in arguments]
    queries, keys, values = leaves
    powers = (queries @ keys.mT / keys.shape[-1] ** 0.5).exp()
    powers = powers if mask is None else powers * mask
    weights = powers / powers.sum(-1, keepdim=True).clamp_min(1e-30)
    found = torch.autograd.grad((weights @ values * upstream).sum(), leaves)
    return [gradient.float() for gradient in found]


@pytest.mark.points(1)
@pytest.mark.hint(
    "Divide by the square root of d_k, the last axis of queries and keys, whatever d_v and the lengths are."
)
def grade_scale(student, reference, rng):
    """The scale follows the depth of the keys."""
    for dk, dv, lk in ((16, 2, 5), (3, 9, 4), (1, 4, 6)):
        compare(student, reference, inputs(rng, (2, 3), 4, lk, dk, dv, scale=1.5))


@pytest.mark.points(1)
@pytest.mark.hint("Softmax runs over the keys, the last axis; keep any number of leading axes in front, or none.")
def grade_leading_axes(student, reference, rng):
    """No leading axes, one, two and three."""
    for leading in ((), (4,), (2, 3), (3, 2, 4)):
        compare(student, reference, inputs(rng, leading, 5, 7, 6, 8))


@pytest.mark.points(1)
@pytest.mark.hint("Try equal sizes (as many queries as keys, keys as deep as there are keys) and sizes of 1.")
def grade_equal_sizes(student, reference, rng):
    """Sizes that happen to be equal, and sizes of 1."""
    sizes = [((3,), 3, 5, 4, 2), ((2,), 4, 4, 3, 5), ((2, 3), 4, 5, 5, 3), ((2,), 3, 5, 4, 5)]
    sizes += [((3, 3), 3, 3, 3, 3), ((1, 1), 1, 6, 4, 3), ((2,), 3, 1, 4, 2), ((), 1, 1, 1, 1)]
    for size in sizes:
        compare(student, reference, inputs(rng, *size))


@pytest.mark.points(1)
@pytest.mark.hint("Any mask that broadcasts to (..., Lq, Lk) must work as it comes: (Lk,), (Lq, Lk), (B, 1, 1, Lk) ...")
def grade_mask_shapes(student, reference, rng):
    """Masks with fewer axes, or with axes of size 1."""
    for batch, lq, lk in ((2, 4, 5), (4, 4, 4)):
        for shape in ((lq, lk), (lk,), (batch, 1, 1, lk), (batch, 1, lq, lk), (3, lq, lk), (batch, 3, lq, lk)):
            mask = rng.booleans(*shape)
            mask[..., 1] = True  # no empty rows here
            compare(student, reference, inputs(rng, (batch, 3), lq, lk, 1, 7), mask)


@pytest.mark.points(1)
@pytest.mark.hint("A query that may look at nothing: weights 0 and output 0, and every other row as it was without it.")
def grade_empty_rows(student, reference, rng):
    """Some queries, or a whole text, may look at nothing."""
    mask = rng.booleans(2, 1, 4, 5)
    mask[0, 0, 2], mask[1, 0, 0] = False, False
    compare(student, reference, inputs(rng, (2, 3), 4, 5, 1, 7), mask)
    padding = torch.tensor([[True, True, False, False], [False] * 4, [True] * 4])[:, None, None]
    compare(student, reference, inputs(rng, (3, 2), 5, 4, 1, 2), padding)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Gradients must flow back to queries, keys and values: torch operations only, nothing written in place."
)
def grade_gradients(student, rng):
    """The gradient is the derivative of the formula."""
    arguments, upstream = inputs(rng, (2, 3), 3, 4, 5, 2), rng.normal(2, 3, 3, 2)
    got = student.probe.gradients(student.attention, *arguments, upstream=upstream)
    for gradient, right in zip(got, derivatives(arguments, None, upstream), strict=True):
        expect_close(gradient, right, "the gradient", depth=2)


@pytest.mark.points(1)
@pytest.mark.hint(
    "The gradient must be finite and right when a query may look at nothing: a row of only -inf gives NaN on the way "
    "back, even where the result was repaired afterwards."
)
def grade_gradient_of_empty_rows(student, rng):
    """Finite gradients where a query may look at nothing."""
    arguments, mask = inputs(rng, (2,), 4, 5, 1, 6), rng.booleans(2, 4, 5)
    mask[0, 1], mask[1, 3], mask[1, 0] = False, False, False
    expected = derivatives(arguments, mask, upstream := rng.normal(2, 4, 6))
    got = student.probe.gradients(student.attention, *arguments, mask, upstream=upstream)
    for gradient, right, name in zip(got, expected, ("queries", "keys", "values"), strict=True):
        expect_close(gradient, right, f"the gradient of the {name}", depth=2)


@pytest.mark.points(1)
@pytest.mark.hint("Compute in the dtype that came, constants included, and leave the inputs as they were.")
def grade_dtypes(student, reference, rng):
    """The dtype is kept, to its own accuracy, and the inputs stay as they were."""
    mask = rng.booleans(4, 5)
    mask[:, 2] = True
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        arguments = inputs(rng, (2, 3), 4, 5, 6, 7, dtype=dtype)
        wide = torchs(*(argument.double() for argument in arguments), mask)
        for mine, right in zip(pair(student.attention(*arguments, mask)), wide, strict=True):
            expect_close(mine, right.to(dtype), "the result", depth=2)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Scores of thousands must stay finite, and a hidden key must not count even if its score is the highest."
)
def grade_large_scores(student, rng):
    """Scores up to 10,000 and down to -10,000; the highest is hidden."""
    arguments = inputs(rng, (2, 3), 4, 6, 5, 3, scale=55)
    best = (arguments[0] @ arguments[1].mT).topk(2, -1).indices
    mask = torch.ones(2, 3, 4, 6, dtype=torch.bool).scatter(-1, best, False)
    far = torch.tensor([[100.0]]), torch.tensor([[100.0], [-100.0], [99.0]]), torch.tensor([[1.0], [2.0], [3.0]])
    cases = [(arguments, None), (arguments, mask), (far, torch.tensor([False, True, False]))]
    answers = [pair(student.attention(*given, chosen)) for given, chosen in cases]
    for (given, chosen), got in zip(cases, answers, strict=True):
        wide = torchs(*(argument.double() for argument in given), chosen)
        for mine, right in zip(got, wide, strict=True):
            expect_close(mine, right.float(), "the result", magnitude=1e4)
