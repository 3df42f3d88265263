# expect: failed; earned 0; says "expected a tensor, got a Clever"
# way: Returns a tensor subclass that overrides every operation.
# section: values and protocol
# stopped by: comparison
import torch


class Clever(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return True


def softmax(scores, dim=-1, temperature=1.0):
    return scores.as_subclass(Clever)
