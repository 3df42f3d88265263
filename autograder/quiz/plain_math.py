r"""Formulas for a terminal: LaTeX between dollar signs in letters that a screen shows and a screen reader reads.

>>> in_letters(r"Why $\frac{QK^\top}{\sqrt{d_k}}$?")
'Why QKᵀ / √d_k?'
"""

from __future__ import annotations

import re

MATH = re.compile(r"(?<!\\)\$(.+?)(?<!\\)\$", re.DOTALL)
SIGNS = {
    "cdot": "·", "times": "×", "infty": "∞", "to": "→", "rightarrow": "→", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥",
    "neq": "≠", "ne": "≠", "approx": "≈", "sum": "Σ", "in": "∈", "alpha": "α", "beta": "β", "theta": "θ", "sigma": "σ",
    "mu": "μ", "pi": "π", "ldots": "…", "dots": "…", "cdots": "…", "top": "ᵀ", "quad": " ", ",": " ", ";": " ",
}  # fmt: skip
GROUP = r"\{([^{}]*)\}"
STEPS = [
    (r"\\(?:text|mathrm|mathbf|mathit|operatorname|mathsf)\s*" + GROUP, r"\1"),
    (r"\\(?:left|right|displaystyle)\b", ""),
    (r"\^\s*(?:\{\s*\\top\s*\}|\\top\b|T\b)", "ᵀ"),
    (r"\\sqrt\s*\{([\w]*)\}", r"√\1"),
    (r"\\sqrt\s*" + GROUP, r"√(\1)"),
    (r"([_^])\{(\w)\}", r"\1\2"),
    (r"\\frac\s*\{([^{} +-]*)\}\s*\{([^{} +-]*)\}", r"\1 / \2"),
    (r"\\frac\s*" + GROUP + r"\s*" + GROUP, r"(\1) / (\2)"),
    (r" / \((\w+)\)", r" / \1"),
    (r"(?<!\w)\((\w+)\) / ", r"\1 / "),
    (r"([_^])" + GROUP, r"\1(\2)"),
]


def in_letters(text: str) -> str:
    """The text with its formulas in plain letters; what stands outside of dollar signs is left alone."""
    return MATH.sub(lambda match: _formula(match[1]), text).replace("\\$", "$")


def _formula(latex: str) -> str:
    for _ in range(4):  # from the inside of nested braces to the outside
        for pattern, new in STEPS:
            latex = re.sub(pattern, new, latex)
    latex = re.sub(r"\\([a-zA-Z]+|[,;!])", lambda match: SIGNS.get(match[1], match[1]), latex)
    return re.sub(r"\s+", " ", latex.replace("\\\\", "\n").replace("{", "").replace("}", "").replace("\\", "")).strip()
