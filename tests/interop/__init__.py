"""Tests of contained foreign programs, good and hostile."""
