-- The gradebook, version 1. Gradings and overrides are only ever added: what was once said stays on record.

CREATE TABLE student (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL DEFAULT '',
    email   TEXT NOT NULL DEFAULT '',
    user    TEXT NOT NULL DEFAULT '',
    canvas  TEXT NOT NULL DEFAULT '',
    moodle  TEXT NOT NULL DEFAULT '',
    section TEXT NOT NULL DEFAULT '',
    on_roster INTEGER NOT NULL DEFAULT 0 CHECK (on_roster IN (0, 1))
) STRICT;

CREATE TABLE grading (
    number    INTEGER PRIMARY KEY,
    student   TEXT NOT NULL REFERENCES student (id),
    week      TEXT NOT NULL,
    submission TEXT NOT NULL,             -- sha256 of what was graded
    grader    TEXT NOT NULL,              -- sha256 of what graded it
    version   TEXT NOT NULL,
    level     TEXT NOT NULL,              -- isolation
    graded_at TEXT NOT NULL,
    submitted TEXT,                       -- the platform's time, where it says one
    attempt   TEXT NOT NULL,
    score     INTEGER NOT NULL,
    max_score INTEGER NOT NULL CHECK (score BETWEEN 0 AND max_score),
    complete  INTEGER NOT NULL CHECK (complete IN (0, 1)),  -- 0: a check broke through our own fault
    warnings  TEXT NOT NULL,              -- JSON list
    result    BLOB NOT NULL               -- the whole Result as JSON, deflated
) STRICT;
CREATE INDEX latest_grading ON grading (student, week, number);

CREATE TABLE override (
    number  INTEGER PRIMARY KEY,
    student TEXT NOT NULL REFERENCES student (id),
    week    TEXT NOT NULL,
    task    TEXT NOT NULL DEFAULT '',     -- '' is the week as a whole
    kind    TEXT NOT NULL CHECK (kind IN ('points', 'comment', 'excused', 'extension')),
    value   TEXT,                         -- NULL takes an earlier one back
    comment TEXT NOT NULL DEFAULT '',
    made_by TEXT NOT NULL,
    made_at TEXT NOT NULL
) STRICT;
CREATE INDEX override_of ON override (student, week, number);

-- What the last report said, so that the next one can tell what has changed and why.
CREATE TABLE reported (
    student    TEXT NOT NULL REFERENCES student (id),
    week       TEXT NOT NULL,
    status     TEXT NOT NULL,
    final      TEXT NOT NULL,
    submission TEXT NOT NULL,
    grader     TEXT NOT NULL,
    PRIMARY KEY (student, week)
) STRICT;

CREATE TRIGGER grading_stays BEFORE UPDATE ON grading BEGIN SELECT RAISE(ABORT, 'a grading is never changed'); END;
CREATE TRIGGER grading_is_kept BEFORE DELETE ON grading BEGIN SELECT RAISE(ABORT, 'a grading is never removed'); END;
CREATE TRIGGER override_stays BEFORE UPDATE ON override BEGIN SELECT RAISE(ABORT, 'an override is never changed'); END;
CREATE TRIGGER override_is_kept BEFORE DELETE ON override BEGIN SELECT RAISE(ABORT, 'an override is never removed'); END;
