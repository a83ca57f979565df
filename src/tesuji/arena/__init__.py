"""Arena: matches as experiments, and what their results prove."""
