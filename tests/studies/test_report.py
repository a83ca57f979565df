"""The HTML report of a made-up study."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.studies.examples import study
from tesuji.studies.report import study_html
from tesuji.studies.study import Reason


def test_a_reason_is_shown_if_the_result_differs() -> None:
    whole = study()
    reasons = (Reason("c", ("d", "e"), "The <moon> was full."), Reason("d", ("c",), "Of another."))
    explained = replace(whole, scale="full", study=replace(whole.study, reasons=reasons))
    page = study_html([explained])
    assert "Why c differs (tested by d, e; not run here: d, e): The &lt;moon&gt; was full." in page
    assert "Of another." not in page
    agreeing = replace(whole.results[0], findings=whole.results[0].findings[:1])
    assert "Why c differs" not in study_html([replace(explained, results=(agreeing,))])


def test_a_quick_run_prints_no_sentence_about_the_full_one() -> None:
    whole = study()
    told = replace(whole.results[0].experiment, conclusion="The moon won.")
    result = replace(whole.results[0], experiment=told)
    reasons = (Reason("c", ("d",), "The moon was full."),)
    quick = replace(
        whole, scale="quick", results=(result,), study=replace(whole.study, reasons=reasons)
    )
    assert "The moon won." not in study_html([quick])
    assert "The moon was full." not in study_html([quick])
    assert "The study explains c at the full scale only." in study_html([quick])
    page = study_html([replace(quick, scale="full")])
    assert "The moon won." in page
    assert "The moon was full." in page
    stopped = replace(quick, scale="full", results=(replace(result, complete=False),))
    assert "The moon won." not in study_html([stopped])


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
    assert compared == [
        "setting", "simulations made", "ours, 95%", "report", "verdict", "difference",
        "detectable", "games",
    ]  # fmt: skip
    assert '<td role="cell" class="differs" data-name="verdict">differs</td>' in page
    assert "<p>ewn</p>" in page
    assert "then: 10 a move<br>cannot be compared: nothing was measured" in page
