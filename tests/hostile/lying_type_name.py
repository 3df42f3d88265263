# expect: failed; earned 0; says "expected a tensor"
# way: Returns an object whose type raises when it is named.
# section: values and protocol
# stopped by: comparison
class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit

    __module__ = property(lambda cls: 1 / 0)


class Thing(metaclass=Meta):
    pass


def softmax(scores, dim=-1, temperature=1.0):
    return Thing()
