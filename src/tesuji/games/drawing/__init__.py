"""Pictures of positions: a module for what all games share, and one a game."""
