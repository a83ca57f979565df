"""Functions and classes as agents: where they come from, and how workers find them.

A function of a file is named by the file and its qualified name, and identified by a digest of its
folder. Any other function, such as one of a notebook, exists in this process only.
"""

from __future__ import annotations

import inspect
import sys
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tesuji.agents.budget import TIME_SLOT
from tesuji.agents.function_searcher import FunctionSearcher
from tesuji.errors import LoadError, ParameterError, UnknownAgentError
from tesuji.games import Game
from tesuji.python_files import execute, folder_digest, resolve_path, short_path
from tesuji.specs import Kind, Parameter, Plain, Spec

__all__ = [
    "PYTHON",
    "Function",
    "FunctionWarning",
    "check_digest",
    "find_source",
    "function_kind",
    "function_spec",
    "no_entry_text",
    "python_kind",
]

ENTRY = "choose"
"""The function of a file whose spec names none."""
MOST_NAMES = 5
"""Functions of a file that an error lists."""


class FunctionWarning(UserWarning):
    """A function plays under conditions that its user may not expect."""


@dataclass(frozen=True)
class Function:
    """A function, class or object that chooses moves. It is the `make` of its kind."""

    text: str
    """How people recognise it: ``FILE:NAME``, or only a name."""
    file: Path | None = None
    """The file that defines or registers it; None if it exists in this process only."""
    name: str = ""
    """Its qualified name in the file; empty if only the file itself can make and register it."""
    version: str = ""
    digest: str = ""
    live: Any = field(default=None, compare=False)
    """The object itself; None if it must be loaded from the file."""

    @classmethod
    def in_file(cls, file: Path, name: str, version: str = "") -> Function:
        """The function of a name in a file, which is loaded when it is used."""
        text, digest = f"{short_path(file)}:{name}", folder_digest(file.parent)
        return cls(text, file, name, version, digest)

    @property
    def is_local(self) -> bool:
        """Whether it exists in this process only."""
        return self.file is None

    def find(self) -> Any:
        """The object, loaded from its file if necessary."""
        if self.live is not None:
            return self.live
        assert self.file is not None
        return _load(self.file, self.name, self.digest)

    def __call__(self, spec: str, settings: dict[str, Plain], game: Game) -> FunctionSearcher:
        folder = None if self.file is None else self.file.parent
        return FunctionSearcher(spec, self.find, game, self.options(spec), folder)

    def options(self, spec: str) -> tuple[str, ...]:
        """The options that name it on the command line; none if it exists in this process only."""
        if self.file is None:
            return ()
        if self.name:
            return "--agent", str(Spec("python", {"": self.text}))
        return "--agent", spec, "--load", short_path(self.file)


# Kinds of agents made from functions

_ABOUT = "A Python function or class that chooses moves"
_VERSION = "Version of the function; results of different versions are kept apart."
_DIGEST = "Digest of the Python files in its folder; another one is refused."


def _kind(name: str, summary: str, function: Function | None) -> Kind:
    version, digest = (function.version, function.digest) if function else ("", "")
    return Kind(
        name,
        summary,
        (
            Parameter("version", str, version, _VERSION, text=True),
            Parameter(
                "digest", str, digest, _DIGEST, text=True, default_text=digest or "of the folder"
            ),
            TIME_SLOT,
        ),
        make=function,
        keeps_late_moves=True,
    )


def _python(function: Function | None) -> Kind:
    kind = _kind("python", f'{_ABOUT}: python("my_agent.py:choose").', function)
    where = Parameter("function", str, None, 'Where it is: "FILE:NAME".', text=True)
    return replace(kind, parameters=(where, *kind.parameters), positional=where.name)


PYTHON = _python(None)


def function_kind(name: str, function: Function) -> Kind:
    """The kind of agent under which a function is registered."""
    described = inspect.getdoc(function.live) if function.live is not None else None
    summary = described.splitlines()[0] if described else f"{_ABOUT}: {function.text}."
    return _kind(name, summary, function)


def python_kind(spec: Spec, live: Any = None) -> Kind:
    """The kind ``python`` for the function that a spec names, with its digest as the default."""
    given = spec.arguments.get("function", spec.arguments.get(""))
    if not isinstance(given, str) or not given:
        raise ParameterError(
            f'{spec}: which function? Expected, for example, python("my_agent.py:choose")',
            owner="python",
            where="function",
            given=given,
            expected='"FILE:NAME"',
        )
    version = spec.arguments.get("version", "")
    function = replace(_named(given, live), version=version if isinstance(version, str) else "")
    return _python(function)


def _named(text: str, live: Any) -> Function:
    path, colon, name = text.rpartition(":")
    if not colon and text.endswith(".py"):
        path, name = text, ENTRY
    if not path:
        return Function(text, live=_living(text) if live is None else live)
    file = resolve_path(path)
    if not file.is_file():
        raise LoadError(f"there is no file {path!r} to load", path=path, where="function")
    return Function(text, file, name, digest=folder_digest(file.parent), live=live)


def check_digest(spec: Spec, function: Function) -> None:
    """Raises ParameterError if a spec names the digest of other code."""
    given = spec.arguments.get("digest", function.digest)
    if given != function.digest:
        raise ParameterError(
            f"the code in the folder of {function.text} has changed: its digest is"
            f" {function.digest or 'unknown'}, not {given}",
            owner=spec.name,
            where="digest",
            given=given,
            expected=function.digest,
        )


# Functions of files

_namespaces: dict[Path, tuple[str, dict[str, Any]]] = {}


def _load(file: Path, name: str, digest: str) -> Any:
    """The object of a name in a file, which is executed once for each digest of its folder."""
    known = _namespaces.get(file)
    if known is None or known[0] != digest:
        known = _namespaces[file] = digest, execute(file)
    first, *rest = name.split(".")
    try:
        found = known[1][first]
        for each in rest:
            found = getattr(found, each)
    except (KeyError, AttributeError):
        raise LoadError(
            no_entry_text(str(file), name, known[1]),
            path=str(file),
            where=name,
            expected="a function",
        ) from None
    check_choosing(found)
    return found


def no_entry_text(file: str, name: str, namespace: dict[str, Any]) -> str:
    """Says that a file does not define the function of an agent, and which functions it has."""
    own = [
        each
        for each, value in namespace.items()
        if inspect.isfunction(value) and value.__globals__.get("__name__") == namespace["__name__"]
    ]
    defined = f"; it defines {', '.join(own[:MOST_NAMES])}" if own else ""
    expected = f"a function {name}(position) that returns a move, or a class {name}"
    return f"{file} defines no {name!r}{defined}; expected {expected}"


def check_choosing(given: object) -> None:
    """Raises ParameterError unless the object can choose moves."""
    chooses = getattr(given, ENTRY, None) if isinstance(given, type) else given
    if not callable(getattr(chooses, ENTRY, chooses)):
        expected = "a function choose(position), or a class with choose(self, position, budget)"
        raise ParameterError(
            f"an agent must be {expected}, not {given!r}",
            where="agent",
            given=given,
            expected=expected,
        )


def find_source(given: Any, *, version: str = "", file: Path | None = None) -> Function:
    """Describes a function, class or object by the file it comes from.

    ``file`` is a file that registers it, for workers that cannot find it by its name.
    """
    check_choosing(given)
    if source := _importable(given):
        return replace(Function.in_file(*source, version), live=given)
    if file is not None:
        found = Function.in_file(file.resolve(), _name_of(given), version)
        return replace(found, name="", live=given)
    return Function(_name_of(given), version=version, live=given)


def function_spec(function: Function) -> Spec:
    """The spec that finds a function again: in its file, or in this process while it exists."""
    text = name_function(function.live) if function.is_local else function.text
    version = {"version": function.version} if function.version else {}
    return Spec("python", {"": text, **version})


def _name_of(given: Any) -> str:
    return str(getattr(given, "__qualname__", type(given).__qualname__))


def _importable(given: Any) -> tuple[Path, str] | None:
    """The file and the qualified name that lead to this object, if there are any."""
    name = getattr(given, "__qualname__", "")
    module = sys.modules.get(getattr(given, "__module__", None) or "")
    file = getattr(module, "__file__", None)
    if not name or module is None or file is None or not Path(file).is_file():
        return None
    found: Any = module
    for each in name.split("."):
        found = getattr(found, each, None)
    return (Path(file).resolve(), name) if found is given else None


# Functions that exist in this process only

_alive: dict[str, Callable[[], Any]] = {}
"""By name; the values return the object, or None if it no longer exists."""


def name_function(given: Any) -> str:
    """A name under which specs find an object of this process, as long as it exists.

    A function that is defined again takes the name of the old one. Lambdas, closures and objects
    with equal names get numbers.
    """
    base, number = _name_of(given), 1
    name = base
    while (other := _alive.get(name, _nothing)()) is not None and other is not given:
        if inspect.isroutine(given) and "<" not in base and not inspect.ismethod(given):
            break
        number += 1
        name = f"{base}-{number}"
    _alive[name] = _reference(given)
    return name


def _nothing() -> None:
    return None


def _reference(given: Any) -> Callable[[], Any]:
    if not inspect.ismethod(given):  # a bound method lives only as long as the expression
        try:
            return weakref.ref(given)
        except TypeError:
            pass
    return lambda: given


def _living(name: str) -> Any:
    found = _alive.get(name, _nothing)()
    if found is None:
        raise UnknownAgentError(
            f"there is no function {name!r} in this process; a function in a file is named as"
            ' python("my_agent.py:choose")',
            name=name,
            expected='"FILE:NAME"',
        )
    return found
