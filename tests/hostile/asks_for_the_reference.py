# expect: error; earned 0; says "[Errno 13]"
# way: Imports the grader's own way to the reference.
# section: reading answers
# stopped by: landlock
from autograder.checks.student import local_answers
from autograder.course import Course

softmax = local_answers(Course.open().week("week-12").task("softmax").solution.read_text(), "softmax.py").softmax
