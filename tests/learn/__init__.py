"""Tests of learned evaluations."""
