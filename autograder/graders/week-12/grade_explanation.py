"""Checks of week-12/explanation: effects known in advance and plain Python are the second proof of the key."""

import pytest
import torch

from autograder.checks.compare import expect_close, expect_equal, expect_tensor, expect_unchanged

SAYS = torch.tensor([[0.0, 0.5, 2.0], [0.0, -1.5, 1.0], [0.25, 0.0, 4.0]])
"""What each of three tokens says to the model in each of three places."""


@pytest.mark.points(2)
@pytest.mark.hint("Prediction on all tokens minus prediction with one of them replaced, from a fresh copy each time.")
def check_effects(student):
    """Tokens 2, 1, 1 with replacement 0 have the effects 2, -1.5, -0.25."""
    predict = student.probe.reader(SAYS)
    got = student.occlusion(predict, torch.tensor([2, 1, 1]), 0)
    expect_close(got, torch.tensor([2.0, -1.5, -0.25]), "the effects", same_dtype=False)


@pytest.mark.points(1)
@pytest.mark.hint("The position of the largest weight, from 0, as a Python int; of equal ones the first.")
def check_most_attended(student):
    """The largest of 0.1, 0.2, 0.4, 0.3 stands in position 2; of two equal ones the first counts."""
    expect_equal(student.most_attended(torch.tensor([0.1, 0.2, 0.4, 0.3])), 2, "the position")
    expect_equal(student.most_attended(torch.tensor([0.2, 0.4, 0.4])), 1, "the position")


@pytest.mark.points(1)
@pytest.mark.hint("Compare two positions: of the largest weight, and of the largest effect whatever its sign.")
def check_weight_explains(student):
    """An effect of -0.9 counts more than one of 0.5."""
    weights = torch.tensor([0.2, 0.7, 0.1])
    cases = (([0.5, -0.9, 0.0], True), ([-0.9, 0.5, 0.0], False), ([0.1, 0.6, 0.2], True))
    for effects, expected in cases:
        answer = student.weight_explains(weights, torch.tensor(effects))
        expect_equal(answer, expected, "whether the weights explain the effects")


# ---- hidden


def effects_of(table, tokens, replacement):
    """The effects on a reader without coupling: what each token says, less what the replacement says there."""
    places = torch.arange(len(tokens))
    return table[places, tokens] - table[places, replacement]


@pytest.mark.points(1)
@pytest.mark.hint("One token at a time gives way to `replacement`; the effect keeps its sign and its decimals.")
def grade_effects(student, reference, rng):
    """Effects on a model that adds up what its tokens say."""
    for length, replacement in ((6, 3), (4, 0), (5, 4)):
        table, tokens = rng.normal(length, 7), rng.integers(0, 7, length)
        right = effects_of(table, tokens, replacement)
        for answers in (student, reference):
            got = answers.occlusion(answers.probe.reader(table), tokens, replacement)
            expect_close(got, right, "the effects", depth=3, same_dtype=False)
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Every other token must be in its place again when the next one is replaced: the model reads neighbours together."
)
def grade_coupled_effects(student, rng):
    """Effects on a model that reads neighbouring tokens together."""
    table, tokens = rng.normal(5, 6), torch.tensor([1, 4, 2, 5, 3])

    def predict(changed):
        said = table[torch.arange(5), changed]
        return float(said.sum() + 2 * (said[1:] * said[:-1]).sum())

    right = [predict(tokens) - predict(tokens.index_fill(0, torch.tensor([i]), 0)) for i in range(5)]
    got = student.occlusion(student.probe.reader(table, 2.0), tokens, 0)
    expect_close(got, torch.tensor(right), "the effects", depth=5, same_dtype=False)


@pytest.mark.points(1)
@pytest.mark.hint(
    "A single token, a token that is the replacement already (effect 0), very small effects: nothing is special."
)
def grade_small_cases(student, rng):
    """A single token, tokens that equal the replacement, small effects."""
    single, table = torch.tensor([[0.25, -1.75]]), rng.normal(4, 3, scale=1e-2)
    one = student.occlusion(student.probe.reader(single), torch.tensor([1]), 0)
    some = student.occlusion(student.probe.reader(table), torch.tensor([2, 0, 2, 1]), 2)
    expect_close(one, torch.tensor([-2.0]), "the effect of a single token", same_dtype=False)
    expect_tensor(some, "the effects", shape=(4,))
    right = effects_of(table, torch.tensor([2, 0, 2, 1]), 2)
    expect_close(some, right, "the effects with tokens that are replaced already", depth=5, same_dtype=False)


@pytest.mark.points(1)
@pytest.mark.hint("A Python int from 0; of equal weights the first; the weights may be of any floating dtype.")
def grade_most_attended(student, reference, rng):
    """The first of the largest, in texts of several lengths."""
    rows = [rng.weights(7), rng.weights(3, dtype=torch.float64), torch.tensor([0.1, 0.3, 0.3, 0.3]), torch.ones(1)]
    rows += [torch.tensor([0.25, 0.125, 0.25, 0.375], dtype=torch.float16), torch.full((4,), 0.25)]
    for weights in rows:
        numbers = weights.tolist()
        expect_equal(student.most_attended(weights), numbers.index(max(numbers)), "the position")
        expect_equal(reference.most_attended(weights), numbers.index(max(numbers)), "the key")
    expect_unchanged(student)


@pytest.mark.points(1)
@pytest.mark.hint(
    "Only two positions count: of the first largest weight, and of the first largest effect by size. A Python bool."
)
def grade_weight_explains(student, reference):
    """Effects of both signs, equal effects, no effect at all."""
    cases = [([0.2, 0.5, 0.3], [0.1, -0.6, 0.3], True), ([0.2, 0.5, 0.3], [-0.4, 0.3, 0.4], False)]
    cases += [([0.1, 0.2, 0.7], [0.4, 0.1, -0.4], False), ([0.6, 0.3, 0.1], [-0.2, 0.2, 0.2], True)]
    cases += [([0.4, 0.4, 0.2], [0.0, 0.9, 0.0], False), ([0.5, 0.2, 0.3], [0.0, 0.0, 0.0], True)]
    cases += [
        ([0.5, 0.4, 0.1], [0.3, 0.4, 0.0], False),
        ([1.0], [-0.5], True),
        ([0.4, 0.5, 0.1], [0.1, -0.5, 0.4], True),
    ]
    given = [(torch.tensor(weights), torch.tensor(effects)) for weights, effects, _ in cases]
    answers = [student.weight_explains(*pair) for pair in given]
    for (weights, effects, right), pair, answer in zip(cases, given, answers, strict=True):
        expect_equal(answer, right, f"whether {weights} explains {effects}")
        expect_equal(reference.weight_explains(*pair), right, "the key")


@pytest.mark.points(1)
@pytest.mark.hint(
    "Put your three functions together: effects by occlusion, then the question whether the weights explain them."
)
def grade_together(student):
    """Two models looked at alike: one decides by the word looked at, the other does not."""
    tokens, weights = torch.tensor([1, 2, 3, 1]), torch.tensor([0.1, 0.2, 0.6, 0.1])
    honest, other = torch.zeros(4, 4), torch.zeros(4, 4)
    honest[2, 3], honest[0, 1] = -1.5, 0.75
    other[2, 3], other[1, 2] = 0.25, -2.5
    effects = [student.occlusion(student.probe.reader(table), tokens, 0) for table in (honest, other)]
    expect_close(effects[0], torch.tensor([0.75, 0.0, -1.5, 0.0]), "the effects", same_dtype=False)
    expect_close(effects[1], torch.tensor([0.0, -2.5, 0.25, 0.0]), "the effects", same_dtype=False)
    answers = [student.weight_explains(weights, each) for each in effects]
    expect_equal(answers[0], True, "whether the weights explain the first model")
    expect_equal(answers[1], False, "whether the weights explain the second model")
    expect_equal(student.most_attended(effects[1].abs()), 1, "the position of the largest effect")
