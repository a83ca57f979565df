// What the C++ references share: the result of a game and the names of cells.
#pragma once

#include <string>

namespace reference {

struct Result {
  int winner;  // 0 or 1, -1 for a draw
  int score;   // points of player 0 less those of player 1
  bool operator==(const Result&) const = default;
};

inline int winner_by(int lead) {
  if (lead == 0) return -1;
  return lead > 0 ? 0 : 1;
}
inline std::string cell_name(int row, int column) {
  return std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
}

}  // namespace reference
