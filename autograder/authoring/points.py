"""Do the points add up? What does not cannot be graded, so it is neither proven nor published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from autograder.authoring.recording import published_view
from autograder.course import Course, CourseError, Week
from autograder.grade import Grader

WEEK_POINTS = 100


def faults_of(weeks: Iterable[Week]) -> Iterator[str]:
    """The weeks whose tasks do not add up, each as a sentence."""
    for week in weeks:
        if week.max_score != WEEK_POINTS:
            where = f"exercises/{week.name}/week.toml"
            yield f"{week.name}: its tasks are worth {week.max_score} points, not {WEEK_POINTS}: mend that in {where}."


def demand_points(course: Course, weeks: Sequence[Week]) -> None:
    """Raises CourseError unless the weeks can be graded as they would be published: checks come of the graders."""
    if faults := list(faults_of(weeks)):
        raise CourseError("\n".join(faults))
    with published_view(course) as view:
        Grader(view, None, [view.week(week.name) for week in weeks]).close()
