"""The attention workbook's engine: a learner's file in, a proven and explained result out.

The way of the data, each step a module of this package::

    file -> submission -> worker (confined) <-> student <- checks & graders -> outcomes -> result -> report
"""

__version__ = "0.1.0"
