"""Tests of the engine protocol: its lines, our engine, and engines of others."""
