"""``python -m tesuji`` runs the command ``tesuji``."""

from __future__ import annotations

from tesuji.cli import main

if __name__ == "__main__":  # worker processes import this module under another name
    main()
