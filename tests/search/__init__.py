"""The searches against brute force, golden trees, and what every search promises."""
