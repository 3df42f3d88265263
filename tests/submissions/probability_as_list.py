# expect: failed
# task: week-20/evidence
import torch
def split(n, test_fraction=0.2, seed=0):
    order = torch.randperm(n, generator=torch.Generator().manual_seed(seed))
    k = int(n * (1 - test_fraction))
    return order[:k], order[k:]
def majority_accuracy(train_labels, test_labels):
    return 0.5
def evidence_record(data, split, shapes, settings, baseline, metrics, texts, labels, logits, margin=0.02, top=5):
    wrong = [(t, int(l), float(z)) for t, l, z in zip(texts, labels, logits) if (z > 0) != (l > 0)]
    wrong.sort(key=lambda row: -abs(row[2]))
    failures = [{"text": t, "label": l, "probability": torch.sigmoid(torch.tensor([z])).tolist()} for t, l, z in wrong[:top]]
    return {"data": data, "split": split, "shapes": shapes, "settings": settings, "baseline": baseline, "metrics": metrics, "failures": failures, "decision": "ship" if metrics["accuracy"] - baseline > margin else "hold"}
