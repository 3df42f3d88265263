# week-20/tiny_transformer · visible checks, made by `make build` [06250eccc45d]: read them; edits would be lost.
"""The visible checks of week-20/tiny_transformer."""

import pytest
import torch
from torch import nn

from autograder.checks.compare import expect, expect_close, expect_raises, expect_tensor

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
