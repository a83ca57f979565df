"""Ladders: a folder of submissions becomes a table with ratings.

`submissions` reads what was handed in, `plan` makes the matches, `swiss` pairs the rounds, `run`
plays them, `cost` knows the price beforehand, `table` and `pages` write the results, `private`
keeps the secrets.
"""

from tesuji.interop.ladder.plan import LadderOptions
from tesuji.interop.ladder.run import Ladder, LadderError, LadderResult
from tesuji.interop.ladder.submissions import SubmissionOptions, submission_spec

__all__ = [
    "Ladder",
    "LadderError",
    "LadderOptions",
    "LadderResult",
    "SubmissionOptions",
    "submission_spec",
]
