# expect: error; earned 0; says "PermissionError"
# way: Reads the solution file.
# section: reading answers
# stopped by: landlock
import pathlib

for folder in pathlib.Path('/').glob('*/main/solutions'):
    print(folder)
import autograder

print(pathlib.Path(autograder.__file__).parent.parent.joinpath('solutions/week-12/softmax.py').read_text())
