# week-12/encoder_block · visible checks, made by `make build` [5a54813ff943]: read them; edits would be lost.
"""The visible checks of week-12/encoder_block."""

import pytest
import torch
from torch import nn

from autograder.checks.compare import expect, expect_close, expect_raises, expect_tensor
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
