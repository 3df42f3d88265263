# expect: error; earned 0
# way: Raises an error whose text has 100 million characters.
# section: resources
# stopped by: wire
def softmax(scores, dim=-1, temperature=1.0):
    raise ValueError("x" * 100_000_000)
