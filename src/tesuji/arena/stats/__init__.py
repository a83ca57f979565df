"""Statistics of pairs of games.

`pentanomial` has scores and intervals, `sprt` the sequential test, and `ratings` the ratings of
a tournament; `likelihood`, `davidson` and the others are the models behind them.
"""
