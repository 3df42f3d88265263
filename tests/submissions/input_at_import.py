# expect: error; earned 0; says "input()"
n = input('n? ')
