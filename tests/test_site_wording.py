"""What the explorer says to a move, sentence by sentence."""

from __future__ import annotations

import pytest
from site_support import node

START = {"first": 2, "second": 1, "temperature": 1}
OUTCOME = """
    const { outcome } = await import(`${js}/wording.js`);
    const { softmax } = await import(`${js}/attention.js`);
    const withWeights = (c) => ({ ...c, weights: softmax([c.first, c.second], c.temperature) });
    const [guess, control, before, after] = given;
    return outcome(guess, control, withWeights(before), withWeights(after));
"""


@pytest.mark.parametrize(
    ("guess", "moved", "before", "went", "sentence"),
    [
        ("up", {"first": 3}, {}, "up", "Token 1 matches better, so it gets more"),
        ("up", {"first": 1}, {}, "down", "Token 1 matches worse, so it gets less"),
        ("down", {"second": 3}, {}, "down", "Token 2 matches better, so it gets more"),
        ("same", {"second": 0}, {}, "up", "Token 2 matches worse, so it gets less"),
        ("down", {"temperature": 2}, {}, "down", "flatter, and token 1, which leads, loses some"),
        ("up", {"temperature": 0.5}, {}, "up", "sharper, and token 1, which leads, gets more"),
        (
            "up",
            {"temperature": 2},
            {"second": 3},
            "up",
            "flatter, and token 2, which leads, loses some",
        ),
        ("same", {"temperature": 2}, {"second": 2}, "same", "Equal scores share evenly at every temperature"),
        ("up", {"first": 5}, {"first": 4.9, "temperature": 0.1}, "same", "The softmax is saturated here"),
        ("down", {"temperature": 0.2}, {"first": 5, "temperature": 0.1}, "same", "The softmax is saturated here"),
        ("same", {"first": 2}, {}, "same", "The control is where it was"),
    ],
)
def test_a_move(guess: str, moved: dict, before: dict, went: str, sentence: str) -> None:
    (control,) = moved
    got = node(OUTCOME, guess, control, START | before, START | before | moved)
    assert got["went"] == went and got["right"] is (guess == went)
    assert sentence in got["said"]


def test_a_move_without_a_prediction_asks_for_one() -> None:
    got = node(OUTCOME, "", "first", START, START | {"first": 3})
    assert "You had not said a direction" in got["said"] and not got["right"]


def test_the_interpretation_changes_with_the_weights() -> None:
    script = "const { meaning } = await import(`${js}/wording.js`); return given.map((w) => meaning([w, 1 - w]));"
    said = node(script, 0.5, 0.55, 0.731, 0.9, 0.99, 0.01, 0.1, 0.3)
    assert len(set(said)) == 8
    assert "plain mean" in said[0] and "mostly the value of token 1" in said[3] and "almost all" in said[4]
    assert "token 2" in said[5] and "mostly the value of token 2" in said[6]


def test_what_the_heatmaps_say_follows_the_numbers() -> None:
    script = "const { saturated } = await import(`${js}/wording.js`); return given.map((g) => saturated(...g));"
    cases = [2, 0.5, 0.52, False], [16, 0.5, 0.8, False], [64, 0.6, 0.97, False], [64, 0.7, 0.97, True]
    alike, sharper, broken, masked = node(script, *cases)
    assert "still alike" in alike and "getting sharper" in sharper and "one cell" in broken
    assert "hides three cells" in masked and "hides" not in broken


def test_what_the_two_texts_say_follows_the_gap() -> None:
    script = "const { told } = await import(`${js}/wording.js`); return [told(0, false), told(0.485, true)];"
    together, apart = node(script)
    assert "at most 0.000" in together and "fall together" in together
    assert "at most 0.485" in apart and "two texts" in apart
