# expect: error; earned 0; says "not in the grading environment"
import tensorflow_of_tomorrow
