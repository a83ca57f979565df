"""Tests that every game must pass, and comparisons with independent rules."""
