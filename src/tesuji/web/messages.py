"""The protocol: every message that a page may send, checked before anything acts on it.

A message is a JSON object with ``type``, the fields of its model and, to get an answer, ``id``.
Unknown types and fields are refused; null is not given. ``docs/page-protocol.md`` has all of it.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from tesuji.errors import TesujiError
from tesuji.web.bounds import Bounds

__all__ = [
    "MESSAGES",
    "PROTOCOL",
    "TREE_SIMULATIONS",
    "Message",
    "MessageError",
    "read_message",
]

PROTOCOL = 3
"""Raised when a message changes its meaning; a page of another version is asked to reload."""

TREE_SIMULATIONS = 200_000
"""The largest search whose tree a page may ask for."""


class MessageError(TesujiError):
    """A message that is not part of the protocol.

    ``field`` is the path to the fault, ``given`` the value there and ``expected`` what fits;
    ``reply`` is the id of the message.
    """


# Fields. The models are checked against the bounds of a server, which the context carries.


def _line(bound: str) -> Any:
    def check(value: str, info: ValidationInfo) -> str:
        longest = getattr(info.context or Bounds(), bound)
        if len(value) > longest or not value.isprintable():
            raise ValueError(f"expected one line of at most {longest} printable characters")
        return value

    return AfterValidator(check), Field(json_schema_extra={"maxLength": getattr(Bounds, bound)})


def _at_most(bound: str) -> Any:
    def check(value: float, info: ValidationInfo) -> float:
        most = getattr(info.context or Bounds(), bound)
        if value > most:
            raise ValueError(f"expected at most {most:g}")
        return value

    return Field(ge=0, json_schema_extra={"maximum": getattr(Bounds, bound)}), AfterValidator(check)


Text = Annotated[str, *_line("text_length")]
NameText = Annotated[str, *_line("name_length")]
SpecText = Annotated[str, *_line("spec_length")]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Seed = Annotated[int, Field(ge=0, le=2**53)]
Moves = Annotated[list[Text], Field(max_length=2_000)]
Variation = Annotated[list[Text], Field(max_length=200)]
Seconds = Annotated[float, Field(ge=0.01, le=10)]


class Message(BaseModel):
    """A message without fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        known = cls.model_fields
        return {k: value for k, value in data.items() if value is not None or k not in known}


class Hello(Message):
    """Greets the server; always the first message. Answered by `welcome` and `state`. `session` is
    the secret of an earlier `welcome`, `token` an invitation."""

    protocol: int = Field(ge=0, le=1_000_000)
    session: Text = ""
    token: Text = ""


class Visible(Message):
    """Says whether the page is visible. Searches and clocks stop while no page is."""

    on: bool


class AboutGame(Message):
    """A question about a game."""

    game: SpecText


class Agents(AboutGame):
    """Asks which agents can play a game, for its levels, and for its parameters."""


class Rules(AboutGame):
    """Asks how to play a game."""


# Playing


class SeatChoice(Message):
    """Who plays one side; 0 seconds leave the time to the limits in the spec."""

    kind: Literal["person", "agent"]
    spec: SpecText = ""
    seconds: Annotated[float, *_at_most("seconds")] = 1.0
    name: SpecText = ""


class ClockChoice(Message):
    """Seconds per move ("move"; `first` for a player's first), or per player and game ("game")."""

    kind: Literal["none", "move", "game"]
    seconds: float = Field(default=0.0, ge=0, le=86_400)
    increment: float = Field(default=0.0, ge=0, le=3_600)
    first: float = Field(default=0.0, ge=0, le=86_400)


class New(Message):
    """Begins a game. `warn` is the loss of win probability that a person is warned about; with
    `swap`, two people on different devices change sides."""

    game: SpecText
    seats: list[SeatChoice] = Field(min_length=2, max_length=2)
    clock: ClockChoice = ClockChoice(kind="none")
    start: Text = ""
    moves: Moves = []
    seed: Seed | None = None
    warn: float = Field(default=0.0, ge=0, le=1)
    swap: bool = False


class Move(Message):
    """Makes a person's move. `ply` is the number of moves made so far."""

    move: Text
    ply: Ply


class Hint(Message):
    """Asks what a strong agent would play now, in a person's turn."""

    ply: Ply


class Keep(Message):
    """Insists on a move that the server warned about."""


class Undo(Message):
    """Goes back to the last turn of a person."""


class Resign(Message):
    """Resigns the game."""


class Swap(Message):
    """Swaps the sides of the players."""


class Pause(Message):
    """Pauses or continues a game."""

    on: bool


class Step(Message):
    """Lets a paused agent make one move."""


# Playing with somebody on another device


class Invite(Message):
    """Asks for an invitation to a seat, or to watch the game if no seat is given. `address` is that
    of the page, for the QR code."""

    seat: Annotated[int, Field(ge=0, le=1)] | None = None
    address: Annotated[str, *_line("address_length")] = ""


class Name(Message):
    """Says what this player is called in games with somebody on another device."""

    name: NameText


class Answer(Message):
    """Accepts or declines the other player's proposal, or takes back one's own."""

    number: int = Field(ge=1, le=2**53)
    accept: bool


# Records and files


class Open(Message):
    """Shows a game from elsewhere. A `winner` of -1 is a draw."""

    game: SpecText
    start: Text
    moves: Moves
    names: Annotated[list[SpecText], Field(min_length=2, max_length=2)] | None = None
    winner: Annotated[int, Field(ge=-1, le=1)] | None = None
    reason: Text = ""


class Record(Message):
    """Shows the first game of a record."""

    text: str


class Export(Message):
    """Asks for the game as a file, or for a picture of the position after `ply` moves."""

    kind: Literal["record", "html", "svg"]
    ply: Ply | None = None


# Positions: a ply of the game, and moves from there


class Scene(Message):
    """Asks for a position and its picture."""

    ply: Ply
    moves: Variation = []


class Search(Scene):
    """A question about an agent's search of a position."""

    spec: SpecText


class Analyse(Search):
    """Analyses a position until time runs out or `stop` arrives."""

    seconds: Annotated[float, *_at_most("analysis_seconds")] = 30.0


class Lines(Search):
    """Asks how play would go on after each of some moves."""

    candidates: Annotated[list[Text], Field(max_length=12)]


class Stop(Message):
    """Stops the analysis or the retry of this page. A review continues."""


class Tree(Search):
    """Asks for the search tree after some simulations."""

    simulations: int = Field(ge=1, le=TREE_SIMULATIONS)
    depth: int = Field(default=2, ge=1, le=4)
    visits: int = Field(default=1, ge=1, le=1_000_000)
    seed: Seed = 0


class Simulation(Search):
    """Asks what one simulation did."""

    number: int = Field(ge=1, le=100_000)
    seed: Seed = 0


class Review(Message):
    """Judges every position of the game."""

    spec: SpecText
    seconds: Seconds = 0.3


class Retry(Message):
    """Judges another move instead of the one played."""

    ply: Ply
    move: Text
    spec: SpecText
    seconds: Seconds = 0.5


# Puzzles and guides: positions of any game, apart from the game of the session


class Puzzles(AboutGame):
    """Asks for the puzzles of a game."""


class Guide(AboutGame):
    """Asks for the first steps in a game."""


class Position(AboutGame):
    """Asks for a position of any game, after some moves, and its picture."""

    position: Text
    moves: Moves = []


class Attempt(Position):
    """Judges a move in a position of any game. Without a move, asks for the best one."""

    move: Text = ""


MESSAGES: dict[str, type[Message]] = {
    model.__name__.lower(): model
    for model in (
        *(Hello, Visible, Agents, Rules),
        *(New, Move, Hint, Keep, Undo, Resign, Swap, Pause, Step),
        *(Invite, Name, Answer),
        *(Open, Record, Export),
        *(Scene, Analyse, Lines, Stop, Tree, Simulation, Review, Retry),
        *(Puzzles, Guide, Position, Attempt),
    )
}


def read_message(text: str, bounds: Bounds) -> tuple[str, int | None, Message]:
    """The type, the id and the checked fields of a message."""
    if len(text) > bounds.message_bytes:
        raise MessageError(f"expected at most {bounds.message_bytes} bytes, got {len(text)}")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"expected JSON: {str(error)[:200]}") from None
    if not isinstance(data, dict):
        raise MessageError(f"expected a JSON object, got {type(data).__name__}")
    kind, number = data.pop("type", None), data.pop("id", None)
    if number is not None and type(number) is not int:
        raise MessageError("id: expected an integer", field="id", expected="an integer")
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise MessageError(f"there is no message of type {_shown(kind)}", reply=number)
    try:
        return kind, number, MESSAGES[kind].model_validate(data, context=bounds)
    except ValidationError as error:
        raise _translated(kind, error, number) from None


_WORDS = {"missing": "this field is required", "extra_forbidden": "there is no such field"}


def _translated(kind: str, error: ValidationError, number: int | None) -> MessageError:
    """Our error for the first fault that pydantic found."""
    fault = error.errors(include_url=False)[0]
    field = ".".join(map(str, (kind, *fault["loc"])))
    said = str(fault["msg"]).removeprefix("Value error, ")
    expected = _WORDS.get(fault["type"]) or said.replace("Input should be", "expected")
    given = "" if fault["type"] in _WORDS else f", got {_shown(fault['input'])}"
    return MessageError(
        f"{field}: {expected}{given}",
        field=field,
        given=fault["input"],
        expected=expected,
        reply=number,
    )


def _shown(value: Any) -> str:
    """A value for an error, shortened; Python refuses to print very long integers."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a very long integer"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")
