"""Trusted helpers that run beside the learner's code, for what can only be seen there; they return plain data.

A check calls them through the same interface as the learner's functions, so that they run in whichever
process the answers live in: ``student.probe.gradients(student.softmax, scores)``.
"""

from autograder.probes.calculus import gradients
from autograder.probes.training import bag, sgd

__all__ = ["bag", "gradients", "sgd"]
