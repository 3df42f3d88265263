# expect: error; earned 0; says "PermissionError"
# way: Writes a file into /tmp.
# section: the TA and the platform
# stopped by: landlock
with open('/tmp/weights.pt', 'w') as file:
    file.write('x')
