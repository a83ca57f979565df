// Reference rules of Pentago and Pentago-Twist, written from the rules pages alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "result.hpp"

namespace reference {

enum class PentagoRules { twist, rotate, placement_wins };

template <PentagoRules rules>
class Pentago {
 public:
  static Pentago read(const std::string& text) {
    Pentago position;
    int cell = 0;
    for (char letter : text) {
      if (letter == '/') continue;
      if (letter >= '1' && letter <= '6') {
        cell += letter - '0';
      } else {
        position.cells_[cell / 6][cell % 6] = letter;
        ++cell;
      }
    }
    return position;
  }
  static bool is_start(const std::string& text) { return text == "6/6/6/6/6/6"; }

  std::string text() const {
    std::string text;
    for (int row = 0; row < 6; ++row) {
      int empty = 0;
      for (int column = 0; column < 6; ++column) {
        if (cells_[row][column] == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
        text += cells_[row][column];
      }
      if (empty > 0) text += std::to_string(empty);
      if (row < 5) text += '/';
    }
    return text;
  }
  int to_move() const { return stones() % 2; }
  bool is_chance() const { return false; }

  std::vector<std::string> actions() const {
    std::vector<std::string> moves;
    if (result()) return moves;
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        if (cells_[row][column] != '.') continue;
        for (char quadrant : {'A', 'B', 'C', 'D'}) {
          for (char twist : {'R', rules == PentagoRules::twist ? 'F' : 'L'}) {
            moves.push_back(cell_name(row, column) + quadrant + twist);
          }
        }
      }
    }
    return moves;
  }
  void play(const std::string& move) {
    const char stone = to_move() == 0 ? 'w' : 'b';
    cells_[move[1] - '1'][move[0] - 'a'] = stone;
    if (rules == PentagoRules::placement_wins && has_five(stone)) return;
    twist(move[2] - 'A', move[3]);
  }
  std::optional<Result> result() const {
    const bool white = has_five('w');
    const bool black = has_five('b');
    if (white && black) return Result{-1, 0};
    if (white) return Result{0, 1};
    if (black) return Result{1, -1};
    if (stones() == 36) return Result{-1, 0};
    return std::nullopt;
  }

 private:
  int stones() const {
    int stones = 0;
    for (const auto& row : cells_) {
      for (char cell : row) stones += cell != '.';
    }
    return stones;
  }
  bool has_five(char stone) const {
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        if (run(stone, row, column, 0, 1) >= 5 || run(stone, row, column, 1, 0) >= 5 ||
            run(stone, row, column, 1, 1) >= 5 || run(stone, row, column, 1, -1) >= 5) {
          return true;
        }
      }
    }
    return false;
  }
  // Stones of one colour in a straight line from a cell on.
  int run(char stone, int row, int column, int down, int right) const {
    int length = 0;
    while (row >= 0 && row < 6 && column >= 0 && column < 6 && cells_[row][column] == stone) {
      ++length;
      row += down;
      column += right;
    }
    return length;
  }
  void twist(int quadrant, char how) {
    const int top = quadrant / 2 * 3;
    const int left = quadrant % 2 * 3;
    char before[3][3];
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        before[row][column] = cells_[top + row][left + column];
      }
    }
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        char& cell = cells_[top + row][left + column];
        if (how == 'R') cell = before[2 - column][row];  // the left column becomes the top row
        if (how == 'L') cell = before[column][2 - row];  // the right column becomes the top row
        if (how == 'F') cell = before[row][2 - column];
      }
    }
  }

  char cells_[6][6] = {{'.', '.', '.', '.', '.', '.'}, {'.', '.', '.', '.', '.', '.'},
                       {'.', '.', '.', '.', '.', '.'}, {'.', '.', '.', '.', '.', '.'},
                       {'.', '.', '.', '.', '.', '.'}, {'.', '.', '.', '.', '.', '.'}};
};

}  // namespace reference
