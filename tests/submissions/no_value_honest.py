# expect: failed
# task: week-20/evidence
import torch
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    k = int(n * (1 - test_fraction))
    return order[:k], order[k:]
def majority_accuracy(train_labels, test_labels):
    import collections
    t = [int(x) for x in train_labels]; c = collections.Counter(t); m = max(c.values())
    g = min(x for x in c if c[x] == m)
    return sum(int(x) == g for x in test_labels) / len(test_labels)
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    # not finished: failures as tuples, no decision yet
    out = []
    for t, l, z in zip(texts, labels, logits):
        if (z > 0) != (l > 0):
            out.append((t, int(l), float(torch.sigmoid(torch.as_tensor(z)))))
    return {"data": data, "failures": out[:top]}
