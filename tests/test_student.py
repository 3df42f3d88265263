"""The proxy: functions, objects and probes behind one interface, numbered, seeded and fit to be replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import torch
from test_course import a_task

from autograder.checks import recall
from autograder.checks.session import Session
from autograder.checks.student import Answers, Remote, local_answers
from autograder.intake.submission import Source
from autograder.launch import ForkLauncher
from autograder.outcomes import Crashed, LearnerError, Mismatch, Missing, NotStarted, Problem
from autograder.worker import frames
from autograder.worker.probes import modules
from autograder.worker.wire import WireError, encode

TEXT = """\
import random

import numpy
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size, bias=False):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.parts = [nn.Linear(2, 2)]
        self.noise = nn.Dropout(0.5)

    def forward(self, x):
        return self.noise(x * self.weight)

    def first(self):
        return self.parts[0]

    def __str__(self):
        raise SystemExit


class Bare:
    @property
    def broken(self):
        raise KeyError("no")


def double(x):
    return 2 * x


def twice(function, x):
    return function(function(x))


def call(module, x):
    return module(x)


def pair(size):
    scale = Scale(size)
    return scale, [scale, nn.Linear(1, 1)]


def chance():
    return [random.random(), float(numpy.random.rand()), torch.rand(1).item()]


def spoil(x):
    x[0] = 99
    return x.sum()


def nothing():
    raise NotImplementedError("week-12/softmax: nothing is yours to write")


def fail(x):
    y = x
    return y.no_such_attribute


def lazily():
    return (n for n in range(3))


def huge():
    return torch.zeros(1).expand(10**10)


def deep():
    loop = []
    loop.append(loop)
    return loop


limit = 3
"""


@pytest.fixture(scope="module")
def remote(launcher: ForkLauncher) -> Iterator[Answers]:
    session = Session(a_task(), Source("softmax.py", TEXT), launcher)
    yield session.answers
    session.close()


@pytest.fixture(params=["in a worker", "in this process"])
def student(request: pytest.FixtureRequest) -> Answers:
    """The learner's answers in a worker, and the same text as reference: one interface, one behaviour."""
    inside = request.param == "in a worker"
    answers = request.getfixturevalue("remote") if inside else local_answers(TEXT, "softmax.py")
    answers._begin("a check")
    return answers


def head_of(frame: bytes) -> dict:
    size, _ = frames.frame_sizes(frame[: frames.PREFIX.size])
    return json.loads(frame[frames.PREFIX.size : frames.PREFIX.size + size])


# ---------------------------------------------------------------- functions


def test_a_function_is_called_with_plain_values(student: Answers) -> None:
    assert student.double(4) == 8
    assert student.double(x=[1]) == [1, 1]
    assert student.double(torch.tensor([1.0])).tolist() == [2.0]


def test_a_function_can_be_an_argument(student: Answers) -> None:
    assert student.twice(student.double, 3) == 12


def test_each_call_gets_fresh_copies_of_its_inputs(student: Answers) -> None:
    x = torch.zeros(2)
    assert student.spoil(x).item() == student.spoil(x).item() == 99.0
    assert x.tolist() == [0.0, 0.0]
    assert [call.reply["changed"] for call in student._calls] == [["0"], ["0"]]


def test_a_name_that_is_not_there_is_missing(student: Answers) -> None:
    with pytest.raises(Missing, match="Your file does not define `softmax`"):
        student.softmax(torch.ones(2))


def test_a_name_that_is_no_function_is_the_learners_error(student: Answers) -> None:
    with pytest.raises(LearnerError, match=r"limit\(\) raised TypeError: 'int' object is not callable"):
        student.limit()


def test_an_error_carries_its_kinds_and_the_learners_line(student: Answers) -> None:
    with pytest.raises(LearnerError) as caught:
        student.fail(3)
    assert caught.value.kinds[:2] == ("AttributeError", "Exception")
    assert TEXT.splitlines()[caught.value.line - 1] == "    return y.no_such_attribute"
    assert caught.value.message.startswith("fail(3) raised AttributeError: 'int' object has no attribute")


def test_a_starter_is_not_started(student: Answers) -> None:
    with pytest.raises(NotStarted):
        student.nothing()


@pytest.mark.parametrize("name", ["huge", "deep"])
def test_an_answer_that_cannot_cross_is_a_mismatch(student: Answers, name: str) -> None:
    with pytest.raises(Mismatch, match="the result cannot be used"):
        getattr(student, name)()


def test_what_is_no_plain_value_comes_back_as_a_handle(student: Answers) -> None:
    handle = student.lazily()
    assert isinstance(handle, Remote)
    assert handle._type_name == "generator"


def test_a_check_cannot_send_what_is_not_plain(student: Answers) -> None:
    with pytest.raises(WireError, match="a check cannot send a Linear"):
        student.double(torch.nn.Linear(1, 1))


def test_private_names_are_not_asked_for(student: Answers) -> None:
    with pytest.raises(AttributeError):
        _ = student.__wrapped__
    with pytest.raises(AttributeError):
        _ = student.Scale._parameters


# ---------------------------------------------------------------- objects


def test_a_module_is_made_loaded_called_and_read(student: Answers) -> None:
    scale = student.Scale(3, bias=True)
    assert scale._type_name == "Scale"
    scale.load_state_dict({"weight": torch.tensor([1.0, 2.0, 3.0])})
    scale.eval()
    assert scale(torch.ones(3)).tolist() == [1.0, 2.0, 3.0]
    assert scale.state_dict()["weight"].tolist() == [1.0, 2.0, 3.0]


def test_eval_and_train_reach_the_module(student: Answers) -> None:
    scale = student.Scale(64)
    assert 0.0 in scale(torch.ones(64)).tolist()
    scale.eval()
    assert scale(torch.ones(64)).tolist() == [1.0] * 64


def test_a_module_can_be_an_argument_and_its_parts_can_be_asked_for(student: Answers) -> None:
    scale = student.Scale(2)
    scale.eval()
    assert student.call(scale, torch.ones(2)).tolist() == [1.0, 1.0]
    assert scale.weight.numel() == 2
    assert scale.first()._type_name == "Linear"


def test_one_object_has_one_handle(student: Answers) -> None:
    scale, (again, linear) = student.pair(2)
    assert scale._path == again._path
    assert linear._path != scale._path


def test_objects_do_not_outlive_their_check(student: Answers) -> None:
    old = student.Scale(2)
    student._begin("another check")
    student.double(1)
    with pytest.raises(Problem):
        old.eval()


def test_a_method_that_is_not_there_is_the_learners_error(student: Answers) -> None:
    """A class that forgot to be a module: its state_dict is missing, and nothing has crashed."""
    bare = student.Bare()
    with pytest.raises((LearnerError, Missing), match="state_dict"):
        bare.state_dict()


def test_a_property_that_raises_is_the_learners_error(student: Answers) -> None:
    with pytest.raises(LearnerError, match="KeyError"):
        student.Bare().broken.numel()


def test_the_worker_goes_on_after_a_missing_method(remote: Answers) -> None:
    remote._begin("a check")
    scale = remote.Scale(2)
    with pytest.raises(Problem):
        scale.no_such_method()
    assert remote.double(1) == 2
    scale.eval()
    assert scale(torch.ones(2)).tolist() == [1.0, 1.0]


# ---------------------------------------------------------------- numbers, seeds, replay


def test_calls_are_numbered_afresh_in_each_check(student: Answers) -> None:
    for check in ("one", "two"):
        student._begin(check)
        student.double(1)
        student.double(1)
        heads = [head_of(call.frame) for call in student._calls]
        assert [(head["number"], head["fresh"]) for head in heads] == [(0, True), (1, False)]


def test_chance_is_the_same_in_every_run_and_another_in_every_call(student: Answers) -> None:
    seen = []
    for check in ("one", "one", "two"):
        student._begin(check)
        seen.append([student.chance(), student.chance()])
    assert seen[0] == seen[1] != seen[2]
    assert seen[0][0] != seen[0][1]


def test_learner_and_reference_are_asked_and_answer_with_the_same_bytes(remote: Answers) -> None:
    reference, asked = local_answers(TEXT, "softmax.py"), []
    for answers in (remote, reference):
        answers._begin("a check")
        scale = answers.Scale(3)
        scale.eval()
        told = [scale(torch.ones(3)), answers.chance(), answers.twice(answers.double, torch.eye(2))]
        asked.append(([call.frame for call in answers._calls], encode({}, told)))
    assert asked[0] == asked[1]


def test_recorded_calls_can_be_replayed_on_other_answers(remote: Answers) -> None:
    remote._begin("a check")
    scale = remote.Scale(3)
    scale.eval()
    remote.call(scale, torch.ones(3))
    other = local_answers(TEXT.replace("x * self.weight", "x + self.weight"), "softmax.py")
    replies = [other._answer(call.frame, call.asked) for call in remote._calls]
    assert replies[2].value.tolist() == [2.0, 2.0, 2.0]
    assert [reply.reply["status"] for reply in replies] == ["ok"] * 3


def test_a_call_is_said_as_a_learner_would_write_it(student: Answers) -> None:
    student.twice(student.double, torch.tensor([1.0, 0.5]))
    student.double(x=torch.ones(3, 4))
    student.Scale(2).eval()
    assert [call.said for call in student._calls] == [
        "twice(double, tensor([1, 0.5]))",
        "double(x=<float32 tensor (3, 4)>)",
        "Scale(2)",
        "Scale.eval()",
    ]


# ---------------------------------------------------------------- probes


def test_a_probe_runs_beside_the_answers(student: Answers) -> None:
    [gradient] = student.probe.gradients(student.double, torch.ones(3), upstream=torch.tensor([1.0, 2.0, 3.0]))
    assert gradient.tolist() == [2.0, 4.0, 6.0]


def test_a_module_whose_result_has_no_graph_has_no_gradients() -> None:
    class Cut(torch.nn.Linear):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return super().forward(x).detach()

    given = {"x": torch.ones(2, 3), "upstream": torch.ones(2, 1)}
    assert modules.module_gradients(Cut(3, 1), **given) == {"x": None, "weight": None, "bias": None}
    assert modules.module_gradients(torch.nn.Linear(3, 1), **given)["bias"].tolist() == [2.0]


def test_a_probe_that_is_not_there_is_not_the_learners_fault(student: Answers) -> None:
    with pytest.raises(Problem):
        student.probe.no_such_probe(1)


# ---------------------------------------------------------------- replies that are none


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"HTTP/1.1 200 OK",
        encode({"status": 3}, None),
        encode({}, None),
        encode({"status": "splendid"}, None),
        encode({"status": "ok", "number": 7}, 8),
        encode({"status": "ok", "changed": "0"}, 8),
        encode({"status": "error", "kinds": "ValueError"}, 8),
        encode({"status": "error", "line": "3"}, 8),
        frames.join(b'{"status":"ok","value":{"pickle":1},"sizes":[]}', []),
    ],
    ids=["none", "other", "number", "empty", "unknown", "another call", "changed", "kinds", "line", "value"],
)
def test_a_forged_reply_is_no_answer(reply: bytes) -> None:
    with pytest.raises(Crashed):
        Answers(lambda frame: reply).double(4)


def test_a_reply_without_a_number_is_no_answer() -> None:
    with pytest.raises(Crashed):
        Answers(lambda frame: encode({"status": "ok"}, 8)).double(4)


@pytest.mark.parametrize(
    "path", [("module", "torch", "sys", "exit"), ("probe", "gradients"), ("object", "x"), ("object",)]
)
def test_a_reply_refers_to_objects_only(path: tuple[str, ...]) -> None:
    reply = encode({"status": "ok", "number": 0}, object(), lambda value: path)
    with pytest.raises(Crashed):
        Answers(lambda frame: reply).double(4)


def test_a_forged_error_without_a_kind_is_still_an_error() -> None:
    reply = encode({"status": "error", "kinds": [], "text": "x" * 5000, "number": 0}, None)
    with pytest.raises(LearnerError) as caught:
        Answers(lambda frame: reply).double(4)
    assert len(caught.value.message) < 1200


def test_trusted_answers_that_cannot_be_loaded_are_our_fault() -> None:
    with pytest.raises(RuntimeError, match=r"double\.py cannot be loaded: SyntaxError"):
        local_answers("def double(:", "double.py")


def test_trusted_answers_that_were_forgotten_are_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "MAX_ANSWERS", 2)
    answers = local_answers("calls = []\ndef nth(x):\n    calls.append(x)\n    return len(calls)\n", "nth.py")

    def ask(*numbers: int) -> list[int]:
        answers._begin("a check")
        return [answers.nth(number) for number in numbers]

    assert ask(7) == ask(7) == [1], "it is remembered"
    ask(8), ask(9)
    assert ask(7) == [4], "it was forgotten"
