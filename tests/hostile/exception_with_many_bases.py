# expect: crashed; earned 0
# way: Raises an exception whose bases do not fit into a reply.
# section: ending the run
# stopped by: process boundary
kinds = [type("K" * 3000 + str(n), (Exception,), {}) for n in range(200)]
Odd = type("Odd", tuple(kinds), {})


def softmax(scores, dim=-1, temperature=1.0):
    raise Odd
