# expect: error; earned 0; line 2; says "Perhaps you forgot a comma?"
WEIGHTS = [1 2]
