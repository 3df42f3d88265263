"""Checks of week-20/tiny_transformer: the key is the formula, text by text, head by head, by hand."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.checks.compare import (
    expect,
    expect_close,
    expect_finite,
    expect_raises,
    expect_tensor,
    expect_unchanged,
)
from autograder.outcomes import LearnerError

TEXT = [12, 3, 9, 5]


@pytest.mark.points(1)
@pytest.mark.hint("The head leaves (B, 1): take the last axis away with squeeze(-1).")
def check_shape(student):
    """Three texts of 32 characters give three logits."""
    ids = torch.arange(96).reshape(3, 32) + 31
    logits = student.TinyTransformer()(ids)
    expect_tensor(logits, "the logits", shape=(3,), dtype=torch.float32)
    expect(bool(torch.isfinite(logits).all()), "a logit is not finite.")
    expect(len(set(logits.tolist())) == 3, "three different texts came out with equal logits.")


@pytest.mark.points(2)
@pytest.mark.hint("Embedding plus positions, then the encoder, then the mean over L, then the head; nothing else.")
def check_wiring(student, rng):
    """Two full texts: head(mean(encoder(embedding + positions)))."""
    embedding, positions, head = rng.normal(15, 6), rng.normal(7, 6), rng.normal(1, 6)
    layer = nn.TransformerEncoderLayer(6, 2, 10, 0.0, batch_first=True)
    layer.load_state_dict({name: rng.normal(*weight.shape) for name, weight in layer.state_dict().items()})
    model = student.TinyTransformer(vocab=15, width=6, num_heads=2, hidden=10, length=7, dropout=0.0)
    weights = {"embedding.weight": embedding, "positions.weight": positions}
    weights |= {"head.weight": head, "head.bias": torch.tensor([0.25])}
    weights |= {f"encoder.{name}": weight for name, weight in layer.state_dict().items()}
    model.load_state_dict(weights, strict=False)
    texts = torch.tensor([TEXT, [7, 1, 1, 14]])
    mean = layer(embedding[texts] + positions[:4]).mean(1)
    expected = (mean @ head.T + 0.25).squeeze(-1).detach()
    expect_close(model(texts), expected, "the logits", depth=4)


@pytest.mark.points(2)
@pytest.mark.hint(
    "Hide the padding from the encoder (src_key_padding_mask) and leave it out of the mean (sum and count)."
)
def check_padding(student):
    """The same text with three zeros behind it has the same logit, in train mode and in eval mode."""
    model = student.TinyTransformer(dropout=0.0)
    for mode in ("train", "eval"):
        alone = model(torch.tensor([TEXT, [7, 1, 1, 4]]))
        padded = model(torch.tensor([[*TEXT, 0, 0, 0], [5, 9, 3, 12, 7, 1, 2]]))
        expect_tensor(padded, "the logits", shape=(2,))
        expect_tensor(alone, "the logits", shape=(2,))
        expect_close(padded[:1], alone[:1], f"in {mode} mode, the logit with padding", depth=4)
        expect(bool((padded[0] - padded[1]).abs() > 1e-4), "two different texts came out with equal logits.")
        model.eval()


@pytest.mark.points(2)
@pytest.mark.hint("Without the stamps of positions(torch.arange(L)) the encoder and the mean are a bag of look-ups.")
def check_order(student):
    """The same characters in reverse order have another logit."""
    logits = student.TinyTransformer(dropout=0.0)(torch.tensor([TEXT, TEXT[::-1]]))
    expect_tensor(logits, "the logits", shape=(2,))
    expect(bool((logits[0] - logits[1]).abs() > 1e-4), f"both orders have the logit {logits[0]:.4f}.")


@pytest.mark.points(1)
@pytest.mark.hint("Look at the ids before you use them: their largest, their smallest, and how many stand in a row.")
def check_wrong_input(student):
    """An id that the embedding does not have, or a text that is too long, raises ValueError."""
    model = student.TinyTransformer(vocab=15, width=6, num_heads=2, hidden=10, length=4)
    with expect_raises("a text of 5 ids, of length 4,"):
        model(torch.tensor([[1, 2, 3, 4, 5]]))
    with expect_raises("the id 15, of a vocabulary of 15,"):
        model(torch.tensor([[1, 15, 2]]))


# ---- hidden


SIZES = {"vocab": 13, "width": 12, "num_heads": 4, "hidden": 10, "length": 9, "dropout": 0.0}
"""An even number of heads: with an odd one torch does not take its fast path."""
SHAPES = {
    "embedding.weight": (13, 12), "positions.weight": (9, 12), "head.weight": (1, 12), "head.bias": (1,),
    "encoder.self_attn.in_proj_weight": (36, 12), "encoder.self_attn.in_proj_bias": (36,),
    "encoder.self_attn.out_proj.weight": (12, 12), "encoder.self_attn.out_proj.bias": (12,),
    "encoder.linear1.weight": (10, 12), "encoder.linear1.bias": (10,),
    "encoder.linear2.weight": (12, 10), "encoder.linear2.bias": (12,),
    "encoder.norm1.weight": (12,), "encoder.norm1.bias": (12,),
    "encoder.norm2.weight": (12,), "encoder.norm2.bias": (12,),
}  # fmt: skip


def make_weights(rng):
    return {name: rng.normal(*shape, scale=0.6) for name, shape in SHAPES.items()}


def make_model(student, weights, **changes):
    """The learner's model with these weights, in train mode."""
    model = student.TinyTransformer(**SIZES | changes)
    model.load_state_dict(weights, strict=False)
    return model


def key(weights, rows):
    """The logits of texts with at least one character, by the formula, one after the other."""
    w = {name.removeprefix("encoder."): weight for name, weight in weights.items()}
    return torch.stack([_logit(w, torch.as_tensor(row)) for row in rows])


def _logit(w, row):
    places = row.nonzero()[:, 0]
    x = w["embedding.weight"][row[places]] + w["positions.weight"][places]
    q, k, v = F.linear(x, w["self_attn.in_proj_weight"], w["self_attn.in_proj_bias"]).split(12, -1)
    heads = [slice(start, start + 3) for start in (0, 3, 6, 9)]
    mixed = torch.cat([torch.softmax(q[:, h] @ k[:, h].T / 3**0.5, -1) @ v[:, h] for h in heads], -1)
    x = x + F.linear(mixed, w["self_attn.out_proj.weight"], w["self_attn.out_proj.bias"])
    x = F.layer_norm(x, (12,), w["norm1.weight"], w["norm1.bias"])
    inner = F.linear(x, w["linear1.weight"], w["linear1.bias"]).clamp(min=0)
    x = x + F.linear(inner, w["linear2.weight"], w["linear2.bias"])
    x = F.layer_norm(x, (12,), w["norm2.weight"], w["norm2.bias"])
    return (x.mean(0) @ w["head.weight"].T + w["head.bias"])[0]


def in_every_mode(student, model, ids):
    """The logits in train mode, in eval mode, and in eval mode without gradients."""
    model.train()
    trained = model(ids)
    model.eval()
    return trained, model(ids), student.probe.without_gradients(model, ids)


@pytest.mark.points(2)
@pytest.mark.hint(
    "The logit is head(mean over the characters of encoder(embedding + positions)). Padding is hidden from the "
    "encoder and stands neither in the sum nor in the count of the mean, in train mode as in eval mode."
)
def grade_formula(student, rng):
    """Texts of different lengths, padding behind them, in every mode."""
    weights, ids = make_weights(rng), rng.integers(1, 13, 4, 6)
    ids[1, 4:], ids[2, 1:], ids[3, 5:] = 0, 0, 0
    for logits in in_every_mode(student, make_model(student, weights), ids):
        expect_close(logits, key(weights, ids), "the logits", depth=4)


@pytest.mark.points(2)
@pytest.mark.hint(
    "Every 0 is padding, also in front of the text and in the middle of it: make the mask from ids == 0 and not "
    "from a length. A character's place is its index in the row."
)
def grade_padding_anywhere(student, rng):
    """Padding in front, in the middle and behind."""
    weights, ids = make_weights(rng), rng.integers(1, 13, 5, 7)
    ids[0, :3], ids[1, 2:4], ids[2, [0, 3, 6]], ids[3, ::2] = 0, 0, 0, 0
    for logits in in_every_mode(student, make_model(student, weights), ids):
        expect_close(logits, key(weights, ids), "the logits", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Some sizes are 1 here, or equal, so that a mixed-up axis raises no error: try one text, one character, as "
    "many texts as places, and texts of the full length."
)
def grade_sizes(student, rng):
    """One text, one character, as many texts as characters, and texts of the full length."""
    weights = make_weights(rng)
    model = make_model(student, weights)
    for shape in ((1, 5), (3, 1), (1, 1), (4, 4), (2, 9)):
        ids = rng.integers(1, 13, *shape)
        expect_close(model(ids), key(weights, ids), "the logits", depth=4)


@pytest.mark.points(2)
@pytest.mark.hint(
    "A row of padding only: its logit must be finite and the same for every L, in train mode, in eval mode and "
    "under no_grad. There the fast path gives NaN where everything is hidden: NaN * 0 stays NaN, masked_fill(…, "
    "0) does not."
)
def grade_padding_only(student, rng):
    """A row of padding only, beside other texts and alone."""
    ids = rng.integers(1, 13, 3, 5)
    ids[0] = 0
    model = make_model(student, make_weights(rng))
    beside, alone = (
        in_every_mode(student, model, ids),
        in_every_mode(student, model, torch.zeros(2, 8, dtype=torch.long)),
    )
    others = in_every_mode(student, model, ids[1:])
    for logits, padding, texts in zip(beside, alone, others, strict=True):
        expect_tensor(padding, "the logits of padding", shape=(2,))
        expect_tensor(logits, "the logits", shape=(3,))
        expect_finite(logits, "the logits")
        expect_close(logits[1:], texts, "the logits of the texts", depth=4)
        expect(bool((texts[0] - texts[1]).abs() > 1e-4), "two texts have the same logit.")
        expect_close(padding, beside[0][:1].expand(2), "the logits of padding", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where the logits are right already: in a batch with a row of padding only every gradient must be finite, and "
    "padding itself gets none. Look for a division by 0, and for a NaN that is only covered up afterwards."
)
def grade_gradients(student, rng):
    """The gradients of the weights are those of the formula, beside a row of padding only."""
    weights, ids = make_weights(rng), rng.integers(1, 13, 4, 6)
    ids[1], ids[2, 2:], ids[3, 0] = 0, 0, 0
    got = student.probe.weight_gradients(make_model(student, weights), ids, torch.tensor([1.5, 0.0, -2.0, 0.5]))
    leaves = {name: weight.clone().requires_grad_() for name, weight in weights.items()}
    texts = key(leaves, ids[[0, 2, 3]]) * torch.tensor([1.5, -2.0, 0.5])
    expect(type(got) is dict and set(weights) <= set(got), "the model has lost its parameters.")
    for name, expected in zip(leaves, torch.autograd.grad(texts.sum(), leaves.values()), strict=True):
        expect_close(got[name], expected, "the gradient", depth=20)


@pytest.mark.points(1)
@pytest.mark.hint(
    "A text must not feel its neighbours in the batch: the encoder is batch_first, so give it (B, L, width)."
)
def grade_neighbours(student, rng):
    """Changing one text changes its own logit only."""
    model, ids = make_model(student, make_weights(rng)), rng.integers(1, 13, 3, 4)
    other = ids.clone()
    other[1] = torch.tensor([4, 0, 7, 11])
    first, second = model(ids), model(other)
    expect_tensor(first, "the logits", shape=(3,))
    expect(bool((first[1] - second[1]).abs() > 1e-4), "another text has the same logit.")
    expect_close(second[[0, 2]], first[[0, 2]], "the other logits", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Dropout is the encoder layer's own affair: on in train mode, off after model.eval(). Add none, and leave its mode."
)
def grade_dropout(student, rng):
    """With dropout 0.5 two runs differ in train mode, and are equal in eval mode."""
    model, ids = make_model(student, make_weights(rng), dropout=0.5), rng.integers(1, 13, 3, 7)
    one, two = model(ids), model(ids)
    model.eval()
    three, four, five = model(ids), model(ids), student.probe.without_gradients(model, ids)
    expect_tensor(one, "the logits", shape=(3,))
    expect(not torch.equal(one, two), "dropout is off in train mode.")
    expect_close(four, three, "the logits in eval mode", depth=4)
    expect_close(five, three, "the logits without gradients", depth=4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Ids go from 0 to vocab - 1, texts up to `length` ids: raise ValueError for all others, and for no more."
)
def grade_wrong_input(student, rng):
    """Ids and lengths at their limits are right, one further is wrong."""
    model = make_model(student, make_weights(rng))
    limits = torch.tensor([[12, 1, 12, 3, 4, 5, 6, 7, 12], [0] * 9])
    expect_tensor(model(limits), "the logits", shape=(2,))
    wrong = [[[3, 13], [1, 1]], [[1, 1], [-1, 2]], [[0] * 10]]
    refused = [refuses(model, torch.tensor(ids)) for ids in wrong]
    expect(all(refused), "a wrong input was accepted, or raised another error.")


def refuses(model, ids):
    """Whether the call raises ValueError; every call is made, so that mistakes can be told apart."""
    try:
        model(ids)
    except LearnerError as error:
        return "ValueError" in error.kinds
    return False


@pytest.mark.points(1)
@pytest.mark.hint(
    "Where the logits are right already: after model.double() they must be float64 and as exact as that, so make "
    "no float32 on the way."
)
def grade_double(student, rng):
    """A float64 model gives float64 logits, and the ids stay as they were."""
    weights, ids = {name: weight.double() for name, weight in make_weights(rng).items()}, rng.integers(1, 13, 2, 5)
    ids[1, 3:] = 0
    model = student.TinyTransformer(**SIZES)
    model.double()
    model.load_state_dict(weights, strict=False)
    expect_close(model(ids), key(weights, ids), "the logits", depth=4)
    expect_unchanged(student)
