"""Checks of week-12/encoder_block: torch's own encoder layer is the second proof of the key."""

import itertools

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.checks.compare import expect, expect_close, expect_raises, expect_tensor, expect_unchanged
from autograder.checks.student import Remote

PARTS = ("query", "key", "value", "output")
NORMS = ("norm_attention", "norm_feed_forward")


def make_weights(rng, width, hidden, dtype=torch.float32):
    """Weights for every layer of the block, by name."""
    shapes = {f"{name}.weight": (width, width) for name in PARTS}
    shapes |= {"feed_forward.0.weight": (hidden, width), "feed_forward.2.weight": (width, hidden)}
    weights = {name: rng.normal(*shape, scale=0.5, dtype=dtype) for name, shape in shapes.items()}
    for name, shape in shapes.items():
        weights[name.replace("weight", "bias")] = rng.normal(shape[0], scale=0.5, dtype=dtype)
    for norm in NORMS:
        weights[f"{norm}.weight"] = 1 + rng.normal(width, scale=0.3, dtype=dtype)
        weights[f"{norm}.bias"] = rng.normal(width, scale=0.3, dtype=dtype)
    return weights


def silenced(weights, *names):
    """The same weights with those layers giving 0."""
    return weights | {f"{name}.{end}": weights[f"{name}.{end}"] * 0 for name in names for end in ("weight", "bias")}


def build(student, weights, heads, dropout=0.0):
    """A block with these weights, in eval mode."""
    hidden, width = weights["feed_forward.0.weight"].shape
    block = student.EncoderBlock(width, heads, hidden, dropout=dropout)
    expect(isinstance(block, Remote), "EncoderBlock(...) gave no module: keep it a class that extends nn.Module.")
    if weights["output.bias"].dtype is torch.float64:
        block.double()
    lost = student.probe.load(block, weights)
    names = ", ".join(map(str, lost or []))
    expect(lost == [], f"The block has no {names}: keep the layers as they are in the starter.")
    block.eval()
    return block


def torchs_layer(weights, heads):
    """Torch's own encoder layer with the same weights."""
    hidden, width = weights["feed_forward.0.weight"].shape
    empty = {"batch_first": True, "dtype": weights["output.bias"].dtype, "device": "meta"}
    layer = nn.TransformerEncoderLayer(width, heads, hidden, 0.0, **empty)
    names = {"output": "self_attn.out_proj", "feed_forward.0": "linear1", "feed_forward.2": "linear2"}
    names |= {"norm_attention": "norm1", "norm_feed_forward": "norm2"}
    state = {f"{new}.{end}": weights[f"{old}.{end}"] for old, new in names.items() for end in ("weight", "bias")}
    for end in ("weight", "bias"):
        state[f"self_attn.in_proj_{end}"] = torch.cat([weights[f"{name}.{end}"] for name in PARTS[:3]])
    layer.load_state_dict(state, assign=True)
    return layer


def torchs(layer, x, mask=None):
    """What torch's own encoder layer gives; it reads a mask the other way round, and NaN for an empty row."""
    batch, length, _ = x.shape
    heads = layer.self_attn.num_heads
    hidden = None if mask is None else ~mask.expand(batch, heads, length, length).reshape(-1, length, length)
    return layer(x, hidden).detach()


@pytest.mark.points(1)
@pytest.mark.hint(
    "With nothing to add, x goes through norm_attention and then norm_feed_forward: [1, 3] gives [-1, 1]."
)
def check_silent_sub_layers(student, rng):
    """Sub-layers that give 0 leave x to the two norms."""
    weights = silenced(make_weights(rng, 2, 5), "output", "feed_forward.2")
    for norm in NORMS:
        weights |= {f"{norm}.weight": torch.ones(2), f"{norm}.bias": torch.zeros(2)}
    got = build(student, weights, 1).forward(torch.tensor([[[1.0, 3.0], [5.0, 2.0]]]))
    expect_close(got, torch.tensor([[[-1.0, 1.0], [1.0, -1.0]]]), "the block's result", depth=4)


@pytest.mark.points(2)
@pytest.mark.hint("Compare your two lines with the statement's: what is added to what, and which norm follows.")
def check_a_whole_block(student, rng):
    """Two heads on three tokens: the result of torch's own encoder layer."""
    weights, x = make_weights(rng, 8, 10), rng.normal(2, 3, 8)
    got = build(student, weights, 2).forward(x)
    expect_close(got, torchs(torchs_layer(weights, 2), x), "the block's result", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint("True means may look: behind a causal mask a later token must not move an earlier row.")
def check_causal_mask(student, rng):
    """Behind a causal mask, the last token moves its own row only."""
    block, x = build(student, make_weights(rng, 8, 10), 2), rng.normal(1, 4, 8)
    causal, changed = torch.ones(4, 4, dtype=torch.bool).tril(), x.clone()
    changed[0, 3] = rng.normal(8)
    behind = movement(block, x, changed, causal)
    expect(bool((behind[:3] < 1e-5).all()), "an earlier row moved when the last token changed.")
    expect(bool(behind[3] > 1e-3), "the last row did not move when its own token changed.")
    without = movement(block, x, changed)
    expect(bool((without > 1e-5).all()), "without a mask every row must move when a token changes; some did not.")


def movement(block, x, changed, *mask):
    """How far each row of the result moves when x changes."""
    before, after = block.forward(x, *mask), block.forward(changed, *mask)
    for result in (before, after):
        expect_tensor(result, "the block's result", shape=tuple(x.shape))
    return (after - before).abs().amax(-1)[0]


@pytest.mark.points(1)
@pytest.mark.hint("self.dropout(...) knows the mode by itself; F.dropout needs training=self.training.")
def check_train_and_eval_mode(student, rng):
    """Dropout 0.5 changes the result in train mode, and changes nothing in eval mode."""
    weights, x = make_weights(rng, 6, 7), rng.normal(2, 3, 6)
    without, block = build(student, weights, 3).forward(x), build(student, weights, 3, dropout=0.5)
    evaluated = block.forward(x)
    block.train()
    trained = block.forward(x)
    expect_tensor(without, "the block's result without dropout", shape=(2, 3, 6))
    expect_close(evaluated, without, "the block's result in eval mode", depth=4)
    expect_tensor(trained, "the block's result in train mode", shape=(2, 3, 6))
    expect(bool((trained - without).abs().max() > 1e-3), "In train mode, dropout 0.5 changed nothing.")


@pytest.mark.points(1)
@pytest.mark.hint("Look at mask.dtype first, and raise ValueError unless it is torch.bool.")
def check_mask_of_numbers(student, rng):
    """A mask of numbers raises ValueError, a boolean one does not."""
    block, x, mask = build(student, make_weights(rng, 4, 6), 2), rng.normal(2, 3, 4), torch.ones(3, 3).tril()
    for dtype in (torch.float32, torch.int64):
        with expect_raises(f"a mask of dtype {str(dtype).removeprefix('torch.')}"):
            block.forward(x, mask.to(dtype))
    masked, plain = block.forward(x, mask.bool()), block.forward(x)
    expect_tensor(plain, "the block's result", shape=(2, 3, 4))
    expect_tensor(masked, "the block's result with a boolean mask", shape=(2, 3, 4))
    expect(bool((masked - plain).abs().max() > 1e-3), "A boolean mask was accepted, and changed nothing.")


# ---- hidden


def compare(student, reference, weights, heads, x, masks=(None,)):
    """The learner's block and the key for each mask, against torch's own layer."""
    mine, key = build(student, weights, heads), build(reference, weights, heads)
    layer = torchs_layer(weights, heads)
    for mask in masks:
        right = torchs(layer, x, mask)
        expect_close(key.forward(x, mask), right, "the key", depth=4)
        expect_close(mine.forward(x, mask), right, "the block's result", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint("Take one sub-layer away at a time: norm(x + sub-layer(x)) must hold for each, with its own norm.")
def grade_one_sub_layer_at_a_time(student, reference, rng):
    """Texts of a single token: silent attention, then a silent feed-forward, then both."""
    weights, x = make_weights(rng, 6, 11), rng.normal(5, 1, 6, scale=2) + 1  # a single token: wiring only
    for silent in (("output",), ("feed_forward.2",), ("output", "feed_forward.2")):
        compare(student, reference, silenced(weights, *silent), 2, x)


@pytest.mark.points(1)
@pytest.mark.hint(
    "With torch's weights your block must give what torch's encoder layer gives. Attention runs along the length, "
    "axis 1; `query`, `key`, `value` each do their own work, and `output` follows the heads."
)
def grade_sizes(student, reference, rng):
    """One head, texts of several lengths, in batches."""
    for batch, length, width, heads, hidden in ((2, 5, 12, 1, 20), (4, 3, 10, 1, 7)):
        compare(student, reference, make_weights(rng, width, hidden), heads, rng.normal(batch, length, width))


@pytest.mark.points(1)
@pytest.mark.hint(
    "Head h works on columns h · width / H and on, all tokens of them; split the last axis, then swap axes. Scores are "
    "divided by the root of one head's depth."
)
def grade_number_of_heads(student, reference, rng):
    """One head, some heads, and a head for each column."""
    weights, x = make_weights(rng, 12, 9), rng.normal(2, 5, 12)
    for heads in (4, 2, 12, 1):
        compare(student, reference, weights, heads, x)


@pytest.mark.points(1)
@pytest.mark.hint("Try a batch of 1, a single token, and sizes that happen to be equal (B = L = H, hidden = width).")
def grade_equal_sizes(student, reference, rng):
    """Sizes that happen to be equal, and sizes of 1."""
    for batch, length, width, heads, hidden in ((3, 3, 9, 3, 9), (1, 4, 8, 4, 16), (2, 1, 6, 2, 5), (1, 1, 4, 1, 1)):
        compare(student, reference, make_weights(rng, width, hidden), heads, rng.normal(batch, length, width))


@pytest.mark.points(1)
@pytest.mark.hint("After block.double() everything must be float64, constants included; and x must stay as it was.")
def grade_float64(student, rng):
    """A float64 block keeps float64 accuracy and leaves x as it was."""
    weights, x = make_weights(rng, 6, 5, torch.float64), rng.normal(2, 4, 6, dtype=torch.float64)
    got = build(student, weights, 2).forward(x)
    expect_close(got, torchs(torchs_layer(weights, 2), x), "the block's result", depth=4)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint("Every layer of the block must get its gradient, and x too: no detach, no no_grad, nothing in place.")
def grade_gradients(student, reference, rng):
    """Gradients reach x and every parameter."""
    weights, x = make_weights(rng, 6, 5, torch.float64), rng.normal(2, 4, 6, dtype=torch.float64)
    upstream = rng.normal(2, 4, 6, dtype=torch.float64)
    got = student.probe.module_gradients(build(student, weights, 3), x, upstream=upstream)
    expected = reference.probe.module_gradients(build(reference, weights, 3), x, upstream=upstream)
    leaf = x.clone().requires_grad_()
    [right] = torch.autograd.grad((torchs_layer(weights, 3)(leaf) * upstream).sum(), leaf)
    expect_close(expected["x"], right, "the key", depth=4)
    for name, gradient in expected.items():
        expect(isinstance(got.get(name), torch.Tensor), f"{name} got no gradient.")
        expect_close(got[name].float(), gradient.float(), f"the gradient of {name}", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Every mask that broadcasts to (B, H, L, L) must count as it comes: (L, L), (B, 1, 1, L), (B, 1, L, L)."
)
def grade_masks(student, reference, rng):
    """One mask for all, one a text, one a head."""
    for batch, length in ((2, 5), (4, 4)):
        shapes = ((1, 1), (batch, 1, 1, 1), (batch, 1, length, 1), (1, 3, length, 1), (batch, 3, length, 1))
        masks = [rng.booleans(*shape[:-1], length) for shape in ((length, 1), *shapes[1:])]
        for mask in masks:
            mask[..., 1] = True  # no empty rows here
        weights, x = make_weights(rng, 3, 6), rng.normal(batch, length, 3)
        compare(student, reference, weights, 3, x, masks)


@pytest.mark.points(1)
@pytest.mark.hint(
    "A query that may look at nothing mixes to 0, and `output` still adds its bias. Result and gradients are finite "
    "everywhere, and other rows as they were."
)
def grade_empty_rows(student, reference, rng):
    """Some queries, and a whole text, may look at nothing."""
    weights, x, upstream = make_weights(rng, 3, 6), rng.normal(2, 4, 3), rng.normal(2, 4, 3)
    mask = rng.booleans(2, 1, 4, 4)
    mask[..., 0], mask[0, 0, 2], mask[1] = True, False, False
    block, key = build(student, weights, 3), build(reference, weights, 3)
    got, empty = block.forward(x, mask), ~mask[:, 0].any(-1)
    gradients = student.probe.module_gradients(block, x, mask, upstream=upstream)
    expect_close(got, key.forward(x, mask), "the block's result", depth=4)
    right = torchs(torchs_layer(weights, 3), x, mask | ~mask.any(-1, keepdim=True))
    right[empty] = torchs(torchs_layer(silenced(weights, "value"), 3), x)[empty]
    expect_close(got, right, "the block's result against torch's", depth=4)
    expected = reference.probe.module_gradients(key, x, mask, upstream=upstream)
    expect_close(gradients["x"], expected["x"], "the gradient of x", depth=8)


@pytest.mark.points(1)
@pytest.mark.hint(
    "In train mode each number that a sub-layer gives is either 0 or, at dropout 0.5, doubled, before it is added; "
    "x, the weights and the norms' results are never dropped."
)
def grade_dropout(student, rng):
    """In train mode dropout acts on what each sub-layer gives, and on nothing else."""
    weights, x = make_weights(rng, 4, 6), rng.normal(15, 1, 4)
    settings = [silenced(weights, "feed_forward.2"), silenced(weights, "output")]
    results = []
    for setting in settings:
        block = build(student, setting, 2, dropout=0.5)
        block.train()
        results.append(block.forward(x))
    for setting, got in zip(settings, results, strict=True):
        expect_tensor(got, "the block's result", shape=(15, 1, 4), dtype=torch.float32)
        possible = torch.stack(list(dropped(setting, x)))  # (patterns, 15, 1, 4)
        near = ((got - possible).abs() < 1e-3).all(-1).any(0)
        expect(bool(near.all()), "Some row is none of the results that dropout allows.")


def dropped(weights, x):
    """The results for each of the 16 ways to drop numbers of a row; only one of the two sub-layers may speak."""

    def norm(name, z):
        return F.layer_norm(z, (4,), weights[f"{name}.weight"], weights[f"{name}.bias"])

    def linear(name, z):
        return F.linear(z, weights[f"{name}.weight"], weights[f"{name}.bias"])

    heads = [linear(name, x).unflatten(-1, (2, 2)).transpose(1, 2) for name in PARTS[:3]]
    attended = linear("output", F.scaled_dot_product_attention(*heads).transpose(1, 2).flatten(-2))
    for kept in itertools.product((0.0, 2.0), repeat=4):
        y = norm("norm_attention", x + attended * torch.tensor(kept))
        inside = linear("feed_forward.2", F.relu(linear("feed_forward.0", y)))
        yield norm("norm_feed_forward", y + inside * torch.tensor(kept))
