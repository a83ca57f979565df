"""Tests of workers: kills, a cluster on loopback, memory."""
