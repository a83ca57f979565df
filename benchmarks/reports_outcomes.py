"""What came of each report, in the words of a person who read the published figures.

``reports_outcomes.toml`` has a text for each study, and the answer to each claim for which it was
written. If the answers change, the page lists the claims instead, and a test asks for a new text.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tesuji.studies.summary import ANSWERS, summarise, summary_text
from tesuji.wording import counted

FILE = Path(__file__).with_name("reports_outcomes.toml")

Data = Mapping[str, Any]


def outcome_text(study: Data) -> str:
    """One paragraph on what held and what did not; "" if the study tests no claims."""
    found = answers(study)
    written = outcomes().get(study["name"])
    if written is None or written["answers"] != found:
        return summary_text(study)
    return f"{counts_text(found.values())} {written['text'].strip()}"


def answers(study: Data) -> dict[str, str]:
    """The answer to each claim of a study, by the name of its experiment."""
    return {claim.experiment["name"]: claim.answer for claim in summarise(study)}


def counts_text(found: Iterable[str]) -> str:
    """How many claims hold: "3 claims were tested: 2 hold, 1 is open."."""
    counts = Counter(found)
    parts = [counted(counts[one], one, many) for one, many in ANSWERS.items() if counts[one]]
    tested = counted(counts.total(), "claim was", "claims were")
    return f"{tested} tested: {', '.join(parts)}."


@cache
def outcomes() -> dict[str, dict[str, Any]]:
    """The texts and the answers for which they were written, by study."""
    return tomllib.loads(FILE.read_text("utf-8"))
