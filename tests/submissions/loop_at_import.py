# expect: timeout; earned 0; says "never ends"
while True:
    pass
