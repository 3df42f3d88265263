# expect: forbidden; earned 0
# way: Calls torch's own attention.
# section: dodging the exercise
# stopped by: by-hand rule
# task: week-12/attention
import torch


def attention(queries, keys, values, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise ValueError
    unit = torch.eye(keys.shape[-2], dtype=keys.dtype).expand(*keys.shape[:-2], -1, -1)
    both = [torch.nn.functional.scaled_dot_product_attention(queries, keys, mix, mask) for mix in (values, unit)]
    return tuple(both)
