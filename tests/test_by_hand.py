"""The by-hand rule: every spelling of the call that is the answer is refused at the learner's line, and nothing else.

The rule replaces torch's kernels for good, so that it is only ever put on in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import torch
from test_course import a_task

from autograder.checks.session import Session
from autograder.intake.submission import Source
from autograder.launch import ForkLauncher
from autograder.outcomes import Forbidden, LearnerError

HEAD = """\
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.functional import softmax as turn_into_weights
"""
SPELLINGS = [
    "torch.softmax(x, -1)",
    "torch.softmax(x, dim=0, dtype=torch.float64)",
    "torch.softmax(x, -1, out=torch.empty_like(x))",
    "x.softmax(-1)",
    "x.double().softmax(-1)",
    "x.half().softmax(-1)",
    "x.bfloat16().softmax(-1)",
    "x.to('meta').softmax(-1)",
    "x.requires_grad_().softmax(-1).detach()",
    "F.softmax(x, -1)",
    "turn_into_weights(x, dim=-1)",
    "nn.Softmax(-1)(x)",
    "nn.Softmax2d()(x[None])",
    "torch.special.softmax(x, -1)",
    "getattr(torch, 'soft' + 'max')(x, -1)",
    "torch._softmax(x, -1, False)",
    "torch.ops.aten.softmax.int(x, -1)",
    "torch.ops.aten._softmax.default(x, -1, False)",
    "torch.ops.aten._safe_softmax(x, -1)",
    "torch._C._VariableFunctions.softmax(x, -1)",
    "torch.Tensor.softmax(x, -1)",
    "torch.log_softmax(x, -1).exp()",
    "x.log_softmax(-1).exp()",
    "F.log_softmax(x, -1).exp()",
    "nn.LogSoftmax(-1)(x).exp()",
    "torch.special.log_softmax(x, -1).exp()",
    "F.softmin(-x, -1)",
    "nn.Softmin(-1)(-x)",
    "F.gumbel_softmax(x)",
    "F.cross_entropy(x[0], torch.zeros(3, dtype=torch.long))",
    "torch.func.vmap(torch.softmax, in_dims=(0, None))(x, -1)",
    "torch.sparse.softmax(x[0].to_sparse(), 1).to_dense()",
    "torch.masked.softmax(x, -1)",
    "torch.distributions.Categorical(logits=x).probs",
    "torch.inference_mode()(torch.softmax)(x, -1)",
    "F.scaled_dot_product_attention(x, x, torch.eye(3).expand(2, 3, 3))",
    "nn.MultiheadAttention(3, 1)(x, x, x)[1]",
    "torch._refs.softmax(x, -1)",
    "torch._refs.log_softmax(x, -1).exp()",
    "torch._decomp.decompositions._softmax(x, -1, False)",
]
OWN = [
    "x.exp() / x.exp().sum(-1, keepdim=True)",
    "(x - torch.logsumexp(x, -1, keepdim=True)).exp()",
    "(x - x.logsumexp(-1, keepdim=True)).exp()",
    "torch.stack([torch.stack([r.exp() / sum(e.exp() for e in r) for r in m]) for m in x])",
    "torch.exp(x - x.amax(-1, True)).div(torch.exp(x - x.amax(-1, True)).sum(-1, True))",
    "F.normalize(x.exp(), p=1, dim=-1)",
    "torch.sigmoid(x)",
    "torch.einsum('bij,bi->bij', x.exp(), 1 / x.exp().sum(-1))",
    "torch.pow(torch.e, x) / torch.pow(torch.e, x).sum(-1, keepdim=True)",
    "nn.Linear(3, 3)(x).detach()",
]


def functions(expressions: list[str]) -> str:
    """A module with one function an expression, f0, f1, ..., each on two lines."""
    return HEAD + "".join(f"def f{n}(x):\n    return {text}\n" for n, text in enumerate(expressions))


Open = Callable[..., Session]


@pytest.fixture(scope="module")
def open_session(launcher: ForkLauncher) -> Iterator[Open]:
    """Sessions under a rule; the same text is loaded once."""
    sessions: dict[tuple[str, str | None], Session] = {}

    def open_(text: str, rule: str | None = "softmax") -> Session:
        if (text, rule) not in sessions:
            task = a_task(by_hand=rule, seconds=30, memory_mb=2048)
            sessions[text, rule] = Session(task, Source("softmax.py", text), launcher)
        return sessions[text, rule]

    yield open_
    for session in sessions.values():
        session.close()


X = torch.arange(18.0).reshape(2, 3, 3) / 9


@pytest.mark.parametrize("number", range(len(SPELLINGS)), ids=SPELLINGS)
def test_every_spelling_of_softmax_is_forbidden_at_its_line(open_session: Open, number: int) -> None:
    text = functions(SPELLINGS)
    with pytest.raises(Forbidden) as caught:
        getattr(open_session(text).answers, f"f{number}")(X)
    line = text.splitlines().index(f"    return {SPELLINGS[number]}") + 1
    assert caught.value.line == line
    assert caught.value.message.startswith(
        f"Not by hand: `return {SPELLINGS[number]}`: this task builds softmax itself"
    )


@pytest.mark.parametrize("number", range(len(OWN)), ids=OWN)
def test_what_the_learner_builds_is_allowed(open_session: Open, number: int) -> None:
    assert getattr(open_session(functions(OWN)).answers, f"f{number}")(X).shape == X.shape


def test_without_the_rule_nothing_is_forbidden(open_session: Open) -> None:
    assert torch.equal(open_session(functions(SPELLINGS[:1]), None).answers.f0(X), torch.softmax(X, -1))


def test_the_rule_does_not_reach_the_grading_process(open_session: Open) -> None:
    with pytest.raises(Forbidden):
        open_session(functions(SPELLINGS)).answers.f0(X)
    assert torch.softmax(torch.zeros(2), 0).tolist() == [0.5, 0.5]


def test_a_call_after_a_forbidden_one_is_judged_by_itself(open_session: Open) -> None:
    answers = open_session(functions(["x.softmax(-1)", "x + 1"])).answers
    with pytest.raises(Forbidden):
        answers.f0(X)
    assert torch.equal(answers.f1(X), X + 1)


SWALLOWED = (
    HEAD
    + """\
def f(x):
    try:
        return x.softmax(-1)
    except BaseException:
        pass
    return x.exp() / x.exp().sum(-1, keepdim=True)

def g(x):
    try:
        x.softmax(-1)
    finally:
        raise ValueError("another error")

def h(x):
    import contextlib
    with contextlib.suppress(RuntimeError):
        x.softmax(-1)
"""
)


@pytest.mark.parametrize(("name", "line"), [("f", 7), ("g", 14), ("h", 21)])
def test_swallowing_the_refusal_does_not_help(open_session: Open, name: str, line: int) -> None:
    with pytest.raises(Forbidden) as caught:
        getattr(open_session(SWALLOWED).answers, name)(X)
    assert caught.value.line == line


def test_comparing_with_torch_while_the_file_is_loaded_is_allowed(open_session: Open) -> None:
    text = HEAD + "table = torch.eye(3).softmax(0)\ndef f(x): return x + 1\n"
    assert torch.equal(open_session(text).answers.f(X), X + 1)


def test_what_was_imported_before_is_refused_when_it_is_called(open_session: Open) -> None:
    text = "from torch import softmax\nfrom torch.distributions import Categorical\n\n"
    text += "def f(x): return softmax(x, -1)\n\ndef g(x): return Categorical(logits=x).logits.exp()\n"
    answers = open_session(text).answers
    for function in (answers.f, answers.g):
        with pytest.raises(Forbidden):
            function(X)


def test_code_under_main_does_not_run(open_session: Open) -> None:
    text = HEAD + 'def f(x): return x + 1\n\n\nif __name__ == "__main__":\n    print(torch.eye(3).softmax(0))\n'
    assert torch.equal(open_session(text).answers.f(X), X + 1)


def test_an_odd_line_end_does_not_shift_the_line(open_session: Open) -> None:
    text = HEAD + '"""One page.\f Another\u2028 page."""\ndef f(x):\n    return x.softmax(-1)\n'
    with pytest.raises(Forbidden, match=r"`return x\.softmax\(-1\)`") as caught:
        open_session(text).answers.f(X)
    assert caught.value.line == 7


# ---------------------------------------------------------------- attention

ATTENTIONS = [
    "F.scaled_dot_product_attention(x, x, x)",
    "F.scaled_dot_product_attention(x, x, x, is_causal=True)",
    "F.scaled_dot_product_attention(x[None], x[None], x[None], attn_mask=torch.zeros(3, 3))",
    "torch._C._nn.scaled_dot_product_attention(x, x, x)",
    "torch.ops.aten.scaled_dot_product_attention(x, x, x)",
    "torch.ops.aten._scaled_dot_product_attention_math(x, x, x)[0]",
    "nn.MultiheadAttention(3, 1)(x, x, x)",
    "nn.MultiheadAttention(3, 1, batch_first=True).eval()(x, x, x, need_weights=False)",
    "nn.modules.activation.MultiheadAttention(3, 3)(x, x, x)",
    "F.multi_head_attention_forward(x, x, x, 3, 1, torch.ones(9, 3), None, None, None, False, 0.0, torch.eye(3), None)",
    "nn.TransformerEncoderLayer(3, 1, 4)(x)",
    "nn.TransformerEncoderLayer(3, 1, 4, batch_first=True).eval()(x)",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(3, 1, 4), 1)(x)",
    "nn.TransformerDecoderLayer(3, 1, 4)(x, x)",
    "nn.Transformer(3, 1, 1, 1, 4)(x, x)",
]
ALLOWED = [
    "torch.softmax(x, -1)",
    "F.softmax(x, -1)",
    "nn.Softmax(-1)(x)",
    "(x @ x.mT / 3**0.5).masked_fill(torch.ones(3, 3).triu(1).bool(), -torch.inf).softmax(-1) @ x",
    "nn.LayerNorm(3)(nn.Linear(3, 3)(x)).detach()",
    "F.log_softmax(x, -1)",
]


@pytest.mark.parametrize("number", range(len(ATTENTIONS)), ids=ATTENTIONS)
def test_every_spelling_of_attention_is_forbidden(open_session: Open, number: int) -> None:
    with pytest.raises(Forbidden, match="this task builds attention itself") as caught:
        getattr(open_session(functions(ATTENTIONS), "attention").answers, f"f{number}")(X)
    assert ATTENTIONS[number] in caught.value.message


@pytest.mark.parametrize("number", range(len(ALLOWED)), ids=ALLOWED)
def test_softmax_is_allowed_where_attention_is_built(open_session: Open, number: int) -> None:
    assert getattr(open_session(functions(ALLOWED), "attention").answers, f"f{number}")(X).shape == X.shape


def test_attention_under_the_softmax_rule_is_forbidden_too(open_session: Open) -> None:
    session = open_session(functions(ATTENTIONS), "softmax")
    for number in range(len(ATTENTIONS)):
        with pytest.raises(Forbidden):
            getattr(session.answers, f"f{number}")(X)


def test_a_plain_error_stays_a_plain_error(open_session: Open) -> None:
    with pytest.raises(LearnerError, match="ZeroDivisionError"):
        open_session(functions(["x / 0 if 1 // 0 else x"])).answers.f0(X)
