"""The process that runs a learner's code: what it answers, and the warm process that it is forked from."""
