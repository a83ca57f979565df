"""Tables as text, CSV and HTML, word for word, from a study that was made up."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

from tests.studies.examples import SWEEP, read
from tesuji.arena.stats.pentanomial import Pentanomial
from tesuji.studies.declaration import LeftOut, Reason, Reported
from tesuji.studies.measures import Measured
from tesuji.studies.report import study_html
from tesuji.studies.running import Finding, Outcome, Study
from tesuji.studies.tables import csv_text, data_cells
from tesuji.studies.verdict import Ours, judge


def finding(label: str, pairs: tuple[int, ...], reported: Reported | None) -> Finding:
    ours = Ours.of_pairs(Pentanomial(pairs)) if sum(pairs) else None  # type: ignore[arg-type]
    return Finding(label, "ewn", "as then", "10 a move", reported, ours, judge(ours, reported))


def study() -> Study:
    declaration = read(SWEEP)
    experiment = replace(declaration.experiments[0], title="c_1 & 50%")
    findings = (
        finding("c = 1", (10, 5, 40, 15, 30), Reported(value=0.6, of=200, as_wins=True)),
        finding("c = 2", (0, 0, 0, 0, 10), Reported(value=0.5, within=0.05)),
        finding("c = 3", (10, 5, 40, 15, 30), Reported(claim="wins")),
        finding("c = 4", (30, 0, 10, 0, 0), None),
        finding("c <5>", (0, 0, 0, 0, 0), Reported(value=0.6, of=200)),
    )
    outcome = Outcome(experiment, findings, (), True)
    left = (LeftOut("The moon <is> green", "It is far away."),)
    return Study(replace(declaration, left_out=left), "quick", (outcome,))


TEXT = """\
setting | game | budget | report | ours, 95% | games | difference | verdict
c = 1 | ewn | as then: 10 a move | 120 of 200 | 62.5% [56.2%, 68.4%] | 200 | +2.5% [-6.6%, +11.6%] | agrees
c = 2 | ewn | as then: 10 a move | about 50.0% | 100.0% [72.2%, 100.0%] | 20 | +50.0% [+21.8%, +55.0%] | differs
c = 3 | ewn | as then: 10 a move | wins | 62.5% [56.2%, 68.4%] | 200 | +12.5% [+6.2%, +18.4%] | agrees
c = 4 | ewn | as then: 10 a move | - | 12.5% [7.1%, 21.1%] | 80 | - | -
c <5> | ewn | as then: 10 a move | 60.0% | - | 0 | - | cannot be compared: nothing was measured
"""  # noqa: E501


def test_cells() -> None:
    lines = data_cells(study().outcomes[0].to_dict())
    assert "".join(" | ".join(line) + "\n" for line in lines) == TEXT


def test_csv_holds_every_number() -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text([study(), study()]))))
    assert len(rows) == 10
    first = rows[0]
    assert (first["study"], first["experiment"], first["label"]) == ("study", "c", "c = 1")
    assert [float(first[name]) for name in ("ours", "reported", "games")] == [0.625, 0.6, 200]
    low, high = Pentanomial((10, 5, 40, 15, 30)).interval
    assert abs(float(first["low"]) - low) < 1e-12
    assert abs(float(first["high"]) - high) < 1e-12
    assert rows[3]["reported"] == rows[3]["difference"] == ""
    assert rows[4]["ours"] == ""


def test_csv_has_a_column_for_the_simulations_of_each_side() -> None:
    whole = study()
    made = replace(whole.outcomes[0].findings[0], simulations=(179.16666666666666, 1.0))
    outcome = replace(whole.outcomes[0], findings=(made, *whole.outcomes[0].findings[1:]))
    first, second, *_ = csv.DictReader(io.StringIO(csv_text([replace(whole, outcomes=(outcome,))])))
    assert (first["simulations"], first["opponent_simulations"]) == ("179.2", "1.0")
    assert (second["simulations"], second["opponent_simulations"]) == ("", "")
    assert list(first).index("opponent_simulations") == list(first).index("simulations") + 1


def test_a_bound_that_is_infinite_is_none() -> None:
    ours = Ours.of_measure(Measured(3.0, 1, 0.0), 2)
    figure = Reported(value=1.0, within=0.5)
    found = Finding("x", "ewn", "now", "", figure, ours, judge(ours, figure)).to_dict()
    assert (found["ours"], found["low"], found["high"]) == (3.0, None, None)
    assert (found["difference_low"], found["difference_high"]) == (None, None)
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_without_a_report_the_strength_is_shown() -> None:
    whole = study()
    lone = replace(whole.outcomes[0], findings=whole.outcomes[0].findings[3:4])
    header, line = data_cells(lone.to_dict())
    assert header == ("setting", "game", "budget", "ours, 95%", "games", "nElo, all 95%")
    pairs = Pentanomial((30, 0, 10, 0, 0))
    low, high = pairs.nelo_interval
    assert line[-1] == f"{pairs.nelo:+.0f} [{low:+.0f}, {high:+.0f}]"


def test_a_reason_is_told_where_the_result_differs() -> None:
    whole = study()
    reason = Reason("c", ("d", "e"), "The <moon> was full.")
    other = Reason("d", ("c",), "Another experiment's.")
    told = replace(whole, declaration=replace(whole.declaration, reasons=(reason, other)))
    assert "Why c differs (tested by d, e; not run here): The &lt;moon&gt; was full." in study_html(
        [told]
    )
    assert "Another experiment" not in study_html([told])
    agreeing = replace(whole.outcomes[0], findings=whole.outcomes[0].findings[:1])
    assert "Why c differs" not in study_html([replace(told, outcomes=(agreeing,))])


def test_the_report_counts_verdicts_and_escapes() -> None:
    page = study_html([study()])
    assert "Comparisons with a report: 2 agree, 1 differs, 1 cannot be compared." in page
    assert "c &lt;5&gt;" in page
    assert "<5>" not in page
    assert "The moon &lt;is&gt; green" in page
    assert "62.5% [56.2%, 68.4%]" in page
    assert "<svg" in page


def test_the_verdict_of_the_report_stands_beside_its_figure() -> None:
    page = study_html([study()])
    names = re.findall(r'<th scope="col" class="[a-z]*">([^<]+)</th>', page)
    compared = names[: names.index("games") + 1]
    assert compared == ["setting", "ours, 95%", "report", "verdict", "difference", "games"]
    assert '<td role="cell" class="differs" data-name="verdict">differs</td>' in page
    assert "<p>ewn</p>" in page
    assert "as then: 10 a move<br>cannot be compared: nothing was measured" in page
