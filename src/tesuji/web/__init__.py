"""The web page: a server for play, analysis and review in the browser, and the page's files.

The page knows no game: it draws scenes, follows their click paths and speaks the protocol of
``messages.py``. The rules of the games stay on the server.
"""
