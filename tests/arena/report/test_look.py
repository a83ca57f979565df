"""Terms with explanations, the command, and one look for page and report."""

from __future__ import annotations

import importlib.util
import re
from importlib import resources
from pathlib import Path

import pytest

import tesuji
from tests.arena.made_up_matches import PAIRS, made_up_match, made_up_plan
from tesuji.arena.match.result import MatchResult
from tesuji.arena.match.tournament import rate_tournament
from tesuji.arena.report.look import report_style
from tesuji.arena.report.pages import report_html
from tesuji.arena.terms import TERMS, term_key
from tesuji.cli import run

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="plots need matplotlib"
)
GLOSSARY = Path(__file__).resolve().parents[3] / "docs" / "glossary.md"


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return made_up_match(made_up_plan(), PAIRS)


def tournament_page() -> str:
    agents = ("mcts", "flat", "random")
    met = [("mcts", "flat"), ("flat", "random"), ("mcts", "random")]
    played = [made_up_match(made_up_plan(agents=each), PAIRS) for each in met]
    return report_html(rate_tournament("ewn", agents, played))


# Terms


def test_every_term_leads_to_its_explanation(match: MatchResult) -> None:
    for page in (report_html(match), tournament_page()):
        links = re.findall(r'<a class="term" href="#([^"]+)" title="([^"]+)">', page)
        entries = dict(re.findall(r'<dt id="(term-[^"]+)">[^<]*</dt><dd>([^<]+)</dd>', page))
        assert {anchor for anchor, _ in links} == set(entries)
        assert all(entries[anchor] == tip for anchor, tip in links)


@pytest.mark.parametrize(
    "label",
    ["Score", "Elo", "nElo", "LOS", "Pairs by result", "Behaviour", "Repeated games", "Nodes/s"],
)
def test_terms_of_a_match_are_explained(match: MatchResult, label: str) -> None:
    assert re.search(rf'title="[^"]+">{re.escape(label)}</a>', report_html(match))


def test_terms_of_a_tournament_are_explained() -> None:
    page = tournament_page()
    for label in ("Transitivity", "First-move advantage", "LL · LD · DD+WL · WD · WW"):
        assert re.search(rf'title="[^"]+">{re.escape(label)}</a>', page)


def test_the_glossary_of_the_docs_has_every_term() -> None:
    heads = re.findall(r"^(.+)\n: ", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    known = {name.strip().casefold() for head in heads for name in re.split("[,(`)]", head)}
    assert {term for term in TERMS if term.casefold().rstrip("s") not in known
            and term.casefold() not in known} == set()  # fmt: skip


def test_explanations_are_sentences() -> None:
    for explanation in TERMS.values():
        assert explanation[0].isupper()
        assert explanation.endswith(".")


def test_a_plain_label_is_no_term() -> None:
    assert term_key("Processor") is None


# The command


def test_a_report_shows_the_command_that_made_it(tmp_path: Path) -> None:
    file = tmp_path / "match report.html"
    arguments = ["match", "greedy", "random", "--game", "ewn", "--pairs", "1", "--jobs", "1"]
    assert run([*arguments, "--report", str(file)]) == 0
    command = f"tesuji {' '.join(arguments)} --report &#x27;{file}&#x27;"
    assert f"<code>{command}</code>" in file.read_text("utf-8")


def test_a_report_from_python_shows_the_call() -> None:
    played = tesuji.match(
        "greedy", "random", game="ewn", pairs=2, seed=7, jobs=1, first_limits={"simulations": 9}
    )
    call = played.match.plan.call_text()
    again = eval(call.replace("seed=7", "seed=7, jobs=1"), {"tesuji": tesuji})
    assert again.match.plan == played.match.plan
    assert call.startswith("tesuji.match(&#x27;".replace("&#x27;", "'"))
    assert "seed=7" in report_html(played)


@pytest.mark.parametrize(
    "limits",
    [{"seconds": 0.01}, {"time": "5+0.1"}, {"simulations": 5, "memory": 8}, {"depth": 2}],
)
def test_the_call_repeats_the_plan(limits: dict[str, object]) -> None:
    played = tesuji.match(
        "alphabeta", "random", game="ewn", pairs=1, jobs=1, plies=1, **limits  # type: ignore[arg-type]
    )  # fmt: skip
    again = eval(played.match.plan.call_text(), {"tesuji": tesuji})
    assert again.match.plan == played.match.plan


# Nodes and simulations


def test_alpha_beta_has_nodes_and_no_simulations() -> None:
    played = tesuji.match(
        "alphabeta", "mcts", game="ewn", pairs=1, jobs=1, simulations=40, clock="cpu"
    )
    first, second = played.costs
    assert first.simulations == 0 < first.nodes
    assert second.simulations > 0
    page = report_html(played)
    assert "Mean nodes per move" in page
    rows = re.findall(r'<tr><th scope="row">alphabeta</th>(.*?)</tr>', page)
    cells = re.findall(r"<td>(.*?)</td>", rows[0])
    assert cells[2] == cells[3] == "\N{EN DASH}"


# One look


def test_the_colours_are_those_of_the_page() -> None:
    page = resources.files("tesuji.web").joinpath("page/style.css").read_text("utf-8")
    style = report_style()
    for name in ("ground", "card", "ink", "soft", "line", "accent", "warn", "warn-soft"):
        light, dark = re.findall(rf"--{name}: (#\w+);", page)[:2]
        assert re.findall(rf"--{name}: (#\w+);", style) == [light, dark]
    own = resources.files("tesuji.arena.report").joinpath("report.css").read_text("utf-8")
    used = set(re.findall(r"var\((--[\w-]+)", own))
    defined = set(re.findall(r"(--[\w-]+):", style))
    assert used - defined - {"--far"} == set()
