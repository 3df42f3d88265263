# expect: missing; earned 0; says "does not define `softmax`"
