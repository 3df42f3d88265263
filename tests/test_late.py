"""Lateness by the wall clock of a zone, counted in calendar days, taken from the raw score each time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_course import MANIFEST, course_of, softmax_course

from autograder.course import CourseError
from autograder.course.late import Policy, after_penalty

NEW_YORK = ZoneInfo("America/New_York")
POLICY = Policy(datetime(2026, 10, 31, 20, 0), NEW_YORK, per_day_percent=10, free_days=1)
few = settings(max_examples=200, deadline=None, derandomize=True, database=None)


def at(text: str, zone: ZoneInfo = NEW_YORK) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("submitted", "days", "percent"),
    [
        ("2026-10-31T20:00:00", 0, 0),
        ("2026-10-31T20:00:01", 1, 0),
        ("2026-11-01T19:30:00", 1, 0),
        ("2026-11-01T20:00:00", 1, 0),
        ("2026-11-01T20:00:01", 2, 10),
        ("2026-11-11T00:00:00", 11, 100),
        ("2026-12-31T00:00:00", 61, 100),
        ("2020-01-01T00:00:00", 0, 0),
        ("2099-01-01T00:00:00", 366, 100),
    ],
)
def test_days_are_calendar_days_also_in_the_night_when_the_clocks_change(submitted: str, days: int, percent: int):
    """The day after 2026-10-31 has 25 hours in New York: 19:30 is within the free day."""
    assert POLICY.days_late(at(submitted)) == days
    assert POLICY.percent(days) == percent


def test_the_same_moment_counts_the_same_in_any_zone() -> None:
    moment = at("2026-11-01T20:00:00")
    for zone in (UTC, ZoneInfo("Asia/Seoul"), ZoneInfo("Pacific/Auckland")):
        assert POLICY.days_late(moment.astimezone(zone)) == 1


def test_the_day_that_has_23_hours_is_a_day_too() -> None:
    spring = Policy(datetime(2026, 3, 7, 20, 0), NEW_YORK)
    assert spring.days_late(at("2026-03-08T20:00:00")) == 1
    assert spring.days_late(at("2026-03-08T20:00:01")) == 2


def test_minutes_of_grace_are_real_minutes() -> None:
    kind = Policy(datetime(2026, 10, 31, 20, 0), NEW_YORK, grace_minutes=15)
    assert kind.days_late(at("2026-10-31T20:15:00")) == 0
    assert kind.days_late(at("2026-10-31T20:15:01")) == 1
    assert kind.days_late(at("2026-11-01T20:15:00")) == 1


def test_an_extension_moves_the_deadline_and_its_days() -> None:
    extended = datetime(2026, 11, 3, 12, 0)
    assert POLICY.days_late(at("2026-11-03T12:00:00"), extended) == 0
    assert POLICY.days_late(at("2026-11-04T11:00:00"), extended) == 1


@few
@given(st.datetimes(datetime(2026, 10, 1), datetime(2027, 3, 1)), st.integers(1, 10_000))
def test_later_is_never_less_late(submitted: datetime, seconds: int) -> None:
    earlier = submitted.replace(tzinfo=UTC)
    assert POLICY.days_late(earlier) <= POLICY.days_late(earlier + timedelta(seconds=seconds))


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("score", "percent", "mark"),
    [(47, 10, "42.3"), (50, 0, "50"), (100, 0, "100"), (0, 50, "0"), (7, 100, "0"), (3, 15, "2.55"), (100, 1, "99")],
)
def test_a_penalty_gives_exact_decimal_text(score: int, percent: int, mark: str) -> None:
    assert after_penalty(score, percent) == mark


@few
@given(st.integers(0, 1000), st.integers(0, 100))
def test_the_mark_is_the_exact_share(score: int, percent: int) -> None:
    mark = after_penalty(score, percent)
    assert Fraction(mark) == Fraction(score) * (100 - percent) / 100
    assert mark == "0" or not mark.startswith("0") or mark.startswith("0.")
    assert "." not in mark or not mark.endswith(("0", "."))


@few
@given(st.integers(0, 500), st.integers(0, 40), st.integers(0, 5))
def test_a_penalty_is_never_more_than_all_nor_less_than_nothing(days: int, per_day: int, free: int) -> None:
    policy = Policy(datetime(2026, 1, 1), NEW_YORK, per_day_percent=per_day, free_days=free)
    assert 0 <= policy.percent(days) <= 100
    assert policy.percent(min(days, free)) == 0


# ---------------------------------------------------------------- the manifest

DEADLINE = """
[deadline]
at = 2026-10-31T20:00:00
zone = "America/New_York"
grace_minutes = 15
per_day_percent = 10
free_days = 1
"""


def test_the_manifest_states_the_policy(tmp_path: Path) -> None:
    week = course_of(tmp_path, MANIFEST + DEADLINE).week("week-12")
    assert week.late == Policy(datetime(2026, 10, 31, 20, 0), NEW_YORK, 15, 10, 1)
    assert course_of(tmp_path / "without", MANIFEST).week("week-12").late is None


FAULTY = {
    "a zone of its own": ("20:00:00", "20:00:00Z", "the wall-clock time without a zone"),
    "a date alone": ("2026-10-31T20:00:00", "2026-10-31", "the wall-clock time without a zone"),
    "no seconds": ("2026-10-31T20:00:00", "2026-10-31T20:00", "the wall-clock time without a zone"),
    "as people write it": ("2026-10-31T20:00:00", "31.10.2026 20:00", "2026-10-31T20:00:00, the wall-clock time"),
    "a zone without quotes": ('"America/New_York"', "America/New_York", 'needs zone = "Europe/Berlin" or the like'),
    "text": ("2026-10-31T20:00:00", '"soon"', "the wall-clock time without a zone"),
    "the end of the calendar": ("2026-10-31T20:00:00", "9999-12-31T20:00:00", "the wall-clock time without a zone"),
    "no such zone": ("America/New_York", "America/Gotham", 'needs zone = "Europe/Berlin" or the like'),
    "a path": ("America/New_York", "/etc/passwd", "or the like"),
    "no zone": ('zone = "America/New_York"\n', "", "or the like, not None"),
    "half a day": ("free_days = 1", "free_days = 0.5", "free_days in .deadline. must be a whole number from 0 on"),
    "less than nothing": ("per_day_percent = 10", "per_day_percent = -1", "per_day_percent in .deadline. must be"),
    "more than all": ("per_day_percent = 10", "per_day_percent = 110", "per_day_percent in .deadline. is at most 100"),
    "yes": ("free_days = 1", "free_days = true", "must be a whole number from 0 on, not True"),
    "a misspelt rule": ("free_days", "free_day", "has unknown keys: free_day; known: at, free_days, grace_minutes,"),
    "no table": (DEADLINE, "", "deadline must be a table"),
}


@pytest.mark.parametrize(("old", "new", "says"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_policy_is_refused_with_its_path(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = (MANIFEST + DEADLINE).replace(old, new) if new or old != DEADLINE else "deadline = 3\n" + MANIFEST
    with pytest.raises(CourseError, match=says) as refusal:
        course_of(tmp_path, text)
    assert "week.toml" in str(refusal.value)


def test_a_deadline_decides_no_raw_score(tmp_path: Path) -> None:
    without = softmax_course(tmp_path / "a").week("week-12")
    dated = softmax_course(tmp_path / "b", MANIFEST + DEADLINE).week("week-12")
    assert without.content_hash() == dated.content_hash()
