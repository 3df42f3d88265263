"""How a gradebook came to its form: each script takes one of the version before it further, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

SCHEMA = Path(__file__).with_name("schema.sql")
MIGRATIONS = (
    lambda: SCHEMA.read_text(encoding="utf-8"),
    lambda: (
        """
ALTER TABLE grading ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';  -- JSON list
ALTER TABLE reported ADD COLUMN decisions INTEGER NOT NULL DEFAULT 0;
"""
    ),
    lambda: (
        """
ALTER TABLE grading ADD COLUMN places TEXT NOT NULL DEFAULT '{}';  -- JSON, by the task's name: where its file lay
CREATE TABLE command (week TEXT PRIMARY KEY, words TEXT NOT NULL) STRICT;  -- what was typed to grade it last
"""
    ),
)
"""Scripts that each take the gradebook one version further; their number is the version that we write."""
