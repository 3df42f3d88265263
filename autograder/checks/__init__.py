"""What checks ask and how they judge: the learner's answers, comparisons, outcomes, and the names of mistakes."""
