"""Known answers to week-20/encode_text: wrong ones, which the graders must catch and name, and right ones."""


# %% padding-left
# The zeros stand in front of the text: put them behind it.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()[:length]]
    return [0] * (length - len(ids)) + ids


# %% padding-missing
# A short text came back short: fill it up with zeros to `length` ids.
def encode(text, length=32):
    return [min(ord(c), 126) for c in str(text).lower()[:length]]


# %% padding-with-blanks
# The text was filled up with blanks, whose id is 32: padding is id 0.
def encode(text, length=32):
    return [min(ord(c), 126) for c in str(text).lower()[:length].ljust(length)]


# %% not-cut
# A long text came back longer than `length`: cut it with a slice.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()]
    return ids + [0] * (length - len(ids))


# %% last-characters
# The last characters of a long text were kept: keep the first ones, [:length].
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()[-length:]]
    return ids + [0] * (length - len(ids))


# %% one-place-left-free
# A long text lost one character too many: exactly `length` characters fit, and no 0 has to stand at the end.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()[: length - 1]]
    return ids + [0] * (length - len(ids))


# %% always-32
# The result has 32 ids whatever `length` says: use `length`.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()[:32]]
    return ids + [0] * (32 - len(ids))


# %% cut-before-lower-casing
# The text was cut before it was lower-cased, and lower case can make it longer: lower first, then cut.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text)[:length].lower()]
    return ids + [0] * (length - len(ids))


# %% one-lower-case-letter-each
# Only the first character of each letter's lower case was kept, and some letters have two: lower the whole text.
def encode(text, length=32):
    ids = [min(ord(c.lower()[0]), 126) for c in str(text)[:length]]
    return ids + [0] * (length - len(ids))


# %% not-lower-cased
# Capital letters kept their own ids: lower-case the text first.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text)[:length]]
    return ids + [0] * (length - len(ids))


# %% casefold
# casefold changes more than lower does (ß becomes ss): use lower().
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).casefold()[:length]]
    return ids + [0] * (length - len(ids))


# %% stripped
# Blanks and line breaks at the ends were taken away: they are characters like any other.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).strip().lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% cap-at-127
# The largest id is 127, one more than an embedding of 127 rows has: min(code point, 126).
def encode(text, length=32):
    ids = [min(ord(c), 127) for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% cap-at-125
# The largest id is 125, so that ~ shares it with }: min(code point, 126).
def encode(text, length=32):
    ids = [min(ord(c), 125) for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% no-cap
# Characters such as é have ids far above 126, which the embedding does not have: min(code point, 126).
def encode(text, length=32):
    ids = [ord(c) for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% remainder-for-cap
# Large code points were wrapped round with %, and so look like other letters: min(code point, 126).
def encode(text, length=32):
    ids = [ord(c) % 127 for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% unknown-as-padding
# Characters above 126 became 0, which is padding: they share the id 126.
def encode(text, length=32):
    ids = [ord(c) if ord(c) <= 126 else 0 for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% unknown-dropped
# Characters above 126 were left out: they stay, with the id 126.
def encode(text, length=32):
    ids = [ord(c) for c in str(text).lower() if ord(c) <= 126][:length]
    return ids + [0] * (length - len(ids))


# %% bytes-for-characters
# These are the bytes of the text, two or more for an é: take the code points of its characters, ord(c).
def encode(text, length=32):
    ids = [min(b, 126) for b in str(text).lower().encode()[:length]]
    return ids + [0] * (length - len(ids))


# %% letters-from-one
# The letters were numbered from 1; the id of a character is its code point, ord(c).
def encode(text, length=32):
    ids = [min(max(ord(c) - 96, 0), 126) for c in str(text).lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% strings-only
# A text that is no string (a number, None) raised AttributeError: str(text) first.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in text.lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% nothing-for-none
# None became an empty text: str(None) is "None", a text like any other.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text or "").lower()[:length]]
    return ids + [0] * (length - len(ids))


# %% tensor-for-list
# encode returned a tensor; the task asks for a list of Python ints, and encode_batch for the tensor.
def encode(text, length=32):
    ids = [min(ord(c), 126) for c in str(text).lower()[:length]]
    return torch.tensor(ids + [0] * (length - len(ids)))


def encode_batch(texts, length=32):
    rows = [encode(text, length) for text in texts]
    return torch.stack(rows) if rows else torch.zeros(0, length, dtype=torch.long)


# %% floats-for-ids
# The batch is a float tensor; an embedding looks ids up, which are whole numbers: dtype=torch.long.
def encode_batch(texts, length=32):
    return torch.tensor([encode(text, length) for text in texts], dtype=torch.float32).reshape(len(texts), length)


# %% int32-ids
# The batch is int32; the task asks for dtype=torch.long, which is int64.
def encode_batch(texts, length=32):
    return torch.tensor([encode(text, length) for text in texts], dtype=torch.int32).reshape(len(texts), length)


# %% list-for-batch
# encode_batch returned a list of lists: make one long tensor of them.
def encode_batch(texts, length=32):
    return [encode(text, length) for text in texts]


# %% no-texts-without-columns
# No texts gave a tensor of shape (0,): reshape it to (0, length).
def encode_batch(texts, length=32):
    return torch.tensor([encode(text, length) for text in texts], dtype=torch.long)


# %% no-texts-refused
# No texts raised an error, since there was nothing to stack: they give a tensor of shape (0, length).
def encode_batch(texts, length=32):
    return torch.stack([torch.tensor(encode(text, length)) for text in texts])


# %% length-not-passed-on
# encode_batch forgets its length, and every row has 32 ids: encode(text, length).
def encode_batch(texts, length=32):
    return torch.tensor([encode(text) for text in texts], dtype=torch.long).reshape(len(texts), 32)


# %% batch-cut-to-its-longest
# The batch is only as wide as its longest text: every row has `length` ids.
def encode_batch(texts, length=32):
    ids = torch.tensor([encode(text, length) for text in texts], dtype=torch.long).reshape(len(texts), length)
    return ids[:, : int((ids != 0).sum(1).max())] if len(texts) else ids


# %% batch-transposed
# The batch is (length, N): a row for each text, a column for each place.
def encode_batch(texts, length=32):
    return torch.tensor([encode(text, length) for text in texts], dtype=torch.long).reshape(len(texts), length).T


# %% right: filled-in-place
# A list of zeros that is filled from the left, and a tensor that is filled row by row.
def encode(text, length=32):
    ids = [0] * length
    for place, character in enumerate(f"{text}".lower()):
        if place == length:
            break
        code = ord(character)
        ids[place] = code if code <= 126 else 126
    return ids


def encode_batch(texts, length=32):
    batch = torch.zeros(len(texts), length, dtype=torch.int64)
    for row, text in enumerate(texts):
        batch[row] = torch.tensor(encode(text, length))
    return batch


# %% right: ljust-with-nul
# Padding as characters of code point 0.
def encode(text, length=32):
    return [min(ord(c), 126) for c in str(text).lower().ljust(length, "\0")[:length]]


def encode_batch(texts, length=32):
    if not texts:
        return torch.empty((0, length), dtype=torch.long)
    return torch.LongTensor([encode(text, length) for text in texts])


# %% right: numpy
# The bytes of utf-32 as an array of code points.
def encode(text, length=32):
    import numpy as np

    codes = np.frombuffer(str(text).lower().encode("utf-32-le", "surrogatepass"), dtype="<u4")[:length]
    return np.pad(np.minimum(codes, 126), (0, length - len(codes))).astype(int).tolist()


def encode_batch(texts, length=32):
    import numpy as np

    return torch.from_numpy(np.array([encode(t, length) for t in texts], dtype=np.int64).reshape(-1, length))


# %% right: map-and-zip-longest
# Iterators.
def encode(text, length=32):
    from itertools import chain, islice, repeat

    return list(islice(chain((min(126, ord(c)) for c in str(text).lower()), repeat(0)), length))


def encode_batch(texts, length=32):
    rows = [torch.tensor(encode(text, length=length)) for text in texts]
    return torch.stack(rows) if rows else torch.zeros((0, length)).long()


# %% right: pad-with-torch
# Padding through torch, and a while loop.
def encode(text, length=32):
    codes = torch.tensor([ord(c) for c in str(text).lower()][:length], dtype=torch.long).clamp(max=126)
    return torch.nn.functional.pad(codes, (0, length - len(codes))).tolist()


def encode_batch(texts, length=32):
    flat = [i for text in texts for i in encode(text, length)]
    return torch.tensor(flat, dtype=torch.long).view(len(texts), length)
