// Reference rules of Colosseum Survival!, written from the rules page alone: cells with four sides.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result.hpp"

namespace reference {

class Colosseum {
 public:
  static Colosseum read(const std::string& text, int size) {
    Colosseum position(size);
    std::size_t at = 0;
    position.player_[0] = read_cell(text, at);
    position.player_[1] = read_cell(text, ++at);
    position.to_move_ = text[++at] == 'v' ? 0 : 1;
    at += 2;
    while (at < text.size() && text[at] != '-') {
      const Cell cell = read_cell(text, at);
      position.build(cell, text[at] == 'r' ? 1 : 2);
      at += 2;
    }
    return position;
  }
  // Violet moves first, and a half turn of the board swaps the players and keeps the walls.
  static bool is_start(const std::string& text, int size, int pairs) {
    const Colosseum start = read(text, size);
    const auto turned = [&](Cell cell) {
      return Cell{size - 1 - cell.row, size - 1 - cell.column};
    };
    bool symmetric = turned(start.player_[0]) == start.player_[1] && start.to_move_ == 0;
    int sides = 0;
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        for (int side = 0; side < 4; ++side) {
          const Cell image = turned({row, column});
          const bool wall = start.wall_[row][column][side];
          symmetric = symmetric && wall == start.wall_[image.row][image.column][(side + 2) % 4];
          sides += wall;
        }
      }
    }
    // The border has 4 * size sides, and each wall inside is a side of two cells.
    return symmetric && !start.result() && sides == 4 * size + 2 * 2 * pairs;
  }

  std::string text() const {
    std::string walls;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (wall_[row][column][1] && column + 1 < size_) walls += cell_name(row, column) + "r,";
        if (wall_[row][column][2] && row + 1 < size_) walls += cell_name(row, column) + "d,";
      }
    }
    if (walls.empty()) walls = "-,";
    walls.pop_back();
    return name(player_[0]) + ' ' + name(player_[1]) + (to_move_ == 0 ? " v " : " o ") + walls;
  }
  int to_move() const { return to_move_; }
  bool is_chance() const { return false; }

  std::vector<std::string> actions() const {
    std::vector<std::string> moves;
    if (result()) return moves;
    const Distances steps = distances(player_[to_move_], &player_[1 - to_move_]);
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (steps.to[row][column] > (size_ + 1) / 2) continue;
        for (int side = 0; side < 4; ++side) {
          if (!wall_[row][column][side]) moves.push_back(cell_name(row, column) + "urdl"[side]);
        }
      }
    }
    return moves;
  }
  void play(const std::string& move) {
    std::size_t at = 0;
    const Cell cell = read_cell(move, at);
    player_[to_move_] = cell;
    build(cell, static_cast<int>(std::string("urdl").find(move[at])));
    to_move_ = 1 - to_move_;
  }
  std::optional<Result> result() const {
    const Distances violet = distances(player_[0], nullptr);
    if (violet.to[player_[1].row][player_[1].column] != far) return std::nullopt;
    const int lead = violet.cells - distances(player_[1], nullptr).cells;
    return Result{winner_by(lead), lead};
  }

 private:
  static constexpr int far = 1000;
  static constexpr int down[4] = {-1, 0, 1, 0};  // up, right, down, left
  static constexpr int right[4] = {0, 1, 0, -1};

  struct Cell {
    int row = 0;
    int column = 0;
    bool operator==(const Cell&) const = default;
  };
  struct Distances {
    int to[12][12];
    int cells = 0;  // that can be reached
  };

  explicit Colosseum(int size) : size_(size) {
    for (int i = 0; i < size; ++i) {
      wall_[0][i][0] = wall_[i][size - 1][1] = wall_[size - 1][i][2] = wall_[i][0][3] = true;
    }
  }
  static Cell read_cell(const std::string& text, std::size_t& at) {
    const int column = text[at++] - 'a';
    int row = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9')
      row = 10 * row + text[at++] - '0';
    return {row - 1, column};
  }
  static std::string name(Cell cell) { return cell_name(cell.row, cell.column); }

  void build(Cell cell, int side) {
    wall_[cell.row][cell.column][side] = true;
    wall_[cell.row + down[side]][cell.column + right[side]][(side + 2) % 4] = true;
  }
  // Steps from one cell to every other around the walls, and around a player if one is given.
  Distances distances(Cell from, const Cell* around) const {
    Distances found;
    for (auto& row : found.to) {
      for (int& steps : row) steps = far;
    }
    found.to[from.row][from.column] = 0;
    std::vector<Cell> queue = {from};
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Cell cell = queue[next];
      for (int side = 0; side < 4; ++side) {
        if (wall_[cell.row][cell.column][side]) continue;
        const Cell other{cell.row + down[side], cell.column + right[side]};
        int& steps = found.to[other.row][other.column];
        if (steps != far || (around != nullptr && other == *around)) continue;
        steps = found.to[cell.row][cell.column] + 1;
        queue.push_back(other);
      }
    }
    found.cells = static_cast<int>(queue.size());
    return found;
  }

  int size_;
  bool wall_[12][12][4] = {};  // by row, column and side
  Cell player_[2];
  int to_move_ = 0;
};

}  // namespace reference
