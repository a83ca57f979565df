"""Tests of the spec language."""
