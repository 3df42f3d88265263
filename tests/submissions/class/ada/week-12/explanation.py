"""Ask whether a weight explains a decision.

A high attention weight says where a model looked. It does not say why the model decided: the value behind that
weight may be small, or cancelled later. A controlled test does say more: take one token away, leave everything
else as it is, and see how far the prediction moves. That is occlusion.

    effect of token i = prediction(tokens) - prediction(tokens with token i replaced)

By hand: a model says 0.9 for [good, film]. With "good" replaced it says 0.2, with "film" replaced 0.85. The
effects are 0.7 and 0.05. If the weights were [0.3, 0.7], the most attended token would be "film" and the token
that counts would be "good": here the weight does not explain the decision.

Predict first, then run this file: the model in it looks at "film" most. Which of its four words has a negative effect?

You build
    occlusion(predict, tokens, replacement) -> floating tensor (L,): the effect of each token
        * predict takes a long tensor (L,) and returns a float; call it with nothing else
        * one token is replaced at a time; `tokens` itself is left as it was
    most_attended(weights) -> Python int: the position of the largest weight, of equal ones the first
    weight_explains(weights, effects) -> bool: is the most attended position also the one with the largest
        effect, whatever its sign? Of equal effects the first counts
    Wrong input is not graded here: there is at least one token, and no number is NaN.
"""

from collections.abc import Callable

import torch


def occlusion(predict: Callable[[torch.Tensor], float], tokens: torch.Tensor, replacement: int) -> torch.Tensor:
    """How far the prediction falls when each token in turn is replaced.

    >>> occlusion(lambda tokens: float(tokens[0] + 10 * tokens[1]), torch.tensor([3, 2]), replacement=0)
    tensor([ 3., 20.])

    Args:
        predict: a function from a long tensor (L,) to a float.
        tokens: long tensor (L,); it is left unchanged.
        replacement: the token that stands in for the one taken away, a whole number.
    Returns: a tensor (L,) of any floating dtype; positive where the token raised the prediction.
    Source: Zeiler and Fergus 2014, section 4.2.
    """
    ### BEGIN SOLUTION
    whole = predict(tokens)
    effects = []
    for position in range(len(tokens)):
        changed = tokens.clone()  # a fresh copy, so that one token at a time is away
        changed[position] = replacement
        effects.append(whole - predict(changed))
    return torch.tensor(effects)
    ### END SOLUTION


def most_attended(weights: torch.Tensor) -> int:
    """The position that gets the largest weight.

    >>> most_attended(torch.tensor([0.2, 0.4, 0.4]))
    1

    Args:
        weights: floating tensor (L,); it is left unchanged.
    Returns: a Python int from 0 to L - 1; of equal weights the first counts.
    Source: Jain and Wallace 2019, section 2.
    """
    ### BEGIN SOLUTION
    return int(weights.argmax())
    ### END SOLUTION


def weight_explains(weights: torch.Tensor, effects: torch.Tensor) -> bool:
    """Whether the most attended position is also the one that counts most.

    >>> weight_explains(torch.tensor([0.3, 0.7]), torch.tensor([0.7, 0.05]))
    False

    Args:
        weights: floating tensor (L,); like the effects it is left unchanged.
        effects: floating tensor (L,), of any sign.
    Returns: a Python bool.
    Source: Jain and Wallace 2019, section 4.1.
    """
    ### BEGIN SOLUTION
    return most_attended(weights) == most_attended(effects.abs())
    ### END SOLUTION


### BEGIN HINTS
# 1. Call predict once on the tokens as they are. Then, for each position: copy the tokens, replace one, call
#    predict again, and keep the difference: before minus after.
# 2. `changed = tokens.clone()` INSIDE the loop gives a fresh copy each time; otherwise more and more tokens are away.
# 3. `weights.argmax()` gives the first of the largest as a tensor, `int(...)` makes a Python int of it.
# 4. A token that pulls the prediction down counts as much as one that lifts it: compare `effects.abs()`.
### END HINTS


if __name__ == "__main__":
    words = ["this", "film", "was", "dull"]
    worth = torch.tensor([0.0, 0.1, 0.0, 0.05, -0.6])  # what each word says; word 0 stands for a replaced one

    def predict(tokens):
        return float(worth[tokens].sum())

    weights = torch.tensor([0.1, 0.5, 0.1, 0.3])
    effects = occlusion(predict, torch.tensor([1, 2, 3, 4]), replacement=0)
    for word, weight, effect in zip(words, weights.tolist(), effects.tolist(), strict=True):
        print(f"{word:5} weight {weight:.2f}  effect {effect:+.2f}")
    print("most attended:", words[most_attended(weights)])
    print("does the weight explain the decision?", weight_explains(weights, effects))
