# week-20/training_loop · visible checks, made by `make build` [e40920380ec8]: read them; edits would be lost.
"""The visible checks of week-20/training_loop."""

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_equal, expect_number, expect_type
from autograder.worker.probes.training import as_float

TWICE = torch.tensor([[0], [0]])


def single(logits):
    """Ids 0, 1, 2, ..., each its own text, and the table that gives them these logits."""
    return torch.arange(len(logits)).unsqueeze(1), torch.tensor(logits)


@pytest.mark.points(1)
@pytest.mark.hint("The loss is binary cross-entropy with logits: the mean over the batch, and no sigmoid before it.")
def check_loss_of_a_batch(student):
    """Logits 2 and -1 with labels 1 and 0 have the mean loss 0.220."""
    ids, table = single([2.0, -1.0])
    model = student.probe.bag(table)
    loss = student.train_step(model, student.probe.sgd(model, 0.1), ids, torch.tensor([1.0, 0.0]))
    expect_number(as_float(loss), 0.22009485, "the loss", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint("The loss that you return still hangs on its graph: loss.item() is a Python float.")
def check_python_float(student):
    """train_step returns a Python float."""
    ids, table = single([0.5, -1.5])
    model = student.probe.bag(table)
    loss = student.train_step(model, student.probe.sgd(model, 0.1), ids, torch.tensor([1.0, 0.0]))
    expect_type(loss, float, "the loss")
    expect(loss > 0.3, f"the loss is {loss:.3f}, expected 0.338.")


@pytest.mark.points(2)
@pytest.mark.hint(
    "Clear the gradients, forward, backward, step, in this order: no gradient is used twice, none is lost."
)
def check_two_steps(student):
    """Two steps from 1 with learning rate 1 lead to 0.269 and then to -0.298."""
    model = student.probe.bag(torch.tensor([1.0]))
    optimizer = student.probe.sgd(model, 1.0)
    student.train_step(model, optimizer, TWICE, torch.zeros(2))
    first = model.weights()
    student.train_step(model, optimizer, TWICE, torch.zeros(2))
    model.gradients()  # tells a missing step from a step without gradients
    second = model.weights()
    expect_close(first, torch.tensor([0.26894142]), "the weight after one step")
    expect_close(second, torch.tensor([-0.29789154]), "the weight after two steps")


@pytest.mark.points(2)
@pytest.mark.hint("Add up each batch's loss times its size, and divide by the number of examples at the end.")
def check_mean_per_example(student):
    """Batches of 4, 4 and 2 examples with the losses 1, 1 and 4 have the mean loss 1.6."""
    model = student.probe.bag(torch.tensor([-0.54132485, -3.98151504]))
    batches = [(torch.full((size, 3), kind), torch.ones(size)) for size, kind in ((4, 0), (4, 0), (2, 1))]
    loss = student.train_epoch(model, student.probe.sgd(model, 0.0), batches)  # rate 0: only the average counts
    expect_number(as_float(loss), 1.6, "the mean loss per example", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint("model.train() at the start of train_epoch: the model may come from a measurement, in eval mode.")
def check_epoch_in_train_mode(student):
    """An epoch runs in train mode, even if the model comes in eval mode."""
    model = student.probe.bag(torch.tensor([0.5, -0.5]))
    model.eval()
    batches = [
        (torch.tensor([[0, 1, 1], [0, 0, 0]]), torch.zeros(2)),
        (torch.tensor([[1, 0, 0], [1, 1, 1]]), torch.ones(2)),
    ]
    student.train_epoch(model, student.probe.sgd(model, 0.1), batches)
    expect_equal(model.modes(), ["train"], "the modes of the model over time")


@pytest.mark.points(2)
@pytest.mark.hint("Count the examples with (logits > 0) == (labels > 0); divide loss and count by all examples, once.")
def check_evaluate(student):
    """Three of four examples are right: accuracy 0.75, and the loss per example."""
    ids, table = single([2.0, 0.2, -1.0, 3.0])
    labels = torch.tensor([1.0, 1.0, 0.0, 0.0])
    got = student.evaluate(student.probe.bag(table), [(ids[:3], labels[:3]), (ids[3:], labels[3:])])
    expect_type(got, (tuple, list), "the result of evaluate")
    expect(len(got) == 2, f"evaluate returned {len(got)} values, expected the loss and the accuracy.")
    expect_number(as_float(got[1]), 0.75, "the accuracy", rel=1e-4)
    expect_number(as_float(got[0]), 1.02172913, "the loss", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint("After each epoch's training measure on the test batches, and append a new dict with the three keys.")
def check_fit(student):
    """Two epochs give two dicts with train_loss, test_loss and accuracy."""
    ids, table = single([0.5, -0.5, 1.0])
    model = student.probe.bag(table)
    train, test = [(ids[:2], torch.tensor([0.0, 1.0]))], [(ids[2:], torch.tensor([1.0]))]
    history = student.fit(model, student.probe.sgd(model, 1.0), train, test, 2)
    expect_type(history, list, "the history")
    expect(len(history) == 2, f"the list has length {len(history)}, expected one dict for each of 2 epochs.")
    expected = [(0.97407698, 0.31326169, 1.0), (0.79198003, 0.31326169, 1.0)]
    for row, numbers in zip(history, expected, strict=True):
        keys = ", ".join(sorted(map(str, row)))
        expect(
            keys == "accuracy, test_loss, train_loss",
            f"a dict has the keys {keys}; wanted: train_loss, test_loss, accuracy.",
        )
        for key, number in zip(("train_loss", "test_loss", "accuracy"), numbers, strict=True):
            expect_number(as_float(row[key]), number, key, rel=1e-4)
