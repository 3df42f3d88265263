# expect: error; earned 0; says "Python finds no module tensorflow_of_tomorrow"
import tensorflow_of_tomorrow
