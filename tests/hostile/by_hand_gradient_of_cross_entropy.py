# expect: forbidden; earned 0
# way: Takes softmax out of the gradient of cross entropy.
# section: dodging the exercise
# stopped by: by-hand rule
import torch


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    rows = (scores / temperature).movedim(dim, -1).detach().reshape(-1, scores.shape[dim]).requires_grad_()
    first = torch.zeros(len(rows), dtype=torch.long)
    loss = torch.nn.functional.cross_entropy(rows, first, reduction="sum")
    weights = torch.autograd.grad(loss, rows)[0] + torch.nn.functional.one_hot(first, rows.shape[1])
    return weights.reshape(scores.movedim(dim, -1).shape).movedim(-1, dim)
