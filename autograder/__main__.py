"""``python -m autograder VERB``: the same verbs as ``make VERB``."""

from autograder.cli import main

if __name__ == "__main__":
    main()
