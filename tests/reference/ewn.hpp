// Reference rules of EinStein würfelt nicht!, with a die and with a cycle of numbers, written from
// the rules pages alone.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "result.hpp"

namespace reference {

// `cyclic`: 6 rows, 7 columns, cubes 0 to 5, a fourth direction, a cycle of 21 numbers.
template <bool cyclic>
class Ewn {
 public:
  static Ewn read(const std::string& text) {
    Ewn position;
    for (int cube = 0; cube < 6; ++cube) {
      position.square_[0][cube] = text.substr(static_cast<std::size_t>(2 * cube), 2);
      position.square_[1][cube] = text.substr(static_cast<std::size_t>(13 + 2 * cube), 2);
    }
    position.to_move_ = text[26] == 'r' ? 0 : 1;
    position.dice_ = text.substr(28);
    return position;
  }
  // Six cubes each in the triangles of their corners, and Red to move.
  static bool is_start(const std::string& text) {
    static const std::set<std::string> red = {"a1", "b1", "c1", "a2", "b2", "a3"};
    static const std::set<std::string> blue =
        cyclic ? std::set<std::string>{"g6", "f6", "e6", "g5", "f5", "g4"}
               : std::set<std::string>{"e5", "d5", "c5", "e4", "d4", "e3"};
    const Ewn start = read(text);
    const auto squares = [&](int side) {
      return std::set<std::string>(start.square_[side], start.square_[side] + 6);
    };
    const bool dice = cyclic ? start.dice_.size() == 21 : start.dice_ == "?";
    return squares(0) == red && squares(1) == blue && start.to_move_ == 0 && dice;
  }

  std::string text() const {
    std::string text;
    for (const auto& side : square_) {
      for (const std::string& square : side) text += square;
      text += ' ';
    }
    text += to_move_ == 0 ? 'r' : 'b';
    text += ' ';
    return text + (!cyclic && result() ? std::string("-") : dice_);
  }
  int to_move() const { return to_move_; }
  bool is_chance() const { return !cyclic && dice_ == "?" && !result(); }

  std::vector<std::string> actions() const {
    if (result()) return {};
    if (is_chance()) return {"d1", "d2", "d3", "d4", "d5", "d6"};
    std::vector<std::string> moves;
    for (int cube : cubes_to_move()) {
      for (const Step& step : steps()) {
        if (!target(cube, step).empty()) {
          moves.push_back(static_cast<char>('0' + lowest + cube) + std::string(step.name));
        }
      }
    }
    return moves;
  }
  void play(const std::string& action) {
    if (action[0] == 'd') {
      dice_ = action.substr(1);
      return;
    }
    const int cube = action[0] - '0' - lowest;
    std::string square;
    for (const Step& step : steps()) {
      if (action.substr(1) == step.name) square = target(cube, step);
    }
    for (auto& side : square_) {
      for (std::string& other : side) {
        if (other == square) other = gone;
      }
    }
    square_[to_move_][cube] = square;
    to_move_ = 1 - to_move_;
    dice_ = cyclic ? dice_.substr(1) + dice_[0] : "?";
  }
  std::optional<Result> result() const {
    if (stands_on(0, cyclic ? "g6" : "e5") || !has_cubes(1)) return Result{0, 1};
    if (stands_on(1, "a1") || !has_cubes(0)) return Result{1, -1};
    return std::nullopt;
  }

 private:
  static constexpr int lowest = cyclic ? 0 : 1;  // the number of the first cube
  static constexpr int rows = cyclic ? 6 : 5;
  static constexpr int columns = cyclic ? 7 : 5;
  static constexpr const char* gone = "--";

  struct Step {
    const char* name;
    int right;
    int down;
  };
  std::vector<Step> steps() const {
    std::vector<Step> steps = {{"e", 1, 0}, {"s", 0, 1}, {"se", 1, 1}};
    if (cyclic) steps.push_back({"ne", 1, -1});
    if (to_move_ == 0) return steps;
    steps = {{"w", -1, 0}, {"n", 0, -1}, {"nw", -1, -1}};
    if (cyclic) steps.push_back({"sw", -1, 1});
    return steps;
  }
  // The square that a cube of the player to move would enter; empty if it is off the board.
  std::string target(int cube, const Step& step) const {
    const std::string& from = square_[to_move_][cube];
    const int column = from[0] - 'a' + step.right;
    const int row = from[1] - '1' + step.down;
    const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? cell_name(row, column) : std::string();
  }
  std::vector<int> cubes_to_move() const {
    const int number = dice_[0] - '0' - lowest;
    const auto& own = square_[to_move_];
    if (own[number] != gone) return {number};
    std::vector<int> cubes;
    int lower = number - 1;
    while (lower >= 0 && own[lower] == gone) --lower;
    if (lower >= 0) cubes.push_back(lower);
    int higher = number + 1;
    while (higher < 6 && own[higher] == gone) ++higher;
    if (higher < 6) cubes.push_back(higher);
    return cubes;
  }
  bool stands_on(int side, const std::string& square) const {
    return std::count(square_[side], square_[side] + 6, square) > 0;
  }
  bool has_cubes(int side) const { return std::count(square_[side], square_[side] + 6, gone) < 6; }

  std::string square_[2][6];  // of Red's and of Blue's cubes
  int to_move_ = 0;
  std::string dice_;  // the cycle from the current number on, or the die
};

}  // namespace reference
