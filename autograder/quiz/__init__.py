"""The question bank: reading it, scoring answers, asking in the terminal, scoring a class.

In the order one should read them::

    question -> bank (the format) -> number, shape, variants, exact              the kinds that can be decided
    spelling, text -> clauses -> patterns, lexicon, rubric, guards, open_answer    answers in one's own words
    scorer                                                                         the one front door
    leitner, progress -> asking, feedback, terminal                                asking
    answers -> batch -> items, class_report, class_files                           scoring a file
    labelled, transforms, agreement -> check_bank, check_rubric, proof             proving a bank

The first three lines, and ``leitner``, are pure standard library and run unchanged in the browser.
"""
