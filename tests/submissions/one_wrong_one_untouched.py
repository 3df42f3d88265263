# expect: failed; earned 0; says "score_shape"
# task: week-12/score_shape
def score_shape(query_shape, key_shape):
    return (1, 2, 3, 4, 5)


def raw_scores(queries, keys):
    raise NotImplementedError("week-12/score_shape: raw_scores is yours to write")
