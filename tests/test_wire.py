"""The wire: every plain value comes back as it was, nothing else crosses, and no bytes can do harm."""

from __future__ import annotations

import json
import math
import tracemalloc
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.worker import frames, wire
from autograder.worker.wire import TooLarge, WireError, decode, encode

few = settings(max_examples=60, deadline=None, derandomize=True, database=None)
many = settings(few, max_examples=100)


def back(value: Any) -> Any:
    return decode(encode({"op": "call"}, value))[1]


def alike(mine: Any, theirs: Any) -> bool:
    """The same type, and the same to the bit, NaN and -0.0 included."""
    if type(mine) is not type(theirs):
        return False
    if isinstance(mine, torch.Tensor):
        return (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape) and alike(bits(mine), bits(theirs))
    if isinstance(mine, (np.ndarray, np.generic)):
        return (mine.dtype, mine.shape, mine.tobytes()) == (theirs.dtype, theirs.shape, theirs.tobytes())
    if isinstance(mine, dict):
        return alike(list(mine.items()), list(theirs.items()))
    if isinstance(mine, (list, tuple)):
        return len(mine) == len(theirs) and all(map(alike, mine, theirs))
    if isinstance(mine, float):
        return mine.hex() == theirs.hex()
    return bool(mine == theirs)


def bits(tensor: torch.Tensor) -> bytes:
    plain = tensor.detach().resolve_conj().resolve_neg().contiguous().flatten()
    return plain.view(torch.uint8).numpy().tobytes() if plain.numel() else b""


# ---------------------------------------------------------------- there and back

characters = st.characters(exclude_categories=["Cs"]) | st.just("\udc80")
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**4000), 2**4000)
    | st.integers(-(2**54), 2**54)
    | st.floats()
    | st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 5e-324])
    | st.text(characters, max_size=20)
)
keys = st.integers() | st.text(characters, max_size=8) | st.booleans() | st.none()
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(keys | st.tuples(keys, keys), inner, max_size=4)
    ),
    max_leaves=20,
)


@many
@given(values)
def test_plain_values_come_back_as_they_were(value: Any) -> None:
    assert alike(back(value), value)


def test_two_surrogates_do_not_merge_into_one_character() -> None:
    assert back("\ud83d\ude00") == "\ud83d\ude00"


def test_the_head_comes_back_beside_the_value() -> None:
    assert decode(encode({"op": "call", "seed": 3}, None)) == ({"op": "call", "seed": 3}, None)


def some_numbers(dtype: torch.dtype, count: int) -> torch.Tensor:
    numbers = torch.arange(count, dtype=torch.float64) - count // 2
    return (numbers % 2 == 0) if dtype is torch.bool else numbers.to(dtype)


@pytest.mark.parametrize("name", wire.DTYPES)
def test_tensors_of_every_dtype_come_back(name: str) -> None:
    flat = some_numbers(wire.DTYPES[name], 24)
    for tensor in (flat, flat.reshape(2, 3, 4), flat[:0], flat.reshape(2, 3, 4)[:, :0], flat[5].clone()):
        assert alike(back(tensor), tensor)


@pytest.mark.parametrize("name", wire.DTYPES)
def test_views_come_back_as_what_they_show(name: str) -> None:
    block = some_numbers(wire.DTYPES[name], 24).reshape(4, 6)
    for view in (block.T, block[1:3, ::2], block[:, 1:2].expand(4, 3), block[2], block[3, 4], block.T[:, 1]):
        assert alike(back(view), view)


def test_special_floats_of_a_tensor_keep_their_bits() -> None:
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        tensor = torch.tensor([math.nan, math.inf, -math.inf, -0.0], dtype=dtype)
        assert alike(back(tensor), tensor)


def test_conjugate_and_negative_views_come_back_resolved() -> None:
    tensor = torch.tensor([1 + 2j, -3j])
    assert back(tensor.conj()).tolist() == [1 - 2j, 3j]
    assert back(tensor.conj().imag).tolist() == [-2.0, 3.0]


def test_a_tensor_that_requires_gradients_comes_back_without_a_graph() -> None:
    weights = torch.nn.Parameter(torch.ones(2))
    assert back(weights).tolist() == back(weights * 2 - 1).tolist() == [1.0, 1.0]
    assert not back(weights).requires_grad


def test_a_meta_tensor_crosses_as_its_shape_and_dtype() -> None:
    got = back(torch.empty(3, 2**38, dtype=torch.float16, device="meta"))
    assert (got.device.type, got.dtype, got.shape) == ("meta", torch.float16, (3, 2**38))


NUMBERS = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")


@pytest.mark.parametrize("name", NUMBERS)
def test_numpy_arrays_and_scalars_come_back(name: str) -> None:
    block = (np.arange(12) % 3).astype(name).reshape(3, 4)
    for array in (block, block.T, block[:, ::2], block[:0], block[:, :0], block[1, 2], np.array(block[2, 2])):
        assert alike(back(array), array)


def test_what_comes_back_is_a_copy_that_may_be_written_to() -> None:
    tensor, array = torch.zeros(2), np.zeros(2)
    mine, theirs = back([tensor, array])
    mine += 1
    theirs += 1
    assert tensor.tolist() == array.tolist() == [0, 0]


# ---------------------------------------------------------------- refused before it is sent


class Own(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        object(), len, {1, 2}, b"bytes", 1j, range(3), torch.nn.Linear(1, 1), torch.float32, Own("x"), np.ma.array([1]),
        np.array(["a"]), np.array([None]), np.array([1], ">i4"), np.datetime64("2026-01-01"), np.zeros(1, "f8,i4"),
        torch.zeros(2, 2).to_sparse(), torch.zeros(2, dtype=torch.uint16), [1, {"a": (object(),)}], {object(): 1},
    ],
    ids=lambda value: wire.type_name(value),
)  # fmt: skip
def test_what_is_not_plain_does_not_cross(value: Any) -> None:
    with pytest.raises(WireError, match="not a plain value"):
        encode({}, value)


def test_what_is_not_plain_crosses_as_a_reference_where_one_is_wanted() -> None:
    frame = encode({}, [len, 1], refer=lambda thing: ("object", "0.0"))
    assert decode(frame, resolve=lambda path, name: (path, name))[1] == [
        (("object", "0.0"), "builtin_function_or_method"),
        1,
    ]


def test_a_reference_where_none_is_expected_is_refused() -> None:
    with pytest.raises(WireError, match="none is expected"):
        decode(encode({}, len, refer=lambda thing: ("object", "0.0")))


@pytest.mark.parametrize("wrap", [lambda v: [v], lambda v: (v,), lambda v: {"k": v}], ids=["list", "tuple", "dict"])
def test_a_value_may_be_nested_but_not_without_end(wrap: Any) -> None:
    value: Any = 1
    for _ in range(wire.MAX_DEPTH):
        value = wrap(value)
    assert alike(back(value), value)
    with pytest.raises(WireError, match="nested too deeply"):
        encode({}, wrap(value))


def test_a_list_that_holds_itself_does_not_cross() -> None:
    loop: list = []
    loop.append(loop)
    with pytest.raises(WireError, match="nested too deeply"):
        encode({}, loop)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (torch.zeros(1).expand(2**40), "a tensor of shape"),
        (np.broadcast_to(np.zeros(1), (2**30,)), "an array of shape"),
        (10**2000, "too many digits"),
        ([0] * 600_000, "too many parts"),
        ([torch.zeros(5 << 20)] * 4, "far more than was asked for"),
    ],
    ids=["expanded", "broadcast", "digits", "items", "many tensors"],
)
def test_what_is_too_large_is_refused(value: Any, says: str) -> None:
    with pytest.raises(TooLarge, match=says):
        encode({}, value)


def test_a_type_cannot_lie_about_its_name() -> None:
    class Meta(type):
        __name__ = property(lambda cls: "Tensor")

    assert wire.type_name(Meta("Fake", (), {})()) == "Fake"


# ---------------------------------------------------------------- bytes that are no value of ours


def frame_of(node: Any, *buffers: bytes, sizes: Any = None) -> bytes:
    lengths = [len(buffer) for buffer in buffers] if sizes is None else sizes
    return frames.join(json.dumps({"value": node, "sizes": lengths}).encode(), list(buffers))


def is_refused(frame: bytes) -> bool:
    """Whether decoding raises WireError; any other exception is a failure of the test."""
    try:
        decode(frame)
    except WireError:
        return True
    return False


EIGHT = b"\0" * 8
MALFORMED = {
    "no kind": {},
    "two kinds": {"tuple": [], "dict": []},
    "unknown kind": {"pickle": "gASVAAAAAAAAAAA="},
    "tuple of nothing": {"tuple": None},
    "tuple of number": {"tuple": 3},
    "dict of numbers": {"dict": [1, 2]},
    "dict of triples": {"dict": [[1, 2, 3]]},
    "dict with a list for a key": {"dict": [[[1], 2]]},
    "dict with a dict for a key": {"dict": [[{"dict": []}, 2]]},
    "float of word": {"float": "1e5"},
    "float of list": {"float": ["nan"]},
    "float of number": {"float": 1.5},
    "int of word": {"int": "twelve"},
    "int of number": {"int": 3},
    "int of many digits": {"int": "f" * 5000},
    "tensor of nothing": {"tensor": []},
    "tensor of word": {"tensor": "abc"},
    "tensor of four": {"tensor": [0, "float64", [1], 1]},
    "tensor of object": {"tensor": {"a": 1}},
    "tensor without buffer": {"tensor": [1, "float64", [1]]},
    "tensor before buffers": {"tensor": [-1, "float64", [1]]},
    "tensor of true": {"tensor": [False, "float64", [1]]},
    "tensor too short": {"tensor": [0, "float64", [2]]},
    "tensor too long": {"tensor": [0, "float32", [1]]},
    "tensor of unknown dtype": {"tensor": [0, "float8_e4m3fn", [8]]},
    "tensor of list dtype": {"tensor": [0, ["float64"], [1]]},
    "tensor of negative shape": {"tensor": [0, "float64", [-1, -1]]},
    "tensor of float shape": {"tensor": [0, "float64", [1.0]]},
    "tensor of true shape": {"tensor": [0, "float64", [True]]},
    "tensor of number shape": {"tensor": [0, "float64", 1]},
    "tensor of 17 axes": {"tensor": [0, "float64", [1] * 17]},
    "tensor of huge claim": {"tensor": [0, "float64", [2**39, 2**39]]},
    "meta of nothing": {"meta": []},
    "meta of word": {"meta": "abc"},
    "meta of unknown dtype": {"meta": ["object", [1]]},
    "meta of huge claim": {"meta": ["float64", [2**39] * 16]},
    "meta of word shape": {"meta": ["float64", "12"]},
    "array of objects": {"array": [0, "O", [1]]},
    "array of text": {"array": [0, "S8", [1]]},
    "array of times": {"array": [0, "M8[s]", [1]]},
    "array of records": {"array": [0, "i4,i4", [1]]},
    "array of unknown dtype": {"array": [0, "spam", [1]]},
    "array of huge claim": {"array": [0, "f8", [2**39]]},
    "array without buffer": {"array": [7, "f8", [1]]},
    "scalar of text": {"scalar": [0, "U2", []]},
    "reference of word": {"path": "module", "type": "x"},
    "reference of numbers": {"path": [1, 2], "type": "x"},
    "reference of no type": {"path": ["module"], "type": None},
    "reference": {"path": ["module", "softmax"], "type": "function"},
}


@pytest.mark.parametrize("node", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_node_is_refused(node: Any) -> None:
    assert is_refused(frame_of(node, EIGHT))
    assert is_refused(frame_of([1, {"tuple": [node]}], EIGHT))


@pytest.mark.parametrize("name", ["(1,2f8", "(,)f8", ",", "f8,(", "[", "é", "", "\0", "9" * 200 + "f8"])
def test_a_dtype_that_numpy_cannot_read_is_refused(name: str) -> None:
    assert is_refused(frame_of({"array": [0, name, [1]]}, EIGHT))


@pytest.mark.parametrize(
    "sizes", [[], [7], [9], [8, 0, 1], [-1, 9], [8.0], ["8"], [True] * 8, 8, None, {}, "8", [2**80]], ids=str
)
def test_buffers_that_do_not_fill_the_body_are_refused(sizes: Any) -> None:
    header = json.dumps({"value": 1, "sizes": sizes}).encode()
    assert is_refused(frames.join(header, [EIGHT]))


@pytest.mark.parametrize(
    "header",
    [b"", b"{", b"[]", b"3", b"null", b'{"value": 1}', b"\xff\xfe\xfd", b"[" * 200_000, b'{"a":' * 50_000],
    ids=["empty", "open", "list", "number", "null", "no sizes", "no text", "deep list", "deep object"],
)
def test_a_header_that_is_no_object_is_refused(header: bytes) -> None:
    assert is_refused(frames.join(header, []))


def test_a_value_of_too_many_parts_is_refused() -> None:
    assert not is_refused(frame_of([0] * (wire.MAX_NODES - 1)))
    assert is_refused(frame_of([0] * wire.MAX_NODES))


def test_a_node_nested_too_deeply_is_refused() -> None:
    node: Any = 1
    for _ in range(wire.MAX_DEPTH + 1):
        node = {"tuple": [node]}
    assert is_refused(frame_of(node))


SAMPLE = encode(
    {"op": "call", "seed": 7},
    [torch.ones(2, 3), {"mask": torch.tensor([True]), 3: (None, math.nan, 2**70)}, np.ones(2), "é\ud800"],
)


def test_every_truncation_is_refused() -> None:
    assert all(is_refused(SAMPLE[:end]) for end in range(len(SAMPLE)))


def test_a_frame_sent_twice_is_refused() -> None:
    assert is_refused(SAMPLE + SAMPLE)
    assert is_refused(SAMPLE + b"\0")


@many
@given(st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(1, 255)), min_size=1, max_size=3))
def test_flipped_bits_give_a_value_or_a_wire_error(flips: list[tuple[int, int]]) -> None:
    frame = bytearray(SAMPLE)
    for index, bit in flips:
        frame[index] ^= bit
    is_refused(bytes(frame))


names = st.sampled_from([*wire.DTYPES, "f8", "<i4", "?", "U3", "O", ""]) | st.text(max_size=5)
sizes_ = st.lists(st.integers(-1, 3) | st.sampled_from([2**39, 2**41, 1.5, True, None]), max_size=4)
triples = st.tuples(st.integers(-1, 2) | st.none(), names | st.none(), sizes_ | st.none()).map(list)
nodes = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=4) | triples | st.tuples(names, sizes_).map(list),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["tuple", "dict", "float", "int", "tensor", "meta", "array", "scalar", "path", "type"]),
            inner | triples,
            max_size=2,
        )
    ),
    max_leaves=12,
)


@many
@given(nodes)
def test_any_json_gives_a_value_or_a_wire_error(node: Any) -> None:
    is_refused(frame_of(node, EIGHT, b""))


@many
@given(st.binary(max_size=80), st.booleans())
def test_any_bytes_give_a_value_or_a_wire_error(data: bytes, framed: bool) -> None:
    is_refused(frames.join(data, []) if framed else data)


@few
@given(st.text("(),0123456789fiuMmSUVOab?<>=|[]{} ", max_size=8))
def test_any_dtype_gives_a_value_or_a_wire_error(name: str) -> None:
    is_refused(frame_of({"array": [0, name, [1]]}, EIGHT))


def test_one_buffer_cannot_be_claimed_again_and_again() -> None:
    """A frame of 128 KiB must not become 8 MiB here: the learner's process could fill the grader's memory."""
    frame = frame_of([{"tensor": [0, "uint8", [1 << 17]]}] * 64, bytes(1 << 17))
    tracemalloc.start()
    refused = is_refused(frame)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused
    assert peak < 1 << 20


def test_a_huge_claim_takes_no_memory() -> None:
    claims = [{"tensor": [0, "float64", [2**39]]}, {"array": [0, "f8", [2**30]]}, {"meta": ["float64", [2**39]]}]
    tracemalloc.start()
    for claim in claims:
        is_refused(frame_of(claim, EIGHT))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
