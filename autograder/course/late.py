"""What lateness costs: a policy in the week's manifest, applied anew to the raw score each time it is asked for.

>>> policy = Policy(datetime(2026, 10, 31, 20, 0), ZoneInfo("America/New_York"), per_day_percent=10, free_days=1)
>>> policy.percent(policy.days_late(datetime(2026, 11, 2, 0, 30, tzinfo=UTC)))
0
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MOST_DAYS = 366
LATE_RULES = ("grace_minutes", "per_day_percent", "free_days")
AT = "[deadline] needs at = 2026-10-31T20:00:00, the wall-clock time without a zone."
ZONE = '[deadline] needs zone = "Europe/Berlin" or the like'
YEARS = range(1970, 9000)
"""What a deadline's year can be: calendars end at 9999, and its days are counted on from it."""


@dataclass(frozen=True)
class Policy:
    """A deadline by the wall clock of a zone, and what each day after it costs.

    A day late runs from the deadline's hour to the same hour of the next day by the clock of the zone, also in the
    night when the clocks change, and each day begun counts. Of the days late the free ones cost nothing; each further
    one takes ``per_day_percent`` of the score.
    """

    deadline: datetime
    """Wall-clock time, without a zone of its own."""
    zone: ZoneInfo
    grace_minutes: int = 0
    per_day_percent: int = 0
    free_days: int = 0

    def days_late(self, submitted: datetime, deadline: datetime | None = None) -> int:
        """Begun days after the deadline (or after the one given: an extension); 0 is in time."""
        grace = timedelta(minutes=self.grace_minutes)
        for days in range(MOST_DAYS):
            until = ((deadline or self.deadline) + timedelta(days=days)).replace(tzinfo=self.zone)
            if submitted.astimezone(UTC) <= until.astimezone(UTC) + grace:
                return days
        return MOST_DAYS

    def percent(self, days: int) -> int:
        """What that many days late cost, in percent of the raw score, at most all of it."""
        return min(100, max(0, days - self.free_days) * self.per_day_percent)


def read_policy(table: dict) -> Policy:
    """The policy that a manifest's ``[deadline]`` states; raises ValueError with a sentence unless it can be meant."""
    at = table.get("at")
    if not isinstance(at, datetime) or at.tzinfo is not None or at.year not in YEARS:
        raise ValueError(AT)
    rules = {name: table.get(name, 0) for name in LATE_RULES}
    for name, value in rules.items():
        if type(value) is not int or value < 0:
            raise ValueError(f"{name} in [deadline] must be a whole number from 0 on, not {value!r}.")
    if rules["per_day_percent"] > 100:
        raise ValueError(f"per_day_percent in [deadline] is at most 100, not {rules['per_day_percent']}.")
    return Policy(at, _zone(table.get("zone")), **rules)


def _zone(name: object) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (TypeError, ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise ValueError(f"{ZONE}, not {name!r}.") from error


def after_penalty(score: int, percent: int) -> str:
    """The score less the penalty as exact decimal text, rounded half up to hundredths.

    >>> after_penalty(47, 10), after_penalty(50, 0)
    ('42.3', '50')
    """
    exact = Fraction(score) * (100 - percent) / 100
    rounded = (Decimal(exact.numerator) / exact.denominator).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{rounded:f}".rstrip("0").rstrip(".")
