"""Text from foreign agents, made safe to show and to store."""

from __future__ import annotations

from tesuji.clean_text import clean

__all__ = ["clean"]
