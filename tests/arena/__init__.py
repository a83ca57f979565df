"""Matches that are killed, and a cluster on loopback."""
