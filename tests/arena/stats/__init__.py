"""Tests of the statistics against published numbers."""
