"""Trusted helpers that run beside the learner's code, for what can only be seen there; they return plain data.

A check calls them through the same interface as the learner's functions, so that they run in whichever
process the answers live in: ``student.probe.gradients(student.softmax, scores)``.
"""

from autograder.worker.probes.calculus import gradients
from autograder.worker.probes.encoders import lookups, weight_gradients, without_gradients
from autograder.worker.probes.functions import reader
from autograder.worker.probes.modules import load, module_gradients
from autograder.worker.probes.training import bag, keeps_chance, sgd

__all__ = [
    "bag",
    "gradients",
    "keeps_chance",
    "load",
    "lookups",
    "module_gradients",
    "reader",
    "sgd",
    "weight_gradients",
    "without_gradients",
]
