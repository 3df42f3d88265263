# expect: forbidden; earned 0
# way: Traces torch.nn.Softmax into a graph and runs the graph.
# section: dodging the exercise
# stopped by: by-hand rule
import torch
import torch.fx

graph = torch.fx.symbolic_trace(torch.nn.Softmax(-1))


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    return torch.fx.Interpreter(graph).run((scores / temperature).movedim(dim, -1)).movedim(-1, dim)
