"""Hypothesis profiles: the same examples on every run, or ``--hypothesis-profile=explore``."""

from hypothesis import HealthCheck, settings

# No deadline: the machine that runs the tests may be busy, and no test asserts a time.
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", parent=settings.get_profile("repeatable"), derandomize=False, max_examples=1000
)
settings.load_profile("repeatable")
