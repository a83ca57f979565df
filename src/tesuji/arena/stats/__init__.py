"""Statistics: what the pairs of a match prove.

`pentanomial` has scores and intervals, `sprt` the sequential test, `ratings` the table of a
tournament; `likelihood`, `davidson` and the others are the models behind them.
"""
