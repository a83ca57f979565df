"""The recipe of docs/add-a-game.md, executed."""
