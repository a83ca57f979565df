"""Remarks on results: how far a stopped experiment came, and why a result differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.studies.running import Outcome, Study

__all__ = ["partial_text", "reason_texts"]


def partial_text(outcome: Outcome) -> str:
    """What to know about an experiment that was stopped; "" for one that came to its end."""
    if outcome.complete:
        return ""
    played = sum(match.pentanomial.games for match in outcome.matches)
    planned = sum(2 * match.match.plan.pairs for match in outcome.matches)
    return f"Partial: {played} of {planned} games were played, and verdicts may still change."


def reason_texts(study: Study, outcome: Outcome) -> Iterator[str]:
    """Why the result differs, with what shows it; nothing while games are missing."""
    if not outcome.complete:
        return
    run = {each.experiment.name for each in study.outcomes if each.complete}
    for reason in outcome.reasons_of(study.declaration):
        shown = _tested_by(reason.tested_by, [n for n in reason.tested_by if n not in run])
        yield f"Why {reason.of} differs ({shown}): {reason.text}"


def _tested_by(names: Sequence[str], missing: Sequence[str]) -> str:
    told = f"tested by {', '.join(names)}"
    if len(missing) == len(names):
        return f"{told}; not run here"
    return f"{told}; not run here: {', '.join(missing)}" if missing else told
