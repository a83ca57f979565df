"""The results page: every number is in the results file, and the intervals follow from its counts
by an independent computation."""

from __future__ import annotations

import html
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from statistics import NormalDist
from typing import Any

import pytest

from benchmarks.reports import with_current_texts
from benchmarks.reports_page import FIGURES, PAGE, page_text
from benchmarks.reports_state import RESULTS, redeclared
from tesuji.studies import Experiment, builtin_studies
from tesuji.studies.run import make_plans
from tesuji.studies.summary import report_tables

REPORT: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
EXPERIMENTS = [
    (study, experiment) for study in REPORT["studies"] for experiment in study["experiments"]
]
FINDINGS = [
    (experiment, finding) for _, experiment in EXPERIMENTS for finding in experiment["findings"]
]
TABLES_OF_A_THOUSAND = ("easy", "normal", "hard", "hard-full", "c-hard", "c-easy", "c-normal")
each = pytest.mark.parametrize(
    ("study", "experiment"), EXPERIMENTS, ids=[e["name"] for _, e in EXPERIMENTS]
)


def sections() -> dict[str, str]:
    """The details of each experiment, by its title."""
    found = re.findall(
        r"^<details>\n<summary>([^\n]*)</summary>\n<span id=[^\n]*\n(.*?)^</details>$",
        PAGE.read_text("utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    return {html.unescape(title): text for title, text in found}


def tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Every table: its header, and its rows of cells."""
    for block in re.findall(r"(?:^\|.*\|$\n?)+", text, flags=re.MULTILINE):
        lines = [[c.strip() for c in line.strip("| ").split(" | ")] for line in block.splitlines()]
        yield lines[0], lines[2:]


def numbers(cell: str) -> list[float]:
    """The numbers of a cell; percentages as shares."""
    found = re.findall(r"[-+]?(?:\d+(?:\.\d+)?|inf)%?", cell)
    return [float(n[:-1]) / 100 if n.endswith("%") else float(n) for n in found]


def shown(experiment: dict[str, Any], *values: float | None) -> list[Any]:
    """What a page may print for these values: to a thousandth of a share, or a hundredth."""
    half = 0.0005 if experiment["is_share"] else 0.005
    ends = (-math.inf, math.inf)
    return [
        pytest.approx(ends[place > 1] if value is None else value, abs=half + 1e-9)
        for place, value in enumerate(values)
    ]


def test_the_page_is_what_the_file_gives() -> None:
    assert PAGE.read_text("utf-8") == page_text(REPORT)


def test_the_file_has_the_texts_of_the_studies() -> None:
    current = with_current_texts(json.loads(RESULTS.read_text("utf-8")))
    assert json.loads(json.dumps(current)) == REPORT


@each
def test_every_number_of_a_table_is_in_the_file(study: Any, experiment: Any) -> None:
    del study
    text = sections()[experiment["title"]]
    [(header, rows)] = tables(text)
    shared = text.split("\n|")[0]
    assert len(rows) == len(experiment["findings"])
    for row, found in zip(rows, experiment["findings"], strict=True):
        cells = dict(zip(header, row, strict=True))
        made = [
            float(n.replace(",", "")) for n in cells["simulations made"].split(" / ") if n != "-"
        ]
        assert made == [pytest.approx(n, abs=0.501) for n in found["simulations"] or []]
        check_budget(experiment, found, cells, text)
        check_games(found, cells, shared)
        ours = [found["ours"], found["low"], found["high"]]
        assert numbers(cells["ours, 95%"]) == shown(experiment, *ours)
        if "nElo, joint 95%" in cells and found["nelo"] is not None:
            low, high = found["nelo_low"], found["nelo_high"]
            ends = [-math.inf if low is None else low, math.inf if high is None else high]
            wanted = [pytest.approx(n, abs=0.501) for n in (found["nelo"], *ends)]
            assert numbers(cells["nElo, joint 95%"]) == wanted
        if "verdict" in cells:
            check_comparison(experiment, found, cells)


def check_games(found: Any, cells: dict[str, str], shared: str) -> None:
    """The number of games is in the row or, if all rows have the same, above the table."""
    if "games" in cells:
        assert int(cells["games"]) == found["games"]
    elif found["simulations"] is not None:
        assert re.search(rf"[;:] {found['games']} games( per row)?\.$", shared.strip())


def check_budget(experiment: Any, found: Any, cells: dict[str, str], text: str) -> None:
    """Limits stand below the table: those of a curve with N, those of each game with its name."""
    if found["simulations"] is None:
        return
    if experiment["kind"] == "curve":
        point = cells[experiment["axis"]].replace(",", "")
        assert point == found["point"]
        [limits] = re.findall(r"^- \*\*curve\*\*: (.*?); N is the column ", text, re.MULTILINE)
        assert re.sub(r"\bN\b", point, limits) == found["limits"]
        return
    [line] = re.findall(rf"^- \*\*{found['budget']}\*\*: (.*)$", text, re.MULTILINE)
    assert cells.get("budget", found["budget"]) == found["budget"]
    if not line.startswith(f"{found['limits']}. "):
        [limits] = re.findall(rf"(?:^|, )([^,]+) on {re.escape(found['game'])}(?!\w)", line)
        assert found["limits"].startswith(limits)
        assert line.split(" on ")[0].endswith(found["limits"].removeprefix(limits))


def check_comparison(experiment: Any, found: Any, cells: dict[str, str]) -> None:
    if found["reported"] is None:
        assert (cells["report"], cells["verdict"]) == ("-", "-")
        return
    assert cells["verdict"].split(" (")[0] == found["verdict"]
    names = ("difference", "difference_low", "difference_high")
    difference = [found[name] for name in names]
    if found["difference"] is None:
        assert cells["difference"] == "-"
    else:
        assert numbers(cells["difference"]) == shown(experiment, *difference)
    if found["reported_wins"]:
        wins, of = numbers(cells["report"])
        assert wins / of == pytest.approx(found["reported"])
        assert of == found["reported_games"]
    elif not isinstance(found["reported"], str):
        assert numbers(cells["report"]) == shown(experiment, found["reported"])


def of_study(study: Any) -> str:
    """The section of a report."""
    text = PAGE.read_text("utf-8").split(f"\n## {study['title']}\n")[1]
    return text.split("\n## ")[0]


STUDIES = pytest.mark.parametrize("study", REPORT["studies"], ids=lambda each: each["name"])


@STUDIES
def test_a_report_has_a_row_for_every_claim(study: Any) -> None:
    """A repetition of an experiment is in the row of what it repeats."""
    claims = [
        each
        for each in study["experiments"]
        if each["repeats"] is None and any(f["reported"] is not None for f in each["findings"])
    ]
    rows = [row for head, found in tables(of_study(study)) if head[0] == "claim" for row in found]
    for experiment, (claim, _, ours, now, _) in zip(claims, rows, strict=True):
        assert f">{html.escape(experiment['title'], quote=False)}</a>" in claim
        judged = [f for f in experiment["findings"] if f["reported"] is not None]
        then = [f for f in judged if f["budget"] == "then"] or judged
        best = [repeated(study, experiment["name"], finding) for finding in then]
        check_answer(experiment, best, ours)
        check_answer(experiment, [f for f in judged if f["budget"] == "now" and f not in then], now)


def repeated(study: Any, name: str, finding: Any) -> Any:
    """The row of a repetition that takes the place of this one."""
    keys = ("setting", "point", "game")
    found = [
        each
        for other in study["experiments"]
        if other["repeats"] == name
        for each in other["findings"]
        if [each[key] for key in keys] == [finding[key] for key in keys]
    ]
    return found[0] if found else finding


def check_answer(experiment: Any, judged: Any, answer: str) -> None:
    if len(judged) == 1:
        value, word = answer.split(": ")
        assert numbers(value)[:1] == shown(experiment, judged[0]["ours"])
        assert word == judged[0]["verdict"]
        return
    counts = dict(each.split(" ", 1)[::-1] for each in answer.split(", ") if judged)
    words = Counter(finding["verdict"] for finding in judged)
    plural = {"agrees": "agree", "differs": "differ"}
    assert counts == {
        word if count == 1 else plural.get(word, word): str(count) for word, count in words.items()
    }


@STUDIES
def test_a_study_without_claims_has_a_table_of_its_scores(study: Any) -> None:
    heads = ["what was changed", "score, 95%"]
    rows = [row for head, found in tables(of_study(study)) if head == heads for row in found]
    if any(f["reported"] is not None for e in study["experiments"] for f in e["findings"]):
        assert rows == []
        return
    wanted = []
    for experiment in study["experiments"]:
        findings = experiment["findings"]
        pooled = [each for each in findings if each["game"] == "all"]
        wanted += [(experiment, each) for each in pooled or findings]
    for row, (experiment, each) in zip(rows, wanted, strict=True):
        assert f">{html.escape(experiment['title'], quote=False)}</a>" in row[0]
        assert numbers(row[1]) == shown(experiment, each["ours"], each["low"], each["high"])


@STUDIES
def test_the_tables_of_a_report_are_in_its_own_layout(study: Any) -> None:
    text = of_study(study)
    for table in study["tables"]:
        block = text.split(f"\n### {table['title']}\n")[1]
        header, rows = next(tables(block))
        assert header == [table["corner"], *table["columns"]]
        assert [row[0].strip("*") for row in rows] == [name for name, _ in table["rows"]]
        for row, (_, experiment) in zip(rows, table["rows"], strict=True):
            [found] = [each for each in study["experiments"] if each["name"] == experiment]
            then = [each for each in found["findings"] if each["budget"] == "then"]
            cells = [cell.split("<br>") for cell in row[1:] if cell != "-"]
            assert len(cells) == len(then)
            for (theirs, ours, verdict), finding in zip(cells, then, strict=True):
                won, lost = re.fullmatch(r"(\d+)W - (\d+)L", theirs).groups()  # type: ignore[union-attr]
                assert int(won) + int(lost) == finding["reported_games"]
                assert int(won) / finding["reported_games"] == pytest.approx(finding["reported"])
                best = repeated(study, experiment, finding)
                assert numbers(ours)[:1] == shown(found, best["ours"])
                assert verdict.split(" (")[0] == best["verdict"]


def test_the_notes_of_einstein_agree_with_its_figures() -> None:
    """Notes are written by hand: these are the verdicts that they speak of."""
    [study] = [each for each in REPORT["studies"] if each["name"] == "einstein"]
    found = {
        table.title: {line.split(":")[0]: line.split(", ")[-1] for line in table.added_up}
        for table in report_tables(study)
    }
    agree = dict.fromkeys(("easy", "normal", "hard"), "agrees")
    assert found["Different algorithms"] == agree | {"easy": "differs"}
    assert found["Different c"] == agree
    [normal] = [each for each in study["experiments"] if each["name"] == "normal-full"]
    words = {each["setting"]: each["verdict"] for each in normal["findings"]}
    assert [setting for setting, word in words.items() if word == "differs"] == ["mcs - ewn-normal"]


def test_the_page_says_where_it_comes_from() -> None:
    text = PAGE.read_text("utf-8").split("\n## How it was played\n")[1]
    for run in REPORT["runs"]:
        machines = [each["processor"] for each in run["conditions"]]
        words = [*machines, *(run[name] for name in ("date", "commit", "command"))]
        assert all(word in text for word in words)


def test_intervals_follow_from_the_counts() -> None:
    """Wilson's interval with the sample size that the variance of the pairs implies."""
    for _, finding in FINDINGS:
        if finding["pentanomial"] is None:
            continue
        counts = finding["pentanomial"]
        pairs = sum(counts)
        score = sum(n * place / 4 for place, n in enumerate(counts)) / pairs
        variance = sum(n * (place / 4 - score) ** 2 for place, n in enumerate(counts)) / pairs
        flips = pairs * (pairs * score * (1 - score) + 0.25) / (pairs * variance + 0.25)
        z2 = 1.959963984540054**2
        middle = (score + z2 / (2 * flips)) / (1 + z2 / flips)
        inner = score * (1 - score) / flips + z2 / (4 * flips**2)
        half = math.sqrt(z2 * inner) / (1 + z2 / flips)
        assert finding["games"] == 2 * pairs
        assert finding["ours"] == pytest.approx(score)
        assert (finding["low"], finding["high"]) == pytest.approx((middle - half, middle + half))


FEW = {
    "lost-example", "four-in-line", "four-in-line-played", "missed-wins", "missed-wins-few",
    "minimax-red", "minimax-red-start", "minimax-red-ladder",
}  # fmt: skip
"""Measures of a few positions, and of claims that one exception refutes."""


def test_intervals_are_as_narrow_as_promised() -> None:
    for experiment, finding in FINDINGS:
        if finding["game"] == "trend" or experiment["name"] in FEW or not experiment["is_share"]:
            continue
        most = 0.05 if experiment["name"] in TABLES_OF_A_THOUSAND else 0.08
        assert (finding["high"] - finding["low"]) / 2 <= most, (experiment["name"], finding)


def declared() -> Iterator[tuple[dict[str, Any], Experiment]]:
    """Each experiment of the results file, with its declaration."""
    for declaration in builtin_studies():
        study = next((s for s in REPORT["studies"] if s["name"] == declaration.name), None)
        if study is None:
            continue
        assert study["scale"] == "full"
        assert study["reasons"] == json.loads(json.dumps([asdict(r) for r in declaration.reasons]))
        played = [each["name"] for each in study["experiments"]]
        experiments = [each for each in declaration.experiments if each.name in played]
        yield from zip(study["experiments"], experiments, strict=True)


def test_every_declared_line_was_played_at_full_scale() -> None:
    """Except where the declaration has changed since, which the page says."""
    games = 0
    again = {name.split("/")[1] for name in redeclared(REPORT)}
    for found, experiment in declared():
        played = [each for each in found["findings"] if each["simulations"] is not None]
        rows, plans = list(experiment.rows()), make_plans(experiment, "full")
        games += sum(line["games"] for line in played)
        if found["name"] in again:
            continue
        for line, row, plan in zip(played, rows, plans, strict=True):
            texts = dict.fromkeys(limits.text() for limits in plan.limits)
            assert line["limits"] == " against ".join(texts)
            assert (line["label"], line["game"], line["budget"]) == (
                row.label,
                row.shown_game,
                row.budget,
            )
            assert line["games"] == experiment.scale["full"]
            claim = row.claim
            assert line["reported"] == (None if claim is None else claim.word or claim.value)
        assert found["budgets"] == {each.name: each.source for each in experiment.budgets}
    assert games <= sum(run["games"] for run in REPORT["runs"])


def test_verdicts_follow_from_the_numbers() -> None:
    """Derives the verdicts again from the intervals in the results file."""
    for experiment, finding in FINDINGS:
        claim = finding["reported"]
        if claim is None:
            continue
        compared = sum(each["reported"] is not None for each in experiment["findings"])
        assert finding["level"] == pytest.approx(1 - 0.05 / compared)
        low, high = finding["difference_low"], finding["difference_high"]
        value = finding["ours"]
        if claim == "sometimes":
            word = "agrees" if value else "too few games"
        elif claim == "equal":
            small = 0.05 * experiment["is_share"]
            far = "differs" if low > small or high < -small else "too few games"
            word = "agrees" if max(-low, high) <= small else far
        elif isinstance(claim, str) and claim not in ("never", "always"):
            right = low > 0 if claim in ("wins", "rises") else high < 0
            small = max(-low, high) <= 0.05 and experiment["is_share"]
            undecided = "no difference" if small else "too few games"
            word = undecided if low <= 0 <= high else "agrees" if right else "differs"
        else:
            word = "agrees" if low <= 0 <= high else "differs"
            if isinstance(claim, str) and finding["reported_games"] is None:
                word = word if word == word_with_ten(finding) else "cannot be compared"
        assert finding["verdict"] == word, finding


def word_with_ten(finding: dict[str, Any]) -> str:
    """The verdict on "never" or "always" if the report had 10 games, from its interval for 100."""
    z2 = NormalDist().inv_cdf(0.5 + finding["level"] / 2) ** 2
    error = {n: z2 / (n + z2) for n in (10, 100)}  # Wilson's interval of 0 of n games
    sign = -1 if finding["reported"] == "always" else 1
    inner = finding["difference_low"] if sign > 0 else -finding["difference_high"]
    distance = sign * finding["difference"]
    own = (distance - inner) ** 2 - error[100] ** 2
    return "agrees" if distance <= math.sqrt(own + error[10] ** 2) else "differs"


@each
def test_a_result_that_differs_has_a_tested_reason(study: Any, experiment: Any) -> None:
    """Or the page says that the cause is unknown."""
    if not any(finding["verdict"] == "differs" for finding in experiment["findings"]):
        return
    shown = sections()[experiment["title"]]
    own, inherited = (
        [each for each in study["reasons"] if each["of"] == experiment[of]]
        for of in ("name", "repeats")
    )
    reasons = own or inherited
    assert reasons or "**Why it differs.** The cause is unknown." in shown
    declared = {each.name for one in builtin_studies() for each in one.experiments}
    assert all(set(reason["tested_by"]) <= declared for reason in reasons)
    assert all(reason["text"] in shown for reason in reasons)


def test_every_figure_is_there() -> None:
    named = set(re.findall(r"images/results/([\w-]+\.svg)", PAGE.read_text("utf-8")))
    assert named == {path.name for path in FIGURES.glob("*.svg")}
    assert named
