"""Checks of week-20/encode_text: the key is a loop over single characters."""

import pytest
import torch

from autograder.checks.compare import expect, expect_close, expect_equal, expect_tensor


@pytest.mark.points(1)
@pytest.mark.hint("The code point of each lower-case character, then zeros on the right up to the length.")
def check_short_text(student):
    """ "Hi" of length 4 is [104, 105, 0, 0]."""
    expect_equal(student.encode("Hi", length=4), [104, 105, 0, 0], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("Only the first `length` characters stay: cut with a slice.")
def check_long_text(student):
    """ "TOO LONG" of length 3 is cut to "too"."""
    expect_equal(student.encode("TOO LONG", 3), [116, 111, 111], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("min(ord(character), 126) for each character.")
def check_cap(student):
    """Everything above 126 shares the id 126."""
    expect_equal(student.encode("~}é€", 5), [126, 125, 126, 126, 0], "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("A row for each text, as one tensor of dtype long.")
def check_batch(student):
    """Two texts give a long tensor of two rows."""
    expected = torch.tensor([[111, 107, 0], [110, 111, 33]])
    expect_close(student.encode_batch(["OK", "No!?"], length=3), expected, "the batch")


# ---- hidden


def key(text, length=32):
    """The ids, written down one by one."""
    ids = [0] * length
    for place, character in enumerate(list(str(text).lower())[:length]):
        ids[place] = ord(character) if ord(character) < 127 else 126
    return ids


@pytest.mark.points(1)
@pytest.mark.hint(
    "Cut what is too long and fill up what is too short, on the right and to the very number; 32 without a length."
)
def grade_lengths(student):
    """Texts shorter than, as long as and longer than the length."""
    text = "The Invoice was billed TWICE this month, again?"
    for length in (1, 5, len(text) - 1, len(text), len(text) + 1, 60):
        expect_equal(student.encode(text, length), key(text, length), "the ids")
    expect_equal(student.encode(text), key(text), "the ids")
    expect_equal(student.encode("Ok."), key("Ok."), "the ids")


@pytest.mark.points(1)
@pytest.mark.hint(
    "Lower case first, then the cut, then the code points: a few capital letters grow longer in lower case, and "
    "the rest must stand behind them."
)
def grade_order_of_steps(student):
    """Letters whose lower case is longer, or another code point."""
    for text, length in (("İstanbul İZMİR", 9), ("İİİ", 4), ("K ÅΣ", 6), ("x İ", 3), ("GROSS, groß", 11)):
        expect_equal(student.encode(text, length), key(text, length), "the ids")


@pytest.mark.points(1)
@pytest.mark.hint(
    "The ids are min(code point, 126): what lies at or below 126 keeps its number, also a line break or a blank."
)
def grade_code_points(student):
    """Every character from 1 to 200, and some from far away."""
    text = "".join(map(chr, range(1, 201))) + "漢字\U0001f600\n\t ~"
    expect_equal(student.encode(text, 210), key(text, 210), "the ids")


@pytest.mark.points(1)
@pytest.mark.hint("Not every text is a string: str(text) first, and nothing else. An empty text is all padding.")
def grade_other_things(student):
    """Numbers, None, truth values, an empty text, blanks at both ends."""
    for text in (-40.5, None, True, 1234567, "", ["A", 1], " \n ok "):
        expect_equal(student.encode(text, 6), key(text, 6), "the ids")


@pytest.mark.points(1)
@pytest.mark.hint(
    "encode_batch gives long ids of shape (N, length), each row as encode makes it, and without a length 32 of them."
)
def grade_batches(student):
    """Batches of one, three and five texts, as list and as tuple."""
    texts = ["Love it", "", "The dashboard is FAST and I use it every day", None, "é"]
    for batch, length in (
        (texts, 7),
        (tuple(texts), 44),
        (texts[:1], 1),
        (texts[2:], 3),
        (["ab", "cd", "ef"], 2),
        (["Ab", "c"], 5),
    ):
        expected = torch.tensor([key(text, length) for text in batch])
        expect_close(student.encode_batch(batch, length), expected, "the batch")
    expect_close(student.encode_batch(texts), torch.tensor([key(text) for text in texts]), "the batch")


@pytest.mark.points(1)
@pytest.mark.hint("A batch of no texts has no rows, and still `length` columns of dtype long.")
def grade_no_texts(student):
    """No texts give a long tensor of shape (0, length)."""
    one, none = student.encode_batch(["Fast!"], 5), student.encode_batch([], 5)
    expect_tensor(none, "the batch", shape=(0, 5), dtype=torch.long)
    expect_close(one, torch.tensor([key("Fast!", 5)]), "the batch")
    expect(student.encode_batch(()).shape == (0, 32), "without a length, 32 columns are expected.")
