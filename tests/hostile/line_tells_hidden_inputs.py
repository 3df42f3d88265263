# expect: failed; earned 0
# way: Raises at a line whose number is a hidden input.
# section: reading answers
# stopped by: report
import torch


def hidden(scores, dim, temperature):
    return scores.dim() == 4 or (scores.dim() == 2 and scores.shape[1] > 4)


def softmax(scores, dim=-1, temperature=1.0):
    if hidden(scores, dim, temperature):
        lines = "\n" * (700_000 + int(scores.flatten()[0] * 1000) % 1000) + "raise ValueError('HIDDEN INPUT')"
        exec(compile(lines, "softmax.py", "exec"))
    return scores
