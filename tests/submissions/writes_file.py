# expect: error; earned 0; says "PermissionError"
with open('/tmp/weights.pt', 'w') as file:
    file.write('x')
