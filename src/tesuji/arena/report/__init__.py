"""Reports: a result as one self-contained HTML file.

`pages` composes reports from `tables`, `figures` and `games`; `plots` draws with matplotlib, and
`markup` escapes all text.
"""
