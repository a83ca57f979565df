"""Tests of declared experiments."""
