# expect: error; earned 0; says "called exit()"
import sys

sys.exit(0)
