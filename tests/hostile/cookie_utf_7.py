# expect: error; earned 0; says "encoding utf-7"
# -*- coding: utf-7 -*-
# way: Hides code from a reader by the encoding UTF-7.
# section: packaging
# stopped by: submission door
# +AAo-import os


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
