# expect: timeout; earned 0; says "never ends"
# way: Prints without end.
# section: resources
# stopped by: process boundary
while True:
    print("again " * 1000)
