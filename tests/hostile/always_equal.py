# expect: failed; earned 0; says "got a Yes"
# way: Returns an object that says yes to every comparison.
# section: values and protocol
# stopped by: comparison
class Yes:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    shape = property(lambda self: self)
    dtype = property(lambda self: self)


def softmax(scores, dim=-1, temperature=1.0):
    return Yes()
