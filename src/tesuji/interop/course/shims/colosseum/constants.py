"""Stands in for the course's `constants`."""

MIN_BOARD_SIZE = 6
MAX_BOARD_SIZE = 12
AGENT_NOT_FOUND_MSG = "Decorate your class with @register_agent."
DIRECTION_UP, DIRECTION_RIGHT, DIRECTION_DOWN, DIRECTION_LEFT = range(4)
PLAYER_1_ID, PLAYER_2_ID = 0, 1
PLAYER_1_NAME, PLAYER_2_NAME = "A", "B"
