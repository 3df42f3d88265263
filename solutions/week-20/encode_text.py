"""Turn texts into numbers.

A model reads ids, not letters. Here each character is its own token: its number is its code point, which
`ord` gives, and id 0 is padding, which stands for nothing and fills every text up to one length. Everything
above 126 (é, €, 漢) shares the id 126, so that a vocabulary of 127 ids, 0 to 126, is enough for any text.

By hand, for length 4: "Hi" becomes "hi", with the code points 104 and 105, then two zeros: [104, 105, 0, 0].
"Über!" becomes "über!", of which four characters stay: [126, 98, 101, 114], since ü is 252.

Predict first: what are the ids of "TOO LONG" for length 3, and which id do é and € share? Then run this file.

You build
    encode(text, length=32) -> list of `length` Python ints
        * in this order: str(text), lower case, the first `length` characters, min(code point, 126) for each
        * padded with 0 on the right; whatever is no string (a number, None) goes through str first
    encode_batch(texts, length=32) -> long tensor (N, length), a row for each text
        * `texts` is a list or tuple of texts; none at all give a tensor of shape (0, length)

The length is 1 or more. Nothing is learnt from the texts: a word that was never seen before has its ids as well.
"""

from collections.abc import Sequence

import torch


def encode(text: object, length: int = 32) -> list[int]:
    """The ids of one text, cut or padded to `length`.

    >>> encode("Hi", length=4)
    [104, 105, 0, 0]

    Args:
        text: a string, or anything that `str` turns into one.
        length: how many ids come back, 1 or more.
    Returns: a list of `length` ints from 0 to 126.
    """
    ### BEGIN SOLUTION
    characters = str(text).lower()[:length]
    ids = [min(ord(character), 126) for character in characters]
    return ids + [0] * (length - len(ids))
    ### END SOLUTION


def encode_batch(texts: Sequence[object], length: int = 32) -> torch.Tensor:
    """The ids of several texts, a row for each.

    >>> encode_batch(["Hi", "no"], length=3)
    tensor([[104, 105,   0],
            [110, 111,   0]])

    Args:
        texts: a list or tuple of N texts, which may be empty.
        length: how many ids each row has, 1 or more.
    Returns: a long tensor (N, length) of ids from 0 to 126.
    """
    ### BEGIN SOLUTION
    rows = [encode(text, length) for text in texts]
    return torch.tensor(rows, dtype=torch.long).reshape(len(rows), length)
    ### END SOLUTION


### BEGIN HINTS
# 1. Follow the order of the statement: str, lower, cut, numbers, padding. Lower case can change a text's
#    length: "İ" becomes two characters, so lower first and cut afterwards.
# 2. A slice never complains: "hi"[:32] is "hi". min(ord(c), 126) for each character gives the ids.
# 3. [0] * n is a list of n zeros, and an empty one for n = 0: put it behind the ids.
# 4. torch.tensor(rows) makes the batch; for no rows it has the shape (0,), and .reshape(len(rows), length)
#    mends that.
### END HINTS


if __name__ == "__main__":
    for text in ("Hi", "TOO LONG", "é€", 4.5):
        print(repr(text), "->", encode(text, length=3))
    print("The longest id possible is 126, so that an embedding of 127 rows is enough.")
    print(encode_batch(["My invoice is broken", "Love the dashboard!"], length=12))
    print("No texts at all:", tuple(encode_batch([], length=12).shape))
