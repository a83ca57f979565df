"""Stores: SQLite files that keep every finished game and let a match resume.

`store` reads and writes them, `schema` has the tables, `identity` says why two matches differ,
`lock` admits one writer, `exchange` exports and imports games.
"""
