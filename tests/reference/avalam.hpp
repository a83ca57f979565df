// Reference rules of Avalam, written from the rules page alone: towers of signed height on a grid.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "result.hpp"

namespace reference {

class Avalam {
 public:
  static Avalam read(const std::string& text) {
    Avalam position;
    std::size_t at = 0;
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 9; ++column) {
        if (playable(row, column)) position.tower_[row][column] = tower_of(text[at++]);
      }
      ++at;
    }
    return position;
  }
  static bool is_start(const std::string& text) {
    return text == "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA";
  }

  std::string text() const {
    std::string text;
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 9; ++column) {
        if (playable(row, column)) text += "edcba.ABCDE"[tower_[row][column] + 5];
      }
      if (row < 8) text += '/';
    }
    return text;
  }
  // Every move removes one tower, and the start has 48.
  int to_move() const { return count(1, 5) % 2; }
  bool is_chance() const { return false; }

  std::vector<std::string> actions() const {
    std::vector<std::string> moves;
    for (int row = 0; row < 9; ++row) {
      for (int column = 0; column < 9; ++column) {
        for (int down = -1; down <= 1; ++down) {
          for (int right = -1; right <= 1; ++right) {
            if (down == 0 && right == 0) continue;
            const int from = height(row, column);
            const int onto = height(row + down, column + right);
            if (from == 0 || onto == 0 || from + onto > 5) continue;
            moves.push_back(cell_name(row, column) + cell_name(row + down, column + right));
          }
        }
      }
    }
    return moves;
  }
  void play(const std::string& move) {
    int& from = tower_[move[1] - '1'][move[0] - 'a'];
    int& onto = tower_[move[3] - '1'][move[2] - 'a'];
    const int total = std::abs(from) + std::abs(onto);
    onto = from > 0 ? total : -total;
    from = 0;
  }
  std::optional<Result> result() const {
    if (!actions().empty()) return std::nullopt;
    const int towers = lead(1, 5);
    const int fives = lead(5, 5);
    return Result{winner_by(towers != 0 ? towers : fives), towers};
  }

 private:
  static bool playable(int row, int column) {
    static const char* const shape[9] = {"..xx.....", ".xxxx....", ".xxxxxx..",
                                         ".xxxxxxxx", "xxxx.xxxx", "xxxxxxxx.",
                                         "..xxxxxx.", "....xxxx.", ".....xx.."};
    return row >= 0 && row < 9 && column >= 0 && column < 9 && shape[row][column] == 'x';
  }
  static int tower_of(char letter) {
    if (letter == '.') return 0;
    return letter <= 'E' ? letter - 'A' + 1 : -(letter - 'a' + 1);
  }
  int height(int row, int column) const {
    return playable(row, column) ? std::abs(tower_[row][column]) : 0;
  }
  // Yellow's towers less Red's, and all towers, with a height in this range.
  int lead(int lowest, int highest) const {
    int lead = 0;
    for (const auto& row : tower_) {
      for (int tower : row) {
        if (std::abs(tower) >= lowest && std::abs(tower) <= highest) lead += tower > 0 ? 1 : -1;
      }
    }
    return lead;
  }
  int count(int lowest, int highest) const {
    int count = 0;
    for (const auto& row : tower_) {
      for (int tower : row) count += std::abs(tower) >= lowest && std::abs(tower) <= highest;
    }
    return count;
  }

  int tower_[9][9] = {};  // positive: Yellow on top, negative: Red on top
};

}  // namespace reference
