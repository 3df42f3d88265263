"""Frames: what the prefix states is believed only within bounds, and one frame is one frame."""

from __future__ import annotations

import subprocess
import sys

import pytest

from autograder.worker.frames import (
    MAGIC,
    MAX_BODY,
    MAX_HEADER,
    PREFIX,
    TooLarge,
    WireError,
    frame_sizes,
    is_whole,
    join,
)


def prefix(header: int, body: int, magic: bytes = MAGIC) -> bytes:
    return PREFIX.pack(magic, header, body)


def test_a_frame_states_the_sizes_of_its_parts() -> None:
    frame = join(b"{}", [b"abc", b"", b"de"])
    assert frame_sizes(frame[: PREFIX.size]) == (2, 5)
    assert frame.endswith(b"{}abcde")


def test_the_largest_sizes_allowed_are_read() -> None:
    assert frame_sizes(prefix(MAX_HEADER, MAX_BODY)) == (MAX_HEADER, MAX_BODY)


@pytest.mark.parametrize(
    ("bytes_", "says"),
    [
        (b"", "ends too early"),
        (prefix(1, 1)[:-1], "ends too early"),
        (prefix(1, 1) + b"x", "ends too early"),
        (prefix(1, 1, b"PK\3\4"), "no frame"),
        (prefix(MAX_HEADER + 1, 0), "too large"),
        (prefix(0, MAX_BODY + 1), "too large"),
        (prefix(2**32 - 1, 2**64 - 1), "too large"),
    ],
)
def test_any_other_prefix_is_refused(bytes_: bytes, says: str) -> None:
    with pytest.raises(WireError, match=says):
        frame_sizes(bytes_)


def test_a_header_of_too_many_parts_is_refused_before_it_is_sent() -> None:
    with pytest.raises(TooLarge, match="too many parts"):
        join(b" " * (MAX_HEADER + 1), [])


def test_a_frame_is_whole_at_its_last_byte_and_not_before() -> None:
    frame = join(b"{}", [b"abc"])
    assert [is_whole(frame[:end]) for end in range(len(frame) + 1)] == [False] * len(frame) + [True]


def test_two_answers_to_one_question_are_refused() -> None:
    frame = join(b"{}", [b"abc"])
    with pytest.raises(WireError, match="more bytes came than one answer"):
        is_whole(frame + frame)
    with pytest.raises(WireError, match="more bytes came than one answer"):
        is_whole(frame + b"\0")


def test_bytes_that_are_no_frame_are_refused_as_soon_as_that_can_be_seen() -> None:
    with pytest.raises(WireError, match="no frame"):
        is_whole(b"HTTP/1.1 200 OK\r\n")


def test_reading_a_frame_needs_no_torch() -> None:
    code = "import sys; import autograder.worker.frames; print('torch' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"
