# expect: forbidden; earned 0
# way: Takes attention out of torch's encoder layer.
# section: dodging the exercise
# stopped by: by-hand rule
# task: week-12/attention
import torch


def attention(queries, keys, values, mask=None):
    layer = torch.nn.TransformerEncoderLayer(queries.shape[-1], 1, 4, batch_first=True).eval()
    return layer(queries.reshape(1, -1, queries.shape[-1])), None
