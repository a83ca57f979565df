"""The spec language, and the declarations of the parameters that specs can set."""

from tesuji.specs.merging import merge, parts_in_use
from tesuji.specs.parameters import (
    LARGEST_INTEGER,
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
from tesuji.specs.paths import parameter_at
from tesuji.specs.spec import Spec, Value, parse_spec, value_text

__all__ = [
    "LARGEST_INTEGER",
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
    "merge",
    "parameter_at",
    "parse_spec",
    "parts_in_use",
    "plain_spec",
    "value_text",
]
