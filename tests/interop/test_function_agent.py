"""The same file plays in this process and in a sandboxed one: arguments, seeds and clocks."""

from __future__ import annotations

from pathlib import Path

import pytest

import tesuji
from tests.interop.students import AMPLE, SANDBOX
from tesuji.errors import AgentFailure, ParameterError

pytestmark = pytest.mark.filterwarnings("ignore::tesuji.interop.process_options.NoSandboxWarning")

START = tesuji.game("avalam").start()
FORMS = {
    "function": """
def choose(position):
    return position.legal_moves[3]
""",
    "function with budget": f"""
def choose(position, budget):
    assert budget.seconds == {AMPLE}
    return position.legal_moves[3]
""",
    "function with default": """
def choose(position, depth=3):
    assert depth == 3
    return position.legal_moves[3]
""",
    "class": """
class choose:
    def choose(self, position):
        return position.legal_moves[3]
""",
    "class with budget": f"""
class choose:
    def choose(self, position, budget):
        assert budget.seconds == {AMPLE}
        return position.legal_moves[3]
""",
}
SEEDED = """
class choose:
    def begin(self, game, seed):
        self.seed = seed

    def choose(self, position):
        return position.legal_moves[self.seed]
"""
CLOCK = """
def choose(position, budget):
    assert 0 < budget.seconds < 20, budget
    assert 0 < budget.remaining <= 20 + 0.5 * 40, budget
    assert budget.increment == 0.5, budget
    return position.legal_moves[0]
"""
REFUSES = """
class choose:
    def begin(self, game, seed):
        assert seed != 7

    def choose(self, position):
        return position.legal_moves[0]
"""


def agent_of(kind: str, text: str, folder: Path) -> tesuji.Agent:
    file = folder / "agent.py"
    file.write_text(text)
    spec = f'python("{file}:choose")'
    if kind == "sandboxed":
        spec = f'sandboxed("{file}", sandbox={SANDBOX})'
    return tesuji.agent(spec)


kinds = pytest.mark.parametrize("kind", ["python", "sandboxed"])


@kinds
@pytest.mark.parametrize("form", FORMS)
def test_every_form_works_in_both(kind: str, form: str, tmp_path: Path) -> None:
    agent = agent_of(kind, FORMS[form], tmp_path)
    assert agent.choose(START, seconds=AMPLE) == START.legal_moves[3]


@kinds
def test_begin_gets_the_seed_of_the_player(kind: str, tmp_path: Path) -> None:
    agent = agent_of(kind, SEEDED, tmp_path)
    moves = [agent.choose(START, seed=seed, seconds=AMPLE) for seed in (5, 11)]
    assert moves == [START.legal_moves[5], START.legal_moves[11]]


def test_a_sandboxed_agent_sees_the_clock_for_the_game(tmp_path: Path) -> None:
    agent = agent_of("sandboxed", CLOCK, tmp_path)
    result = tesuji.match(agent.spec, "random", game="avalam", pairs=1, time="20+0.5", jobs=1)
    assert [record.end for record in result.games] == ["rules", "rules"]


def test_a_failure_that_depends_on_the_seed_can_be_repeated(tmp_path: Path) -> None:
    agent = agent_of("sandboxed", REFUSES, tmp_path)
    assert agent.choose(START, seed=6, seconds=AMPLE) == START.legal_moves[0]
    with pytest.raises(AgentFailure) as caught:
        agent.choose(START, seed=7, seconds=AMPLE)
    assert "--search-seed=7" in caught.value.replay


COUNTDOWN = """
import tesuji

class Countdown:
    name = "countdown-{name}"
    def start(self): return (7, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]
    def play(self, state, move): return (state[0] - move, 1 - state[1])
    def result(self, state): return 1 - state[1] if state[0] == 0 else None

tesuji.register(Countdown)
"""


def test_a_sandboxed_agent_plays_a_loaded_game(tmp_path: Path) -> None:
    rules = tmp_path / "games" / "countdown.py"
    rules.parent.mkdir()
    rules.write_text(COUNTDOWN.replace("{name}", "file"), "utf-8")
    agent = agent_of("sandboxed", FORMS["function"].replace("[3]", "[0]"), tmp_path)
    result = tesuji.match(
        agent, "random", game="countdown-file", load=[rules], pairs=1, jobs=1, seconds=AMPLE
    )
    assert [record.end for record in result.games] == ["rules", "rules"]


def test_a_game_of_this_process_is_refused(tmp_path: Path) -> None:
    exec(COUNTDOWN.replace("{name}", "here"), {})
    agent = agent_of("sandboxed", FORMS["function"], tmp_path)
    with pytest.raises(ParameterError) as caught:
        agent.player(tesuji.game("countdown-here"))
    assert caught.value.given == "countdown-here"
    assert "--load" in str(caught.value.expected)
