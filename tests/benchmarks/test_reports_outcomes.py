"""The paragraph on each report was written for the verdicts that are published."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.reports_outcomes import answers, counts_text, outcome_text, outcomes
from benchmarks.reports_state import RESULTS

STUDIES = {
    study["name"]: study
    for study in json.loads(RESULTS.read_text("utf-8"))["studies"]
    if answers(study)
}
each = pytest.mark.parametrize("study", STUDIES.values(), ids=list(STUDIES))


@each
def test_the_text_was_written_for_the_published_verdicts(study: dict[str, Any]) -> None:
    """If this fails, read the figures, write the text again, and update its answers."""
    assert outcomes()[study["name"]]["answers"] == answers(study)


@each
def test_other_verdicts_get_a_list_instead(study: dict[str, Any]) -> None:
    written = outcomes()[study["name"]]["text"].strip()
    assert outcome_text(study).endswith(written)
    first, *_ = answers(study)
    others = [each for each in study["experiments"] if each["name"] != first]
    assert written not in outcome_text({**study, "experiments": others})


def test_every_text_belongs_to_a_study() -> None:
    assert outcomes().keys() == STUDIES.keys()


def test_answers_are_counted() -> None:
    assert counts_text(["holds"]) == "1 claim was tested: 1 holds."
    many = ["is open", "holds", "does not hold", "is open", "holds in part"]
    said = "5 claims were tested: 1 holds, 1 holds in part, 1 does not hold, 2 are open."
    assert counts_text(many) == said
