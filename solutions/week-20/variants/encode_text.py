"""Right answers to week-20/encode_text that differ from the reference: full marks, always."""


# %% filled-in-place
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


# %% ljust-with-nul
# Padding as characters of code point 0.
def encode(text, length=32):
    return [min(ord(c), 126) for c in str(text).lower().ljust(length, "\0")[:length]]


def encode_batch(texts, length=32):
    if not texts:
        return torch.empty((0, length), dtype=torch.long)
    return torch.LongTensor([encode(text, length) for text in texts])


# %% numpy
# The bytes of utf-32 as an array of code points.
def encode(text, length=32):
    import numpy as np

    codes = np.frombuffer(str(text).lower().encode("utf-32-le", "surrogatepass"), dtype="<u4")[:length]
    return np.pad(np.minimum(codes, 126), (0, length - len(codes))).astype(int).tolist()


def encode_batch(texts, length=32):
    import numpy as np

    return torch.from_numpy(np.array([encode(t, length) for t in texts], dtype=np.int64).reshape(-1, length))


# %% map-and-zip-longest
# Iterators.
def encode(text, length=32):
    from itertools import chain, islice, repeat

    return list(islice(chain((min(126, ord(c)) for c in str(text).lower()), repeat(0)), length))


def encode_batch(texts, length=32):
    rows = [torch.tensor(encode(text, length=length)) for text in texts]
    return torch.stack(rows) if rows else torch.zeros((0, length)).long()


# %% pad-with-torch
# Padding through torch, and a while loop.
def encode(text, length=32):
    codes = torch.tensor([ord(c) for c in str(text).lower()][:length], dtype=torch.long).clamp(max=126)
    return torch.nn.functional.pad(codes, (0, length - len(codes))).tolist()


def encode_batch(texts, length=32):
    flat = [i for text in texts for i in encode(text, length)]
    return torch.tensor(flat, dtype=torch.long).view(len(texts), length)
