# expect: failed; earned 0
# way: Returns NumPy arrays of objects, of text, and masked ones.
# section: values and protocol
# stopped by: wire
import numpy as np

kinds = [np.array([object()]), np.array(["0.5"]), np.ma.masked_all(3), np.matrix([1.0]), np.array([(1, 2.0)], "i4,f4")]


def softmax(scores, dim=-1, temperature=1.0):
    kinds.append(kinds.pop(0))
    return kinds[0]
