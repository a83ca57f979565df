"""Connect Four in plain Python: load it with `tesuji best connect-four --load FILE`."""

import tesuji

ROWS, COLUMNS = 6, 7


class ConnectFour:
    """Drop a stone into a column; four in a row, column or diagonal win."""

    name = "connect-four"
    players = ("X", "O")

    def start(self):
        return "/".join(["." * COLUMNS] * ROWS)  # rows from the top, as they are drawn

    def to_move(self, state):
        return (state.count("x") + state.count("o")) % 2

    def moves(self, state):
        return [column + 1 for column in range(COLUMNS) if state[column] == "."]

    def play(self, state, move):
        rows = state.split("/")
        row = max(r for r in range(ROWS) if rows[r][move - 1] == ".")
        stone = "xo"[self.to_move(state)]
        rows[row] = rows[row][: move - 1] + stone + rows[row][move:]
        return "/".join(rows)

    def result(self, state):
        for stone, player in (("x", 0), ("o", 1)):
            # Along a row, both diagonals and a column; the "/" between rows counts.
            for step in (1, COLUMNS, COLUMNS + 1, COLUMNS + 2):
                if any(state[i::step][:4] == stone * 4 for i in range(len(state))):
                    return player
        return None if "." in state else "draw"

    def planes(self, state, player):
        """The stones of this player and of the opponent, for `tesuji learn`."""
        rows = state.split("/")
        return {
            name: [[float(cell == stone) for cell in row] for row in rows]
            for name, stone in (("own", "xo"[player]), ("opponent", "ox"[player]))
        }


tesuji.register(ConnectFour)
