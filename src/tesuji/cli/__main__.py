"""``python -m tesuji.cli``: the same as the command ``tesuji``."""

from tesuji.cli import main

main()
