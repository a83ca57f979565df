"""Specs and the declarations behind them: the only configuration there is."""

from tesuji.specs.parameters import (
    Kind,
    Parameter,
    Plain,
    Slot,
    bind_parameters,
    did_you_mean,
    expand,
    flatten,
    plain_spec,
)
from tesuji.specs.spec import Spec, Value, parse_spec, value_text

__all__ = [
    "Kind",
    "Parameter",
    "Plain",
    "Slot",
    "Spec",
    "Value",
    "bind_parameters",
    "did_you_mean",
    "expand",
    "flatten",
    "parse_spec",
    "plain_spec",
    "value_text",
]
