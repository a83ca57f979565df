"""Tests of matches."""
