"""The verb ``watch``: a save is checked at once, by the same grader as ``check``."""
