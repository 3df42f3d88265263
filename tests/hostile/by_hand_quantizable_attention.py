# expect: forbidden; earned 0
# way: Uses the attention that torch keeps for quantisation, written in Python.
# section: dodging the exercise
# stopped by: by-hand rule
# task: week-12/attention
import torch


def attention(queries, keys, values, mask=None):
    width = queries.shape[-1]
    layer = torch.ao.nn.quantizable.MultiheadAttention(width, 1, bias=False, kdim=width, vdim=values.shape[-1])
    rows = [x.reshape(-1, 1, x.shape[-1]) for x in (queries, keys, values)]
    return layer(*rows)
