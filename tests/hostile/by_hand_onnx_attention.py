# expect: forbidden; earned 0
# way: Uses the attention that torch keeps for export.
# section: dodging the exercise
# stopped by: by-hand rule
# task: week-12/attention
import torch.onnx.ops


def attention(queries, keys, values, mask=None):
    four = [x.reshape(1, -1, *x.shape[-2:]) for x in (queries, keys, values)]
    output, _, _, weights = torch.onnx.ops.attention(*four, qk_matmul_output_mode=3)
    return output.reshape(*queries.shape[:-1], -1), weights.reshape(*queries.shape[:-1], -1)
