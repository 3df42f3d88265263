# expect: forbidden; earned 0
# way: Calls torch's flexible attention, which is made of matrix products and softmax.
# section: dodging the exercise
# stopped by: by-hand rule
# task: week-12/attention
import torch
from torch.nn.attention.flex_attention import flex_attention


def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    unit = torch.eye(keys.shape[-2], dtype=keys.dtype).expand(*keys.shape[:-2], -1, -1)
    four = [x.reshape(1, -1, *x.shape[-2:]) for x in (queries, keys, values, unit)]
    both = [flex_attention(four[0], four[1], mix)[0] for mix in four[2:]]
    return tuple(result.reshape(*queries.shape[:-1], -1) for result in both)
