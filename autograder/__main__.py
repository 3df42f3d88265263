"""``python -m autograder VERB``: the same verbs as ``make VERB``."""

import sys

if not sys.flags.safe_path:
    del sys.path[0]  # the current folder: a learner's random.py there is not to be imported here

from autograder import launch

if sys.argv[1:2] == ["check"] and not {"--help", "--spawn"} & set(sys.argv):
    launch.begin()

from autograder.verbs.cli import main  # what a check needs takes long to load, and loads meanwhile

if __name__ == "__main__":
    main()
