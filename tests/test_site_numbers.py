"""What the explorer computes in JavaScript equals the course's reference functions."""

from __future__ import annotations

import runpy
from types import SimpleNamespace

import pytest
import torch
from site_support import node

from autograder.course import HOME

SCORES = [[2, 1, 0], [2.0, 1.0], [-5.0, 5.0], [0.3, 0.3], [1e4, -1e4, 3.5], [float("-1e3"), 0.0]]
TEMPERATURES = [0.1, 0.7, 1.0, 5.0]
DEPTHS = [2, 4, 8, 16, 32, 64]


def solution(week: str, task: str) -> SimpleNamespace:
    """The reference functions of a task."""
    return SimpleNamespace(**runpy.run_path(str(HOME / "solutions" / week / f"{task}.py")))


def tensor(numbers: list) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def same(got: list, reference: torch.Tensor) -> bool:
    return torch.allclose(tensor(got), reference, rtol=1e-9, atol=1e-12)


def test_softmax() -> None:
    softmax = solution("week-12", "softmax").softmax
    cases = [[scores, temperature] for scores in SCORES for temperature in TEMPERATURES]
    got = node(
        "const {softmax} = await import(`${js}/attention.js`); return given[0].map((c) => softmax(...c));", cases
    )
    for (scores, temperature), weights in zip(cases, got, strict=True):
        assert same(weights, softmax(tensor(scores), temperature=temperature)), (scores, temperature)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scaled", [False, True])
def test_the_heatmaps_at_every_depth(scaled: bool, masked: bool) -> None:
    script = """
        const {weightsAt} = await import(`${js}/heatmaps.js`);
        const {tokensOf} = await import(`${js}/drawn.js`);
        const {saturation} = await import(`${js}/attention.js`);
        const [depths, scaled, masked] = given;
        return depths.map((depth) => {
          const weights = weightsAt(depth, scaled, masked);
          return { ...tokensOf(depth), weights, saturation: saturation(weights) };
        });
    """
    week_20 = solution("week-20", "self_attention")
    for depth, got in zip(DEPTHS, node(script, DEPTHS, scaled, masked), strict=True):
        x, views = tensor(got["x"]), {name: tensor(matrix) for name, matrix in got["views"].items()}
        assert x.shape == (3, depth)
        weights = reference_weights(x, views, scaled, masked)
        assert same(got["weights"], weights), depth
        assert got["saturation"] == pytest.approx(week_20.saturation(weights))


def reference_weights(x: torch.Tensor, views: dict, scaled: bool, masked: bool) -> torch.Tensor:
    """By week 20's self_attention; behind a mask by week 12's attention, its scale undone where it is not wanted."""
    if not masked:
        reference = solution("week-20", "self_attention").self_attention
        return reference(x, views["query"], views["key"], views["value"], scaled=scaled)[1]
    queries = x @ views["query"] * (1 if scaled else x.shape[1] ** 0.5)
    mask = solution("week-12", "causal_mask").causal_mask(3)
    return solution("week-12", "attention").attention(queries, x @ views["key"], x @ views["value"], mask)[1]


def test_behind_the_mask_no_weight_is_ahead() -> None:
    script = "const {weightsAt} = await import(`${js}/heatmaps.js`); return weightsAt(8, false, true);"
    assert solution("week-12", "causal_mask").future_weight(tensor(node(script))) == 0.0


def test_positions() -> None:
    script = "const {sinusoidalPositions} = await import(`${js}/attention.js`); return sinusoidalPositions(...given);"
    for length, width in ((5, 4), (7, 5), (1, 1)):
        reference = solution("week-12", "positions").sinusoidal_positions(length, width)
        assert torch.allclose(tensor(node(script, length, width)).float(), reference, atol=1e-6)


def test_the_two_texts_fall_together_without_positions_alone() -> None:
    script = """
        const {meansOf} = await import(`${js}/heatmaps.js`);
        const {TEXTS, wordsOf} = await import(`${js}/drawn.js`);
        return { texts: TEXTS.map(wordsOf), plain: meansOf(false), stamped: meansOf(true) };
    """
    got = node(script)
    add_positions = solution("week-12", "positions").add_positions
    attend = solution("week-20", "self_attention").self_attention
    for which, stamp in (("plain", lambda x: x), ("stamped", lambda x: add_positions(x[None])[0])):
        for text, mean in zip(got["texts"], got[which], strict=True):
            views = [tensor(text["views"][name]) for name in ("query", "key", "value")]
            reference = attend(stamp(tensor(text["x"])), *views)[0].mean(0)
            assert torch.allclose(tensor(mean), reference, atol=1e-6), which
    assert same(got["plain"][0], tensor(got["plain"][1]))
    assert (tensor(got["stamped"][0]) - tensor(got["stamped"][1])).abs().max() > 0.1


def test_without_the_scale_the_rows_saturate() -> None:
    script = """
        const {weightsAt} = await import(`${js}/heatmaps.js`);
        const {saturation} = await import(`${js}/attention.js`);
        return [false, true].map((scaled) => given.map((depth) => saturation(weightsAt(depth, scaled, false))));
    """
    unscaled, scaled = node(script, *DEPTHS)
    assert unscaled[-1] > 0.95 and max(scaled) < 0.75
    assert unscaled[2:] == sorted(unscaled[2:])
