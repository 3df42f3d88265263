"""Checks of week-20/training_loop: the key is worked out below with the derivative by hand, without autograd."""

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_equal, expect_number, expect_raises, expect_type
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


# ---- hidden


LOUDER = 2.0
"""The watched model's logits are twice as large in train mode."""


def make_batches(rng, sizes, length, dtype=torch.float32, vocab=7):
    """Batches of these sizes with every label of either kind."""
    labels = [
        torch.arange(size) % 2 if index % 2 else 1 - torch.arange(size) % 3 % 2 for index, size in enumerate(sizes)
    ]
    return [(rng.integers(0, vocab, size, length), label.to(dtype)) for size, label in zip(sizes, labels, strict=True)]


def losses(logits, labels):
    return torch.nn.functional.softplus(logits) - labels * logits


def trained(table, batches, rate):
    """The table and the mean loss per example after one epoch of plain gradient descent in train mode."""
    table, total = table.double(), 0.0
    for ids, labels in batches:
        logits = LOUDER * table[ids].mean(1)
        total += float(losses(logits, labels).sum())
        pulls = LOUDER * (torch.sigmoid(logits) - labels) / len(labels) / ids.shape[1]
        table = table.index_add(0, ids.flatten(), -rate * pulls.repeat_interleave(ids.shape[1]))
    return table.float(), total / sum(len(labels) for _, labels in batches)


def measured(table, batches):
    """Loss and accuracy per example in eval mode."""
    logits = torch.cat([table.double()[ids].mean(1) for ids, _ in batches])
    labels = torch.cat([labels for _, labels in batches])
    return float(losses(logits, labels).mean()), float(((logits > 0) == (labels > 0)).double().mean())


def first_of(got):
    """The loss of what evaluate returned."""
    expect_type(got, (tuple, list), "what evaluate returns")
    expect(len(got) == 2, "evaluate must return two values.")
    return got[0]


def expect_pair(got, expected):
    expect_number(as_float(first_of(got)), expected[0], "the loss", rel=1e-4)
    expect_number(as_float(got[1]), expected[1], "the accuracy", rel=1e-4)


# ---------------------------------------------------------------- train_step


@pytest.mark.points(1)
@pytest.mark.hint(
    "Clear, forward, backward, step: each step uses the gradient of its own batch only, and the loss that comes "
    "back is the one from before the step. Labels may be long numbers: labels.float() for the loss."
)
def grade_steps(student, rng):
    """Three steps on unequal batches: the losses and the weights."""
    table, batches = rng.normal(7), make_batches(rng, (5, 2, 3), 4, torch.long)
    model = student.probe.bag(table, LOUDER)
    optimizer = student.probe.sgd(model, 0.5)
    got = [student.train_step(model, optimizer, ids, labels) for ids, labels in batches]
    weights = model.weights()
    for index, batch in enumerate(batches):
        table, loss = trained(table, [batch], 0.5)
        expect_number(as_float(got[index]), loss, "the loss", rel=1e-4)
    expect_close(weights, table, "the weights", depth=3)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Logits may be large: a sure and wrong logit of 150 costs 150. The sigmoid of 150 is exactly 1, and what is "
    "lost there does not come back: give the logits themselves to binary_cross_entropy_with_logits, in training "
    "and in measuring."
)
def grade_large_logits(student):
    """Logits far from 0, right and wrong: the losses stay right."""
    ids = torch.tensor([[0, 0], [1, 1], [2, 2]])
    for labels, loss in (([1.0, 0.0, 1.0], 7.0), ([0.0, 1.0, 0.0], 110.0)):
        labels = torch.tensor(labels)
        model = student.probe.bag(torch.tensor([180.0, -150.0, -21.0]))
        got = student.evaluate(model, [(ids, labels)])
        trained_with = student.train_step(model, student.probe.sgd(model, 0.1), ids, labels)
        expect_number(as_float(trained_with), loss, "the loss", rel=1e-4)
        expect_number(as_float(first_of(got)), loss, "the loss of evaluate", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint(
    "The last batch may hold one text. Its logits have the shape (1,), and so have its labels: leave both as they "
    "are (squeeze() would make a shape of ()). Try an epoch, and a measurement, with batches of 3 and 1."
)
def grade_batch_of_one(student, rng):
    """A batch with one example, of one id, in training and in measuring."""
    table, batches = rng.normal(7), make_batches(rng, (3, 1), 1)
    model = student.probe.bag(table, LOUDER)
    got = student.train_epoch(model, student.probe.sgd(model, 0.0), batches)  # rate 0: the weights stay
    again = student.evaluate(model, batches)
    expect_number(as_float(got), trained(table, batches, 0.0)[1], "the mean loss", rel=1e-4)
    expect_number(as_float(first_of(again)), measured(table, batches)[0], "the loss of evaluate", rel=1e-4)


# ---------------------------------------------------------------- train_epoch


@pytest.mark.points(2)
@pytest.mark.hint(
    "An epoch is one training step on each batch, in order and in train mode; it returns the mean loss per "
    "example: each batch's loss times its size, added up, divided once by the number of examples."
)
def grade_epoch(student, rng):
    """An epoch on unequal batches: the loss per example and the weights, from eval mode."""
    table, batches = rng.normal(7), make_batches(rng, (6, 3, 4, 2), 3)
    model = student.probe.bag(table, LOUDER)
    model.eval()
    optimizer = student.probe.sgd(model, 0.7)
    got = student.train_epoch(model, optimizer, batches)
    modes, weights = model.modes(), model.weights()
    after, loss = trained(table, batches, 0.7)
    expect_number(as_float(got), loss, "the mean loss", rel=1e-4)
    expect_close(weights, after, "the weights", depth=4)
    expect_equal(modes, ["train"], "the modes")


@pytest.mark.points(1)
@pytest.mark.hint("Every number that comes back is a Python float: .item() of a tensor, float(...) of a NumPy number.")
def grade_python_floats(student, rng):
    """train_epoch, evaluate and fit return Python floats."""
    table, batches = rng.normal(7), make_batches(rng, (4, 2), 3)
    model = student.probe.bag(table)
    optimizer = student.probe.sgd(model, 0.1)
    loss, pair = student.train_epoch(model, optimizer, batches), student.evaluate(model, batches)
    history = student.fit(model, optimizer, batches, batches[:1], 1)
    expect_type(pair, (tuple, list), "what evaluate returns")
    expect_type(history, list, "what fit returns")
    expect(len(history) == 1 and type(history[0]) is dict, "fit must return one dict.")
    for number in (loss, *pair, *history[0].values()):
        expect_type(number, float, "the number")
    expect(loss > 0 and len(pair) == 2 and len(history[0]) > 0, "the numbers are not those that were asked for.")


@pytest.mark.points(1)
@pytest.mark.hint("An empty list of batches has no mean: raise ValueError before you divide by the number of examples.")
def grade_no_batches(student, rng):
    """No batches: ValueError, in train_epoch and in evaluate."""
    model = student.probe.bag(rng.normal(7))
    optimizer = student.probe.sgd(model, 0.1)
    student.train_epoch(model, optimizer, make_batches(rng, (2,), 3))  # one batch is enough: no error
    with expect_raises("train_epoch without batches"):
        student.train_epoch(model, optimizer, [])
    with expect_raises("evaluate without batches"):
        student.evaluate(model, [])


# ---------------------------------------------------------------- evaluate


@pytest.mark.points(1)
@pytest.mark.hint(
    "The loss and the accuracy of evaluate are per example: a small last batch must not count as much. Labels may "
    "be long: labels.float() for the loss."
)
def grade_evaluate(student, rng):
    """Loss and accuracy per example over unequal batches."""
    table, batches = rng.normal(7), make_batches(rng, (5, 3, 2), 4, torch.long)
    got = student.evaluate(student.probe.bag(table, LOUDER), batches)
    expect_pair(got, measured(table, batches))


@pytest.mark.points(1)
@pytest.mark.hint("A logit is no probability: the middle lies at logit 0, which is probability one half.")
def grade_threshold(student):
    """Logits on either side of 0, near it and far from it."""
    table = torch.tensor([0.1, 0.4, -0.1, -0.4, 0.7, -0.9, 0.3])
    batches = [(torch.arange(7).unsqueeze(1), torch.tensor([1, 1, 0, 0, 1, 1, 0]))]
    got = student.evaluate(student.probe.bag(table), batches)
    first_of(got)
    expect_number(as_float(got[1]), measured(table, batches)[1], "the accuracy", rel=1e-4)


@pytest.mark.points(1)
@pytest.mark.hint("Measure with model.eval() and inside `with torch.no_grad():`, and for every batch.")
def grade_eval_mode(student, rng):
    """A measurement runs in eval mode and follows no gradients."""
    table, batches = rng.normal(7), make_batches(rng, (3, 2, 4), 2)
    model = student.probe.bag(table, LOUDER)
    got = student.evaluate(model, batches)
    modes, graphs = model.modes(), model.graphs()
    expect_equal(modes, ["eval"], "the modes")
    expect_equal(graphs, ["without gradients"], "the graphs")
    expect(type(got) in (tuple, list) and len(got) == 2, "evaluate must return two values.")


@pytest.mark.points(1)
@pytest.mark.hint("Remember model.training before you call eval(), and set that again: model.train(was_training).")
def grade_mode_restored(student, rng):
    """After a measurement the model is in the mode it came in, train or eval."""
    model, batches = student.probe.bag(rng.normal(7)), make_batches(rng, (3, 2), 4)
    got = student.evaluate(model, batches)
    first = model.mode()
    model.eval()
    student.evaluate(model, batches)
    second = model.mode()
    expect_equal([first, second], ["train", "eval"], "the modes afterwards")
    first_of(got)  # doing nothing leaves the mode alone, too


@pytest.mark.points(1)
@pytest.mark.hint(
    "A measurement between two training steps must leave no trace: the weights stay, gradients are on again "
    "afterwards, and the next step goes on in train mode."
)
def grade_no_trace(student, rng):
    """Training goes on after a measurement as if there had been none."""
    table, (first, second, third) = rng.normal(7), make_batches(rng, (4, 3, 2), 5)
    ends = []
    for pause in ([], [third, second]):
        model = student.probe.bag(table, LOUDER)
        optimizer = student.probe.sgd(model, 0.4)
        student.train_epoch(model, optimizer, [first])
        before = model.weights()
        if pause:
            student.evaluate(model, pause)
            expect_close(model.weights(), before, "the weights after the measurement")
        student.train_epoch(model, optimizer, [second])
        ends.append(model.weights())
        expect(not torch.equal(ends[-1], before), "the weights stay where they are.")
    expect_close(ends[1], ends[0], "the weights at the end", depth=3)


# ---------------------------------------------------------------- fit


@pytest.mark.points(2)
@pytest.mark.hint(
    "Each epoch: train on the training batches, then measure on the test batches with the new weights, then "
    "append a new dict. train_loss is what train_epoch returned. No epochs give an empty list."
)
def grade_fit(student, rng):
    """Three epochs, number by number; no epochs give an empty list."""
    table, train, test = rng.normal(7), make_batches(rng, (5, 3), 4), make_batches(rng, (2, 6, 1), 4)
    model = student.probe.bag(table, LOUDER)
    optimizer = student.probe.sgd(model, 0.8)
    history = student.fit(model, optimizer, train, test, 3)
    nothing = student.fit(model, optimizer, train, test, 0)
    expect_type(history, list, "the history")
    expect(len(history) == 3, "fit must return a dict an epoch.")
    for row in history:
        table, train_loss = trained(table, train, 0.8)
        test_loss, accuracy = measured(table, test)
        expect_equal(sorted(row), ["accuracy", "test_loss", "train_loss"], "the keys")
        expect_number(as_float(row["train_loss"]), train_loss, "train_loss", rel=1e-4)
        expect_number(as_float(row["test_loss"]), test_loss, "test_loss", rel=1e-4)
        expect_number(as_float(row["accuracy"]), accuracy, "accuracy", rel=1e-4)
    expect_equal(nothing, [], "the history of no epochs")


@pytest.mark.points(1)
@pytest.mark.hint("Over two epochs the model must go train, eval, train, eval: each epoch trains in train mode again.")
def grade_modes_over_time(student, rng):
    """Train mode and eval mode take turns over the epochs."""
    train, test = make_batches(rng, (2, 4), 3), make_batches(rng, (3, 2), 3)
    model = student.probe.bag(rng.normal(7), LOUDER)
    student.fit(model, student.probe.sgd(model, 0.6), train, test, 2)
    modes = model.modes()
    taking_turns = modes[1:] if modes[:1] == ["eval"] else modes  # a look before the first epoch is no fault
    expect_equal(taking_turns, ["train", "eval"] * 2, "the modes over time")
