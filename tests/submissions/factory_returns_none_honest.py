# expect: failed; earned 0; says "has not the form"
# task: week-20/tiny_transformer
def TinyTransformer(vocab=127, width=24, num_heads=4, hidden=48, length=32, dropout=0.1):
    pass  # not written yet
