"""``python -m autograder VERB``: the same verbs as ``make VERB``."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder: a learner's random.py there is not to be imported here

from autograder.cli import main

if __name__ == "__main__":
    main()
