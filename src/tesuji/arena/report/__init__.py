"""Reports: a result as one HTML file that needs nothing else.

`pages` composes them from `tables`, `figures` and `games`; `plots` draws with matplotlib, and
`markup` escapes every text.
"""
