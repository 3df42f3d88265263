# week-20/training_loop · starter, made by `make build` [fd74fb2dd14c]: write your answer in this file.
"""Train, measure, repeat.

Every network in this course learns in the same four lines: clear the old gradients, run the model forward,
send the loss backward, let the optimizer step. Around them stand an epoch (every batch once) and a
measurement on texts that were not trained on, in which nothing may change.

By hand: batches of 4, 4 and 2 examples have the mean losses 1, 1 and 4. An example's mean loss is
(4*1 + 4*1 + 2*4) / 10 = 1.6. The mean of the three means would be 2, and the small batch would count double.

Predict first: one weight starts at 1, the gradients of two steps are 0.731 and 0.567, the learning rate is 1.
Where does the weight end, and where would it end if the first gradient was never cleared? Then run this file.

You build (a batch is a pair of ids, long (B, L), and labels, 0 or 1, float or long, (B,); model(ids) -> logits (B,))
    train_step(model, optimizer, ids, labels) -> the batch's mean loss, as it was before the step
    train_epoch(model, optimizer, batches) -> mean loss per *example*, each batch's taken before its own step
        * in train mode, whatever mode the model comes in; the batches in their order, each once
    evaluate(model, batches) -> (loss, accuracy), both per example
        * in eval mode and with gradients off; afterwards the model is in the mode it came in
    fit(model, optimizer, train_batches, test_batches, epochs) -> one dict an epoch, [] for 0 epochs
        * keys train_loss (what train_epoch returned), test_loss and accuracy (measured after that epoch's training)
    * the loss is binary cross-entropy with logits, right for logits up to 200 either way; a logit above 0 says 1
    * every number you return is a Python float
    * an empty list of batches: train_epoch and evaluate raise ValueError
"""

import torch
import torch.nn.functional as F

Batches = list[tuple[torch.Tensor, torch.Tensor]]


def train_step(
    model: torch.nn.Module, optimizer: torch.optim.Optimizer, ids: torch.Tensor, labels: torch.Tensor
) -> float:
    """One step of learning on one batch: clear, forward, backward, step.

    >>> train_step(model, optimizer, ids, labels)  # logits [0.0, 0.0], whatever the labels
    0.6931471824645996

    Args:
        model: its parameters are changed by the step; its mode is the caller's affair.
        optimizer: holds the model's parameters.
        ids: long (B, L).
        labels: 0 or 1, float or long, (B,).
    Returns: the mean loss of the batch before the step, a Python float.
    Source: Goodfellow, Bengio and Courville 2016, Deep Learning, sections 6.2.2 and 8.1.3.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/training_loop: train_step is yours to write")


def train_epoch(model: torch.nn.Module, optimizer: torch.optim.Optimizer, batches: Batches) -> float:
    """A step on every batch, in train mode.

    >>> train_epoch(model, optimizer, batches)  # sizes 4, 4, 2 with the mean losses 1, 1, 4
    1.6

    Args:
        model, optimizer: as for `train_step`.
        batches: pairs (ids, labels), not always of one size; used in this order.
    Returns: the mean loss per example, a Python float.
    Raises: ValueError if there are no batches.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/training_loop: train_epoch is yours to write")


def evaluate(model: torch.nn.Module, batches: Batches) -> tuple[float, float]:
    """How good the model is on these batches; nothing about it changes.

    >>> evaluate(model, batches)  # logits [1.0, -1.0, 1.0], labels [1, 0, 0]
    (0.6465950608253479, 0.6666666666666666)

    Args:
        model: measured in eval mode, and given back in the mode it came in.
        batches: pairs (ids, labels), not always of one size.
    Returns: (mean loss per example, share of examples whose logit lies on the side of their label), Python floats.
    Raises: ValueError if there are no batches.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/training_loop: evaluate is yours to write")


def fit(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    train_batches: Batches,
    test_batches: Batches,
    epochs: int,
) -> list[dict[str, float]]:
    """Trains for some epochs and measures after each.

    >>> fit(model, optimizer, train_batches, test_batches, epochs=2)
    [{'train_loss': 0.68, 'test_loss': 0.66, 'accuracy': 0.61},
     {'train_loss': 0.64, 'test_loss': 0.63, 'accuracy': 0.66}]

    Args:
        model, optimizer: as for `train_step`.
        train_batches: what the model learns from.
        test_batches: what it is measured on, and never learns from.
        epochs: how many times it sees the training batches, 0 or more.
    Returns: a dict for each epoch with exactly the keys train_loss, test_loss and accuracy.
    """
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-20/training_loop: fit is yours to write")


class Tally(torch.nn.Module):
    """The smallest model for this file: one number for each id, and their mean is the logit."""

    def __init__(self, vocab: int):
        super().__init__()
        self.scores = torch.nn.Parameter(torch.zeros(vocab))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.scores[ids].mean(1)


if __name__ == "__main__":
    one = Tally(1)
    torch.nn.init.ones_(one.scores)
    optimizer = torch.optim.SGD(one.parameters(), lr=1.0)
    for step in (1, 2):
        loss = train_step(one, optimizer, torch.tensor([[0]]), torch.tensor([0]))
        print(f"step {step}: loss {loss:.3f}, the weight is now {one.scores.item():.3f}")
    print("Never cleared, the first gradient would have counted twice: 1 - 0.731 - (0.731 + 0.567) = -1.029.")

    words = torch.randint(1, 20, (300, 5), generator=torch.Generator().manual_seed(0))
    labels = (words < 8).sum(1) > 1  # the answer: do two or more small ids occur?
    batches = list(zip(words.split(64), labels.long().split(64), strict=True))
    model = Tally(20)
    print("Batches of", [len(batch) for _, batch in batches], "texts; the last one is measured, the others are learnt.")
    for row in fit(model, torch.optim.Adam(model.parameters(), lr=0.3), batches[:-1], batches[-1:], epochs=4):
        print({name: round(value, 3) for name, value in row.items()})
