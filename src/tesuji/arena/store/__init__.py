"""Stores: SQLite files that keep every finished game and let matches resume.

`store` reads and writes them, `schema` has the tables, `identity` compares two matches, `lock`
admits one writer, and `exchange` exports and imports games.
"""
