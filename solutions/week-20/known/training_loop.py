"""Known answers to week-20/training_loop: wrong ones, which the graders must catch and name, and right ones."""


# %% no-zero-grad
# The gradients are never cleared, so that each step uses all the earlier ones again: optimizer.zero_grad() before
# backward.
def train_step(model, optimizer, ids, labels):
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    loss.backward()
    optimizer.step()
    return loss.item()


# %% zero-grad-between-backward-and-step
# The step finds no gradients, so the weights stay as they were: is backward() missing, or does zero_grad stand between
# backward and step? The order is zero_grad, backward, step.
def train_step(model, optimizer, ids, labels):
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    return loss.item()


# %% step-before-backward
# The optimizer steps before the gradients of this batch are there: backward first, then step.
def train_step(model, optimizer, ids, labels):
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    optimizer.step()
    optimizer.zero_grad()
    loss.backward()
    return loss.item()


# %% step-missing
# The gradients are there, but nobody uses them and the weights stay: call optimizer.step() after backward.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    loss.backward()
    return loss.item()


# %% loss-returned-with-its-graph
# The loss comes back as a tensor, which keeps its whole graph in memory: return loss.item().
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    loss.backward()
    optimizer.step()
    return loss


# %% loss-measured-after-the-step
# The loss that came back belongs to the weights after the step: return the one that you sent backward.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    F.binary_cross_entropy_with_logits(model(ids), labels.float()).backward()
    optimizer.step()
    return F.binary_cross_entropy_with_logits(model(ids), labels.float()).item()


# %% sigmoid-twice
# The sigmoid is applied twice: the loss "with logits" does it itself, so give it the logits as they are.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(torch.sigmoid(model(ids)), labels.float())
    loss.backward()
    optimizer.step()
    return loss.item()


# %% sigmoid-twice-everywhere
# The sigmoid is applied twice, in training and in measuring: the loss "with logits" does it itself, so give it the
# logits.
def bce(logits, labels):
    return F.binary_cross_entropy_with_logits(torch.sigmoid(logits), labels.float())


def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = bce(model(ids), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += bce(logits, labels).item() * len(labels)
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% probabilities-before-the-loss
# A large logit has lost its size once it is a probability of exactly 0 or 1: use the loss "with logits", without
# sigmoid.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy(torch.sigmoid(model(ids)), labels.float())
    loss.backward()
    optimizer.step()
    return loss.item()


# %% logarithm-of-a-probability
# log(sigmoid) of a large logit is log(0), which is infinite: use binary_cross_entropy_with_logits, without sigmoid.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    p, y = torch.sigmoid(model(ids)), labels.float()
    loss = -(y * p.log() + (1 - y) * (1 - p).log()).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


# %% squared-error
# This is the mean squared error; the task asks for binary cross-entropy with logits.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.mse_loss(torch.sigmoid(model(ids)), labels.float())
    loss.backward()
    optimizer.step()
    return loss.item()


# %% sum-for-mean
# The loss is the sum over the batch, so that larger batches make larger steps: take the mean.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float(), reduction="sum")
    loss.backward()
    optimizer.step()
    return loss.item()


# %% labels-left-long
# The loss compares floats with floats, and labels may be long: labels.float().
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(ids), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


# %% every-logit-against-every-label
# Labels of shape (B, 1) against logits of shape (B,) make a B x B table of losses: leave both at (B,).
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    logits, labels = model(ids), labels.float().unsqueeze(1)
    loss = (F.softplus(logits) - labels * logits).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


# %% squeezed
# squeeze() turns the logits of a batch of one into a single number without an axis: the logits are (B,) already.
def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy_with_logits(model(ids).squeeze(), labels.float())
    loss.backward()
    optimizer.step()
    return loss.item()


# %% mean-of-batch-means
# This is the mean of the batches' means, in which a small batch counts as much as a large one: weight each by its
# size.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    return sum(train_step(model, optimizer, ids, labels) for ids, labels in batches) / len(batches)


# %% last-batch-only
# The loss of the epoch is that of its last batch: add up loss * size over all batches.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    for ids, labels in batches:
        loss = train_step(model, optimizer, ids, labels)
    return loss


# %% return-inside-the-loop
# The epoch ends after its first batch: move the return out of the loop.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * len(labels)
        count += len(labels)
        return total / count


# %% means-divided-by-examples
# The batches' means were added up and divided by the number of examples: multiply each mean by its batch's size
# first.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    total = sum(train_step(model, optimizer, ids, labels) for ids, labels in batches)
    return total / sum(len(labels) for _, labels in batches)


# %% epoch-sum-for-mean
# The losses of all examples were added up and not divided: divide by the number of examples.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    return sum(train_step(model, optimizer, ids, labels) * len(labels) for ids, labels in batches)


# %% train-mode-forgotten
# The epoch runs in whatever mode the model comes in, eval mode included: call model.train() first.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * len(labels)
        count += len(labels)
    return total / count


# %% eval-mode-kept-after-evaluate
# After evaluate the model stays in eval mode, and dropout stays off: put it back into the mode it came in.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    return total / count, right / count


# %% never-back-to-train-mode
# evaluate leaves the model in eval mode and train_epoch does not change that: all later epochs train without
# dropout.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * len(labels)
        count += len(labels)
    return total / count


def evaluate(model, batches):
    if not batches:
        raise ValueError
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    return total / count, right / count


# %% always-back-to-train-mode
# A model that came in eval mode leaves in train mode: remember model.training and set that again.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train()
    return total / count, right / count


# %% measured-in-train-mode
# The model is measured in train mode, with dropout on: call model.eval() first.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    return total / count, right / count


# %% gradients-on-in-evaluate
# The numbers are right, but every measurement builds a graph for gradients: put the loop inside torch.no_grad().
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    for ids, labels in batches:
        logits = model(ids)
        total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
        right += ((logits > 0) == (labels > 0)).sum().item()
        count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% labels-left-long-in-evaluate
# The loss compares floats with floats, and labels may be long, in evaluate too: labels.float().
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels, reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% sigmoid-twice-in-evaluate
# In evaluate the sigmoid is applied twice: the loss "with logits" does it itself, so give it the logits as they
# are.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits.sigmoid(), labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% probabilities-before-the-loss-in-evaluate
# In evaluate a large logit has lost its size once it is a probability of exactly 0 or 1: use the loss "with
# logits".
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy(logits.sigmoid(), labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% threshold-at-one-half
# Logits are compared with 0.5, the middle of probabilities: the middle of logits is 0.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0.5) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% threshold-of-a-probability-at-zero
# A probability is always above 0, so that every answer is 1: compare the logits with 0, or probabilities with 0.5.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((torch.sigmoid(logits) > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% batch-means-in-evaluate
# evaluate takes the mean of the batches' means, in which a small batch counts too much: count examples.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    loss, accuracy = 0.0, 0.0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            loss += F.binary_cross_entropy_with_logits(logits, labels.float()).item()
            accuracy += ((logits > 0) == (labels > 0)).float().mean().item()
    model.train(was_training)
    return loss / len(batches), accuracy / len(batches)


# %% last-batch-in-evaluate
# Loss and accuracy are those of the last batch: add them up over all batches.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            loss = F.binary_cross_entropy_with_logits(logits, labels.float()).item()
            accuracy = ((logits > 0) == (labels > 0)).float().mean().item()
    model.train(was_training)
    return loss, accuracy


# %% batch-means-divided-by-examples-in-evaluate
# In evaluate the batches' mean losses are added up and divided by the number of examples: multiply by the size
# first.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float()).item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% right-answers-not-divided
# The accuracy is a count of right answers: divide by the number of examples.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0.0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right


# %% accuracy-in-percent
# The accuracy comes in percent; the task asks for a share between 0 and 1.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, 100 * right / count


# %% accuracy-before-loss
# evaluate returns the accuracy first; the order is (loss, accuracy).
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return right / count, total / count


# %% numbers-left-as-tensors
# Loss and accuracy come back as tensors: .item() makes Python floats of them.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0.0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total = total + F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum")
            right = right + ((logits > 0) == (labels > 0)).sum()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% learns-from-the-test-batches
# The model learnt from the test batches too, and they measure nothing any more: train on the training batches only.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for _ in range(epochs):
        train_loss = train_epoch(model, optimizer, train_batches)
        train_epoch(model, optimizer, test_batches)
        test_loss, accuracy = evaluate(model, test_batches)
        history.append({"train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% evaluation-on-training-data
# The test numbers were measured on the training batches: evaluate(model, test_batches).
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for _ in range(epochs):
        train_loss = train_epoch(model, optimizer, train_batches)
        test_loss, accuracy = evaluate(model, train_batches)
        history.append({"train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% measured-before-the-epoch
# The test numbers belong to the weights before the epoch's training: train first, then measure.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for _ in range(epochs):
        test_loss, accuracy = evaluate(model, test_batches)
        train_loss = train_epoch(model, optimizer, train_batches)
        history.append({"train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% one-dict-for-all-epochs
# Every row of the history is the same dict, and shows the last epoch: make a new dict in each epoch.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history, row = [], {}
    for _ in range(epochs):
        row["train_loss"] = train_epoch(model, optimizer, train_batches)
        row["test_loss"], row["accuracy"] = evaluate(model, test_batches)
        history.append(row)
    return history


# %% last-epoch-only
# Only the last epoch came back: append a dict in every epoch, inside the loop.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for _ in range(epochs):
        train_loss = train_epoch(model, optimizer, train_batches)
        test_loss, accuracy = evaluate(model, test_batches)
    if epochs:
        history.append({"train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% train-loss-measured-afterwards
# train_loss was measured on the training batches after the epoch: keep what train_epoch returned.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for _ in range(epochs):
        train_epoch(model, optimizer, train_batches)
        train_loss, _ = evaluate(model, train_batches)
        test_loss, accuracy = evaluate(model, test_batches)
        history.append({"train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% keys-of-another-name
# The keys of each dict are train_loss, test_loss and accuracy, just these three.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    for epoch in range(epochs):
        train_loss = train_epoch(model, optimizer, train_batches)
        test_loss, accuracy = evaluate(model, test_batches)
        history.append({"epoch": epoch, "train_loss": train_loss, "test_loss": test_loss, "accuracy": accuracy})
    return history


# %% three-lists-for-a-list-of-dicts
# The history is one dict of three lists; the task asks for a list with one dict an epoch.
def fit(model, optimizer, train_batches, test_batches, epochs):
    history = {"train_loss": [], "test_loss": [], "accuracy": []}
    for _ in range(epochs):
        history["train_loss"].append(train_epoch(model, optimizer, train_batches))
        test_loss, accuracy = evaluate(model, test_batches)
        history["test_loss"].append(test_loss)
        history["accuracy"].append(accuracy)
    return history


# %% no-batches-divide-by-zero
# Without batches the mean is 0 / 0, which Python raises as ZeroDivisionError: look first, and raise ValueError.
def train_epoch(model, optimizer, batches):
    model.train()
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * len(labels)
        count += len(labels)
    return total / count


# %% no-batches-divide-by-zero-in-evaluate
# evaluate without batches computes 0 / 0, which Python raises as ZeroDivisionError: look first, and raise
# ValueError.
def evaluate(model, batches):
    was_training = model.training
    model.eval()
    total, right, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, labels in batches:
            logits = model(ids)
            total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="sum").item()
            right += ((logits > 0) == (labels > 0)).sum().item()
            count += len(labels)
    model.train(was_training)
    return total / count, right / count


# %% no-batches-accepted
# Without batches a number came back; there is nothing to take a mean of: raise ValueError.
def train_epoch(model, optimizer, batches):
    model.train()
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * len(labels)
        count += len(labels)
    return total / max(count, 1)


# %% right: module-loss-and-model-zero-grad
# BCEWithLogitsLoss, model.zero_grad(), the old mode restored in a finally.
def train_step(model, optimizer, ids, labels):
    model.zero_grad()
    criterion = torch.nn.BCEWithLogitsLoss()
    loss = criterion(model(ids), labels.to(torch.float32))
    loss.backward()
    optimizer.step()
    return float(loss)


def evaluate(model, batches):
    if len(batches) == 0:
        raise ValueError("empty")
    criterion = torch.nn.BCEWithLogitsLoss()
    mode = model.training
    try:
        model.eval()
        with torch.inference_mode():
            sizes = [len(labels) for _, labels in batches]
            outputs = [model(ids) for ids, _ in batches]
            losses = [criterion(out, labels.float()).item() for out, (_, labels) in zip(outputs, batches, strict=True)]
            hits = [(out > 0).eq(labels.bool()).sum().item() for out, (_, labels) in zip(outputs, batches, strict=True)]
    finally:
        model.train(mode)
    return sum(n * loss for n, loss in zip(sizes, losses, strict=True)) / sum(sizes), sum(hits) / sum(sizes)


# %% right: gradients-set-to-none
# The gradients are dropped by hand, and before the forward pass or after it makes no difference.
def train_step(model, optimizer, ids, labels):
    logits = model(ids)
    loss = F.binary_cross_entropy_with_logits(logits, labels.type_as(logits))
    for parameter in model.parameters():
        parameter.grad = None
    loss.backward()
    optimizer.step()
    return loss.detach().item()


# %% right: cleared-after-the-step
# The gradients are cleared for the next step, and set to zero.
def train_step(model, optimizer, ids, labels):
    loss = F.binary_cross_entropy_with_logits(model(ids), labels.float())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    return loss.item()


# %% right: stable-formula-by-hand
# max(z, 0) - z*y + log(1 + exp(-|z|)), and autograd.grad in place of backward.
def cross_entropy(logits, labels):
    return logits.clamp(min=0) - logits * labels.float() + torch.log1p(torch.exp(-logits.abs()))


def train_step(model, optimizer, ids, labels):
    loss = cross_entropy(model(ids), labels).mean()
    parameters = [p for p in model.parameters() if p.requires_grad]
    for parameter, gradient in zip(parameters, torch.autograd.grad(loss, parameters), strict=True):
        parameter.grad = gradient
    optimizer.step()
    return loss.tolist()


# %% right: softplus-of-signed-logits
# softplus(-z) where the label is 1, softplus(z) where it is 0; an epoch that does not call train_step.
def cross_entropy(logits, labels):
    return F.softplus(torch.where(labels > 0.5, -logits, logits))


def train_step(model, optimizer, ids, labels):
    optimizer.zero_grad()
    loss = cross_entropy(model(ids), labels).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_epoch(model, optimizer, batches):
    if batches == []:
        raise ValueError("batches is empty")
    model.train(True)
    totals = []
    for ids, labels in batches:
        each = cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        each.mean().backward()
        optimizer.step()
        totals.extend(each.detach().tolist())
    return sum(totals) / len(totals)


# %% right: log-sigmoid
# The logarithms of both sigmoids; each is stable by itself.
def train_step(model, optimizer, ids, labels):
    model.zero_grad(set_to_none=False)
    logits, y = model(ids), labels.float()
    loss = -(y * F.logsigmoid(logits) + (1 - y) * F.logsigmoid(-logits)).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


# %% right: all-batches-in-one
# evaluate concatenates the batches and runs the model once; the threshold lies at probability one half.
@torch.no_grad()
def evaluate(model, batches):
    if not len(batches):
        raise ValueError
    before = model.training
    model.train(False)
    logits = model(torch.cat([ids for ids, _ in batches]))
    labels = torch.cat([labels for _, labels in batches]).float()
    model.train(before)
    loss = F.binary_cross_entropy_with_logits(logits, labels).item()
    return loss, (torch.sigmoid(logits).round() == labels).float().mean().item()


# %% right: tensors-added-up
# The sums stay tensors until the end; evaluate gives a list; fit makes its rows in a comprehension.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    model.train()
    sizes = torch.tensor([float(labels.shape[0]) for _, labels in batches])
    means = torch.tensor([train_step(model, optimizer, *batch) for batch in batches])
    return float((means * sizes).sum() / sizes.sum())


def fit(model, optimizer, train_batches, test_batches, epochs):
    def row():
        train_loss = train_epoch(model, optimizer, train_batches)
        names = ("test_loss", "accuracy")
        return {**dict(zip(names, evaluate(model, test_batches), strict=True)), "train_loss": train_loss}

    return [row() for _ in range(epochs)]


# %% right: a-look-at-the-start
# fit measures once before the first epoch and prints; train_epoch gives the mode back that it found.
def train_epoch(model, optimizer, batches):
    if not batches:
        raise ValueError
    mode = model.training
    model.train()
    total, count = 0.0, 0
    for ids, labels in batches:
        total += train_step(model, optimizer, ids, labels) * ids.size(0)
        count += ids.size(0)
    model.train(mode)
    return total / count


def fit(model, optimizer, train_batches, test_batches, epochs):
    history = []
    if epochs:
        print("before:", evaluate(model, test_batches))
    while len(history) < epochs:
        loss = train_epoch(model, optimizer, train_batches)
        measured = evaluate(model, test_batches)
        history.append({"train_loss": loss, "test_loss": measured[0], "accuracy": measured[1]})
        print("epoch", len(history), history[-1])
    return history


# %% right: eval-module-by-module
# The mode of every part is remembered, and set again.
def evaluate(model, batches):
    if not batches:
        raise ValueError
    modes = {part: part.training for part in model.modules()}
    model.eval()
    total, right, count = 0.0, 0, 0
    torch.set_grad_enabled(False)
    for ids, labels in batches:
        logits = model(ids)
        total += F.binary_cross_entropy_with_logits(logits, labels.float(), reduction="none").double().sum().item()
        right += int(torch.eq(torch.gt(logits, 0).long(), labels.long()).sum())
        count += labels.numel()
    torch.set_grad_enabled(True)
    for part, mode in modes.items():
        part.training = mode
    return total / count, right / count


# %% right: closure
# The three lines inside a closure that the optimizer calls, and labels in the dtype of the logits.
def train_step(model, optimizer, ids, labels):
    def closure():
        optimizer.zero_grad()
        logits = model(ids)
        loss = F.binary_cross_entropy_with_logits(logits, labels.to(logits))
        loss.backward()
        return loss

    return optimizer.step(closure).item()
