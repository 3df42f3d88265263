# expect: forbidden; earned 0
# way: Takes the softmax out of torch.distributions.Categorical.
# section: dodging the exercise
# stopped by: by-hand rule

import torch
def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0: raise ValueError
    x = (scores/temperature).movedim(dim,-1)
    return torch.distributions.Categorical(logits=x, validate_args=False).logits.exp().movedim(-1,dim)
