"""How far a scorer and a person agree: quadratic weighted kappa, as an exact fraction.

>>> weighted_kappa([(0, 0), (1, 1), (2, 2)]), weighted_kappa([(0, 2), (2, 0)])
(Fraction(1, 1), Fraction(-1, 1))
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction


def weighted_kappa(pairs: list[tuple[int, int]]) -> Fraction | None:
    """1 is agreement, 0 is chance; a miss weighs with its square; None where either gives nothing but one mark."""
    seen = sum((one - other) ** 2 for one, other in pairs)
    ones, others = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(n * m * (one - other) ** 2 for one, n in ones.items() for other, m in others.items())
    if not by_chance or len(ones) < 2:
        return None
    return 1 - Fraction(seen * len(pairs), by_chance)


def share(part: int, whole: int) -> str:
    """
    >>> share(3, 4), share(0, 0)
    ('3/4', '-')
    """
    return f"{part}/{whole}" if whole else "-"
