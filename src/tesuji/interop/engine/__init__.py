"""Our engine protocol, a relative of UCI.

`protocol` parses and prints its lines, `client` asks other engines, and `server` is our engine.
"""
