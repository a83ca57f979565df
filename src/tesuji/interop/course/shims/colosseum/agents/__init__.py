"""Stands in for the course's package `agents`. The runner adds the student's folder to its path."""
