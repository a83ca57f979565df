"""The page: a server for play, analysis and review in the browser, and what it serves.

The page knows no game. It draws scenes, follows their click paths and speaks the protocol of
``messages.py``; all that is true about a game stays on this side.
"""
