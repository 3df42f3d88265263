# expect: error; earned 0; says "ValueError"
# way: Raises an error whose text clears the terminal and turns text round.
# section: the TA and the platform
# stopped by: report
def softmax(scores, dim=-1, temperature=1.0):
    raise ValueError('\x1b[2J\x1b[31mred\x07 \u202egnirts \ud800 "quotes"\nsecond line')
