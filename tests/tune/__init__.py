"""Tests of tuning: the space, the methods, the model, and whole runs."""
