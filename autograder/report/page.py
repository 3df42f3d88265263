"""The pages of a class: pure functions of standings, the same bytes for the same data.

Learners get ``student_page(standings, audience="learner")`` or ``student_markdown(standings)``, staff
``student_page(standings, audience="staff")`` in the folder ``STAFF`` beside ``overview_page(standings, title=...)``,
which lies at ``OVERVIEW``. A student's pages are called ``page_name(student)``.
"""

from autograder.report.markdown import student_markdown
from autograder.report.names import OVERVIEW, STAFF, page_name
from autograder.report.overview_page import overview_page
from autograder.report.standing import Adjustment, Standing
from autograder.report.student_page import student_page

__all__ = [
    "OVERVIEW",
    "STAFF",
    "Adjustment",
    "Standing",
    "overview_page",
    "page_name",
    "student_markdown",
    "student_page",
]
