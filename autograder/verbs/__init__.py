"""The verbs, each one call into the engine: ``make VERB`` or ``python -m autograder VERB``."""
