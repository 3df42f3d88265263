# expect: error; earned 0; says "`math` is not imported: add `import math` at the top."
def softmax(scores, dim=-1, temperature=1.0):
    return scores * math.exp(0)
