"""Every parser survives mutated inputs, and the attack finds parsers that do not."""

from __future__ import annotations

import random
import resource
import time
from pathlib import Path

import pytest

from benchmarks import mutated_inputs
from benchmarks.mutated_inputs import mutate, try_inputs
from benchmarks.parsers import PARSERS, Parser
from tesuji.errors import TesujiError


@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_answers_every_input(name: str, tmp_path: Path) -> None:
    found = try_inputs(name, PARSERS[name](tmp_path), 60, seed=1000)
    assert found.failures == []
    assert found.inputs == {name: 60}


@pytest.mark.parametrize("name", PARSERS)
def test_the_examples_can_be_read(name: str, tmp_path: Path) -> None:
    parser = PARSERS[name](tmp_path)
    accepted = 0
    for example in parser.examples:
        try:
            parser.read(example)
            accepted += 1
        except TesujiError:
            assert name == "page message", example
    assert accepted > 0.9 * len(parser.examples)


def test_mutations_stay_short_and_differ() -> None:
    rng = random.Random(1)
    texts = [mutate("mcts(simulations=100)", rng) for _ in range(2000)]
    assert max(map(len, texts)) < 100_000
    assert len(set(texts)) > 1000


def raises(text: str) -> None:
    if "\x1b" in text:
        raise KeyError(text)


def takes_long(text: str) -> None:
    end = time.thread_time() + mutated_inputs.MOST_SECONDS + 0.1
    while time.thread_time() < end:
        pass


def hangs(text: str) -> None:
    while True:
        pass


def takes_memory(text: str) -> None:
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + mutated_inputs.MOST_BYTES
    bytearray(b"x") * more


@pytest.mark.parametrize(
    ("read", "inputs", "found"),
    [
        (raises, 500, "KeyError"),
        (takes_long, 1, "took"),
        (hangs, 1, "TimeoutError"),
        (takes_memory, 1, "took"),
    ],
)
def test_a_bad_parser_is_found(
    read: object, inputs: int, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutated_inputs, "HANGS_AFTER", 2)
    parser = Parser(read, ("a text",))  # type: ignore[arg-type]
    failures = try_inputs("bad", parser, inputs, seed=0).failures
    assert failures
    assert found in failures[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("times", "name,time\n\udc80"),
        ("aliases", "name,alias\n\udc80"),
        ("study", "title = " + "9" * 5000),
        ("course", "course = " + "9" * 5000),
        ("course", "course = " + "[" * 50_000),
    ],
)
def test_what_the_attack_found(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(TesujiError):
        PARSERS[name](tmp_path).read(text)
