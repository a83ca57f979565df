"""Pictures of positions: one module per game, and modules that all games share."""
