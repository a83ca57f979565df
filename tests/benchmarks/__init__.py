"""Tests of the attacks that `make torture` runs."""
