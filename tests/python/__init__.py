"""Tests of the Python package, laid out like ``src/tesuji``, and of the layers of the code."""
