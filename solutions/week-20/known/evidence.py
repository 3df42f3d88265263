"""Known answers to week-20/evidence: wrong ones, which the graders must catch and name, and right ones."""


# %% overlapping-split
# Train and test share an example: cut one order at one place, order[:k] and order[k:].
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = int(n * (1 - test_fraction))
    return order[:count], order[max(count - 1, 0) :]


# %% two-orders
# Train and test were cut from two different orders, so that examples stand in both: shuffle once.
def split(n, test_fraction=0.2, seed=0):
    chance = torch.Generator().manual_seed(seed)
    count = int(n * (1 - test_fraction))
    return torch.randperm(n, generator=chance)[:count], torch.randperm(n, generator=chance)[count:]


# %% drawn-with-replacement
# The indices were drawn with replacement, so that some occur twice and others never: make a permutation.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randint(0, max(n, 1), (n,), generator=torch.Generator().manual_seed(seed))
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% unseeded-split
# The split is another one at each call: draw the order from a generator that was made from the seed.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n)
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% global-seed-of-torch
# The order is right, but torch.manual_seed changes what all other code draws: use
# torch.Generator().manual_seed(seed).
def split(n, test_fraction=0.2, seed=0):
    torch.manual_seed(seed)
    order = torch.randperm(n)
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% global-seed-of-numpy
# The order is right, but np.random.seed changes what all other code draws: use np.random.default_rng(seed).
def split(n, test_fraction=0.2, seed=0):
    np.random.seed(seed)
    order = np.random.permutation(n)
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% global-seed-of-python
# The order is right, but random.seed changes what all other code draws: use random.Random(seed).
def split(n, test_fraction=0.2, seed=0):
    import random

    random.seed(seed)
    order = list(range(n))
    random.shuffle(order)
    count = int(n * (1 - test_fraction))
    return torch.tensor(order[:count], dtype=torch.long), torch.tensor(order[count:], dtype=torch.long)


# %% seed-ignored
# Every seed gives the same order: make the generator from the seed.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(0))
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% not-shuffled
# The examples stay in their order, and files are often sorted by category: shuffle before you cut.
def split(n, test_fraction=0.2, seed=0):
    order = torch.arange(n)
    count = int(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% cut-before-shuffling
# Only train was shuffled, after the cut, so the test is always the end of the file: shuffle first, then cut.
def split(n, test_fraction=0.2, seed=0):
    count = int(n * (1 - test_fraction))
    order = torch.randperm(count, generator=torch.Generator().manual_seed(seed))
    return order, torch.arange(count, n)


# %% test-before-train
# The first of the two parts is the test: the order is (train, test).
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = int(n * (1 - test_fraction))
    return order[count:], order[:count]


# %% train-size-of-the-test
# test_fraction was used as the share of train: train gets 1 - test_fraction.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = int(n * test_fraction)
    return order[:count], order[count:]


# %% size-rounded
# The size of train was rounded: int() cuts off, int(n * (1 - test_fraction)).
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = round(n * (1 - test_fraction))
    return order[:count], order[count:]


# %% test-size-cut-off
# The size of the test was cut off and train got the rest: the size of train is int(n * (1 - test_fraction)).
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = n - int(n * test_fraction)
    return order[:count], order[count:]


# %% examples-left-out
# Both sizes were cut off, and some examples stand in neither part: the test gets all the rest.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = int(n * (1 - test_fraction))
    return order[:count], order[count : count + int(n * test_fraction)]


# %% lists-of-indices
# train and test are lists, which cannot index a tensor of texts as they should: make arrays or long tensors.
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    count = int(n * (1 - test_fraction))
    return order[:count].tolist(), order[count:].tolist()


# %% baseline-from-the-test-labels
# The most frequent label was taken from the test labels, which nobody knows beforehand: count the training labels.
def majority_accuracy(train_labels, test_labels):
    test = np.asarray(test_labels)
    labels, counts = np.unique(test, return_counts=True)
    return float((test == labels[counts.argmax()]).mean())


# %% share-in-the-training-labels
# This is how frequent the label is in training: measure the guess on the test labels.
def majority_accuracy(train_labels, test_labels):
    _, counts = np.unique(np.asarray(train_labels), return_counts=True)
    return float(counts.max() / len(train_labels))


# %% larger-of-equals
# Of equally frequent labels the larger was taken: take the smaller.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    labels, counts = np.unique(train, return_counts=True)
    return float((test == labels[counts == counts.max()].max()).mean())


# %% first-of-equals
# Of equally frequent labels the first that occurs was taken: take the smaller.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    train = train.tolist()
    return float((test == max(dict.fromkeys(train), key=train.count)).mean())


# %% largest-label
# The largest label was taken for the most frequent one: count the labels.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    return float((test == train.max()).mean())


# %% always-one
# The guess is always 1: it must be the most frequent training label, whichever that is.
def majority_accuracy(train_labels, test_labels):
    return float((np.asarray(test_labels) == 1).mean())


# %% bincount-of-any-integers
# np.bincount knows no labels below 0: np.unique(labels, return_counts=True) takes all integers.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    return float((test == np.bincount(train).argmax()).mean())


# %% hits-not-divided
# The right guesses were counted: divide by the number of test labels.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    labels, counts = np.unique(train, return_counts=True)
    return float((test == labels[counts.argmax()]).sum())


# %% accuracy-in-percent
# The accuracy is in percent: it must be a share between 0 and 1.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    labels, counts = np.unique(train, return_counts=True)
    return float((test == labels[counts.argmax()]).mean()) * 100


# %% numpy-number
# The accuracy is a NumPy number: float(...) makes a Python float.
def majority_accuracy(train_labels, test_labels):
    train, test = np.asarray(train_labels), np.asarray(test_labels)
    labels, counts = np.unique(train, return_counts=True)
    return (test == labels[counts.argmax()]).mean()


# %% numbers-left-as-they-came
# JSON knows no tensors, arrays and NumPy numbers: turn what was given into Python numbers and lists.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = dict(given.items())
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = float(record["metrics"]["accuracy"]) - float(record["baseline"]) > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% only-the-first-level
# Numbers deeper inside (in a dict, a list or a tuple) stayed as they came: call your function again for what is
# inside.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = float(record["metrics"]["accuracy"]) - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% labels-left-as-numpy
# The labels inside the failures are NumPy numbers, which JSON does not know: int(label), or tolist() before the
# loop.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, np.asarray(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% tuples-forgotten
# What is inside a tuple stayed as it came: treat tuples like lists.
def plain(value):
    if isinstance(value, (torch.Tensor, np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


# %% numbers-as-text
# Tensors and arrays were turned into text, such as "tensor(3)": turn them into numbers and lists, with tolist().
def plain(value):
    if isinstance(value, (int, float, str, type(None))):
        return value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value)


def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, np.asarray(labels).tolist(), np.asarray(logits).tolist(), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = float(metrics["accuracy"]) - float(baseline) > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% json-text
# The record came back as JSON text: return the dict that json.dumps takes.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return json.dumps(record)


# %% numbers-rounded
# Numbers were rounded on their way into the record: keep them as they were given.
def plain(value):
    if isinstance(value, (torch.Tensor, np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return round(value, 2) if isinstance(value, float) else value


# %% one-key-too-many
# The record has exactly eight keys; leave the other one out.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    record["margin"] = margin
    return record


# %% key-missing
# A key is missing: data, split, shapes, settings, baseline, metrics, failures and decision belong to the record.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    del record["baseline"]
    return record


# %% failures-unsorted
# The failures stand in the order of the texts: sort by |logit|, the largest first.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-smallest-first
# The failures nearest to 0 stand first: the largest |logit| first, which is the surest mistake.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-by-signed-logit
# The failures are sorted by the logit and its sign, so that sure mistakes below 0 come last: sort by |logit|.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -example[2])
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-by-probability
# The failures are sorted by probability, and far out all of them are 0 or 1: sort by |logit|.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(torch.tensor(example[2]).sigmoid().item() - 0.5))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-cut-before-sorting
# The failures were cut to `top` before they were sorted, and the worst may be lost: sort first.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong = wrong[:top]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-not-cut
# All failures came back: keep the first `top` of them, [:top].
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% failures-always-five
# Five failures came back whatever `top` says: use top.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:5]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% right-answers-as-failures
# The examples on the right side of 0 came back: failures are those on the wrong side.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) == (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% all-examples-as-failures
# Right answers stand among the failures: keep only the examples on the wrong side of 0.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = list(examples)
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% threshold-at-one-half
# Logits were compared with 0.5, the middle of probabilities: the middle of logits is 0.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0.5) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% false-alarms-only
# Only texts of label 0 came back: a text of label 1 with a logit below 0 is a failure too.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if example[2] > 0 and example[1] == 0]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% logit-for-probability
# The probability is the logit itself: take its sigmoid.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": float(logit)} for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% probability-of-the-guess
# This is how sure the model is of its guess; the probability asked for is that of label 1, the sigmoid of the
# logit.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(abs(logit)).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% probability-of-the-label
# This is the probability of the true label; the one asked for is that of label 1, the sigmoid of the logit.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit if label else -logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% exp-overflows
# math.exp of a large number raises OverflowError: torch.tensor(logit).sigmoid().item() does not.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": 1 / (1 + __import__("math").exp(-logit))}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% margin-reached-is-enough
# Just the margin was shipped: it takes more than the margin, with > and not >=.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] >= margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% margin-ignored
# Any gain over the baseline was shipped: it must be larger than the margin.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > 0
    record["decision"] = "ship" if better else "hold"
    return record


# %% margin-always-0-02
# The margin is 0.02 whatever was given: use `margin`.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > 0.02
    record["decision"] = "ship" if better else "hold"
    return record


# %% baseline-ignored
# The accuracy alone was compared with the margin: take the baseline away first.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% gain-without-its-sign
# An accuracy far below the baseline was shipped: leave out abs().
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = abs(record["metrics"]["accuracy"] - record["baseline"]) > margin
    record["decision"] = "ship" if better else "hold"
    return record


# %% decision-as-truth-value
# The decision is True or False: it must be the word "ship" or "hold".
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = better
    return record


# %% hold-and-ship-swapped
# "ship" and "hold" are swapped: "ship" where the gain is above the margin.
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    given = {"data": data, "split": split, "shapes": shapes, "settings": settings}
    given |= {"baseline": baseline, "metrics": metrics}
    record = {name: plain(value) for name, value in given.items()}
    examples = list(zip(texts, plain(labels), plain(logits), strict=True))
    wrong = [example for example in examples if (example[2] > 0) != (example[1] > 0)]
    wrong.sort(key=lambda example: -abs(example[2]))
    record["failures"] = [
        {"text": text, "label": label, "probability": torch.tensor(logit).sigmoid().item()}
        for text, label, logit in wrong[:top]
    ]
    better = record["metrics"]["accuracy"] - record["baseline"] > margin
    record["decision"] = "hold" if better else "ship"
    return record


# %% right: numpy-generator
# default_rng, and JSON itself to make things plain.
def split(n, test_fraction=0.2, seed=0):
    order = np.random.default_rng(seed).permutation(n)
    cut = int(n * (1 - test_fraction))
    return order[:cut], order[cut:]


def majority_accuracy(train_labels, test_labels):
    from collections import Counter

    train = [int(label) for label in train_labels]
    counts = Counter(train)
    guess = min(counts, key=lambda label: (-counts[label], label))
    test = [int(label) for label in test_labels]
    return sum(label == guess for label in test) / len(test)


def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    z, y = np.array(logits, dtype=float), np.array(labels)
    wrong = np.flatnonzero((z > 0) != (y == 1))
    worst = wrong[np.argsort(-np.abs(z[wrong]))][:top]
    record = {
        "data": data,
        "split": split,
        "shapes": shapes,
        "settings": settings,
        "baseline": baseline,
        "metrics": metrics,
        "failures": [
            {"text": texts[i], "label": y[i], "probability": 1 / (1 + np.exp(-z[i].clip(-500, 500)))} for i in worst
        ],
        "decision": "ship" if float(metrics["accuracy"]) - float(baseline) > margin else "hold",
    }
    return json.loads(json.dumps(record, default=lambda thing: thing.tolist()))


# %% right: random-state
# RandomState.shuffle in place, bincount of shifted labels, a stable sigmoid by hand.
def split(n, test_fraction=0.2, seed=0):
    order = np.arange(n)
    np.random.RandomState(seed).shuffle(order)
    return tuple(np.split(order, [int(n * (1 - test_fraction))]))


def majority_accuracy(train_labels, test_labels):
    train, test = np.array(train_labels), np.array(test_labels)
    guess = np.bincount(train - train.min()).argmax() + train.min()
    return np.mean(test == guess).item()


def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    import math

    def simple(x):
        if hasattr(x, "tolist"):
            return x.tolist()
        if isinstance(x, dict):
            return {str(k): simple(v) for k, v in x.items()}
        return tuple(map(simple, x)) if isinstance(x, (list, tuple)) else x

    def sigmoid(z):
        return 1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z))

    failures = []
    rows = zip(simple(logits), simple(labels), texts, strict=True)
    for z, y, text in sorted(rows, key=lambda row: abs(row[0]), reverse=True):
        if len(failures) < top and (z > 0) != bool(y):
            failures.append({"probability": sigmoid(z), "label": int(y), "text": text})
    gain = simple(metrics)["accuracy"] - simple(baseline)
    return simple({
        "decision": ("hold", "ship")[gain > margin], "failures": failures, "metrics": metrics, "baseline": baseline,
        "settings": settings, "shapes": shapes, "split": split, "data": data,
    })  # fmt: skip


# %% right: pythons-random
# random.Random, arrays from lists; labels as tensors; probabilities in float32.
def split(n, test_fraction=0.2, seed=0):
    import random

    order = list(range(n))
    random.Random(seed).shuffle(order)
    cut = int(n * (1 - test_fraction))
    return np.array(order[:cut]), np.array(order[cut:])


def majority_accuracy(train_labels, test_labels):
    values, counts = torch.as_tensor(train_labels).unique(return_counts=True)
    guess = values[counts == counts.max()].min()
    return (torch.as_tensor(test_labels) == guess).double().mean().item()


def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    z, y = torch.as_tensor(logits, dtype=torch.float32), torch.as_tensor(labels, dtype=torch.float32)
    probabilities = torch.sigmoid(z)
    wrong = [i for i in range(len(z)) if (z[i] > 0) != (y[i] > 0.5)]
    wrong.sort(key=lambda i: z[i].abs().item())
    wrong = wrong[::-1][:top]
    return {
        "data": plain(data),
        "split": plain(split),
        "shapes": plain(shapes),
        "settings": plain(settings),
        "baseline": float(baseline),
        "metrics": plain(metrics),
        "failures": [{"text": texts[i], "label": int(y[i]), "probability": float(probabilities[i])} for i in wrong],
        "decision": "ship" if float(metrics["accuracy"]) > float(baseline) + margin else "hold",
    }


# %% right: fork-of-the-global-state
# The global state is used, and put back; a tensor of tensors.
def split(n, test_fraction=0.2, seed=0):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        order = torch.randperm(n)
    train = int(n * (1 - test_fraction))
    return tuple(order.split([train, n - train]))


def majority_accuracy(train_labels, test_labels):
    train = sorted(np.asarray(train_labels).tolist())
    guess = max(sorted(set(train)), key=train.count)
    return np.asarray(test_labels).tolist().count(guess) / len(test_labels)


# %% right: argsort-of-random-numbers
# A permutation by sorting; statistics.mode of the sorted labels.
def split(n, test_fraction=0.2, seed=0):
    order = np.argsort(np.random.Generator(np.random.PCG64(seed)).random(n))
    train = int(n * (1 - test_fraction))
    return [torch.from_numpy(order[:train]), torch.from_numpy(order[train:])]


def majority_accuracy(train_labels, test_labels):
    from statistics import fmean, mode

    return fmean(int(label) == mode(sorted(map(int, train_labels))) for label in test_labels)
