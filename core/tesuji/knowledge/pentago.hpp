// Knowledge of Pentago and Pentago-Twist: open lines, the middle of the board, threats, and moves
// that block them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "tesuji/games/pentago.hpp"
#include "tesuji/knowledge/knowledge_of.hpp"
#include "tesuji/knowledge/pentago_lines.hpp"
#include "tesuji/knowledge/pentago_lost_moves.hpp"
#include "tesuji/knowledge/pentago_near_lines.hpp"

namespace tesuji::knowledge {

namespace pentago_cells {

// The two rows and the two columns in the middle.
inline constexpr std::uint64_t middle = [] {
  std::uint64_t cells = 0;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      if (row / 2 == 1 || column / 2 == 1) cells |= bit(pentago::bit_of(row, column));
    }
  }
  return cells;
}();

// For each cell, the three cells next to it in each direction that has three.
struct Runs {
  std::array<std::uint64_t, 8> stones{};
  int count = 0;
};
inline constexpr std::array<Runs, 64> runs = [] {
  std::array<Runs, 64> result{};
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      Runs& runs_here = result[static_cast<std::size_t>(pentago::bit_of(row, column))];
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          const int last_row = row + 3 * down;
          const int last_column = column + 3 * right;
          if ((down == 0 && right == 0) || last_row < 0 || last_row > 5 || last_column < 0 ||
              last_column > 5) {
            continue;
          }
          std::uint64_t& run = runs_here.stones[static_cast<std::size_t>(runs_here.count++)];
          for (int k = 1; k <= 3; ++k) {
            run |= bit(pentago::bit_of(row + k * down, column + k * right));
          }
        }
      }
    }
  }
  return result;
}();

// Whether the cell continues a run of three or more stones.
inline bool ends_run(std::uint64_t stones, int cell) noexcept {
  const Runs& here = runs[static_cast<std::size_t>(cell)];
  for (int i = 0; i < here.count; ++i) {
    const std::uint64_t run = here.stones[static_cast<std::size_t>(i)];
    if ((stones & run) == run) return true;
  }
  return false;
}

}  // namespace pentago_cells

template <PentagoRules rules>
struct PentagoKnowledge {
  using Position = Pentago<rules>;

  struct Weights {
    double lines = 1;
    double centre = 0;
    double threats = 1;
    double near = 0;
    double tempo = 1.24;
    double own_1 = 0.025;
    double own_2 = 0.144;
    double own_3 = 0.59;
    double other_1 = 0.05;
    double other_2 = 0.093;
    double other_3 = 0.37;
    double other_4 = 1.42;
    double score_win = 10;
    double score_loss = 10;
    double score_centre = 0.05;
    double score_block = 0.1;

    template <class Field>
    static void each(Field&& field) {
      field("lines", &Weights::lines, "Lines that only one player has stones in.");
      field("centre", &Weights::centre,
            "Stones in the two rows and columns next to the centre lines.");
      field("threats", &Weights::threats,
            "Twists that would leave a line one stone short of five.");
      field("near", &Weights::near,
            "Near lines: the sets of five cells that are a line now or after one twist.");
      field("tempo", &Weights::tempo, "Near lines: having the move.");
      field("own_1", &Weights::own_1,
            "Near lines with one stone of the player to move and none of the opponent.");
      field("own_2", &Weights::own_2, "Those with two stones.");
      field("own_3", &Weights::own_3, "Those with three stones.");
      field("other_1", &Weights::other_1,
            "Near lines with one stone of the opponent and none of the player to move.");
      field("other_2", &Weights::other_2, "Those with two stones.");
      field("other_3", &Weights::other_3, "Those with three stones.");
      field("other_4", &Weights::other_4,
            "Cells that the player to move must block, as the opponent has the other four.");
      field("score_win", &Weights::score_win, "Move score: an immediate win.");
      field("score_loss", &Weights::score_loss,
            "Move score: against a move that gives the opponent five in a row.");
      field("score_centre", &Weights::score_centre,
            "Move score: a stone in the rows and columns next to the centre lines.");
      field("score_block", &Weights::score_block,
            "Move score: a stone at the end of three opposing stones in line.");
    }
  };

  static constexpr double score_unit = 1;

  // Lines that only one player has stones in, more for fuller lines; the middle; threats; near
  // lines.
  [[nodiscard]] double evaluate(const Position& position) const noexcept {
    const std::uint64_t white = position.stones(0);
    const std::uint64_t black = position.stones(1);
    double value = 0;
    if (weights.lines != 0) {
      const lines::Counts own = lines::count(white);
      const lines::Counts other = lines::count(black);
      value += weights.lines * ((lines::value(own, other) - lines::value(other, own)) / 300.0);
    }
    if (weights.centre != 0) {
      value += weights.centre *
               (std::popcount(white & pentago_cells::middle) -
                std::popcount(black & pentago_cells::middle)) /
               36;
    }
    if (weights.threats != 0) {
      const auto [first, second] = threats(position);
      value += weights.threats * (first - second) / 8;
    }
    if (weights.near != 0) {
      const double mover = near_lines(position);
      value += weights.near * (position.to_move() == 0 ? mover : -mover);
    }
    return std::clamp(value, -0.9, 0.9);
  }

  // Wins, then stones in the middle and at the ends of the opponent's runs.
  [[nodiscard]] double move_score(const Position& position, Move move) const noexcept {
    const int mover = position.to_move();
    const int cell = move >> 3;
    Position next = position;
    next.play(move);
    const auto outcome = next.outcome();
    double score = 0;
    if (outcome && outcome->winner != draw) {
      score += outcome->winner == mover ? weights.score_win : -weights.score_loss;
    }
    if (pentago_cells::middle >> cell & 1) score += weights.score_centre;
    if (pentago_cells::ends_run(position.stones(1 - mover), cell)) score += weights.score_block;
    return score;
  }

  // A twist wins if after it a line needs at most one more stone and the opponent has no five: the
  // move puts the missing stone where the twist takes it into the line.
  [[nodiscard]] std::optional<Move> winning_move(const Position& position) const noexcept {
    const int mover = position.to_move();
    return winning_move(position.stones(mover), position.stones(1 - mover));
  }
  [[nodiscard]] std::optional<Move> threat(const Position& position) const noexcept {
    const int mover = position.to_move();
    return winning_move(position.stones(1 - mover), position.stones(mover));
  }

  using LostMoves = PentagoLostMoves<rules>;
  [[nodiscard]] LostMoves lost_moves(const Position& position) const noexcept {
    const int mover = position.to_move();
    return {position.stones(mover), position.stones(1 - mover)};
  }

  class MoveValues;  // in pentago_move_values.hpp

  Weights weights;

 private:
  static std::optional<Move> winning_move(std::uint64_t own, std::uint64_t other) noexcept {
    if (std::popcount(own) < 4) return std::nullopt;
    if constexpr (rules == PentagoRules::placement_wins) {
      const auto open = lines::nearly_full(lines::count(own), lines::count(other));
      if (lines::any(open)) {
        const std::uint64_t line = pentago::lines[static_cast<std::size_t>(lines::first(open))];
        return static_cast<Move>(8 * std::countr_zero(line & ~own));
      }
    }
    std::optional<Move> found;
    lines::for_each_twist<rules>(
        own, other, [&](const lines::Twist& twist, lines::Counts mine, lines::Counts theirs) {
          const auto open = lines::nearly_full(mine, theirs);
          if (!lines::any(open) || lines::has_five(theirs)) return true;
          found = completing(twist, lines::first(open), own, other);
          return false;
        });
    return found;
  }
  // The near lines for the player to move: the expected result, from -1 to 1. The weights are in
  // log odds of winning, fitted by logistic regression to results of games. With fewer empty cells
  // a draw is more likely.
  [[nodiscard]] double near_lines(const Position& position) const noexcept {
    using Near = NearLines<rules>;
    const int mover = position.to_move();
    const std::uint64_t own_stones = position.stones(mover);
    const std::uint64_t other_stones = position.stones(1 - mover);
    const auto own_counts = Near::count_stones(own_stones);
    const auto other_counts = Near::count_stones(other_stones);
    const auto own = Near::open(own_counts, other_counts);
    if (!own[3].empty()) return 1;
    const auto other = Near::open(other_counts, own_counts);
    const double sum = weights.tempo + weights.own_1 * own[0].size() +
                       weights.own_2 * own[1].size() + weights.own_3 * own[2].size() -
                       weights.other_1 * other[0].size() - weights.other_2 * other[1].size() -
                       weights.other_3 * other[2].size() -
                       weights.other_4 * cells_to_block(other[3], other_stones);
    const int empty = 36 - std::popcount(own_stones | other_stones);
    return estimate(sum * empty / 36);
  }
  // The cells that complete a near line of the opponent; full near lines count as one more.
  static int cells_to_block(const typename NearLines<rules>::Set& fours,
                            std::uint64_t stones) noexcept {
    std::uint64_t missing = 0;
    bool full = false;
    fours.for_each([&](std::size_t line) {
      const std::uint64_t cells = NearLines<rules>::cells[line] & ~stones;
      missing |= cells;
      full = full || cells == 0;
    });
    return std::popcount(missing) + full;
  }
  // The expected result, from -1 to 1, for log odds of winning: tanh(log_odds / 2) by a rational
  // function that is 1 at 6.
  static double estimate(double log_odds) noexcept {
    const double x = std::clamp(log_odds / 2, -3.0, 3.0);
    return x * (27 + x * x) / (27 + 9 * x * x);
  }
  // The number of twists, of eight, after which a line of each player needs at most one more stone.
  static std::pair<int, int> threats(const Position& position) noexcept {
    int first = 0;
    int second = 0;
    lines::for_each_twist<rules>(
        position.stones(0), position.stones(1),
        [&](const lines::Twist&, lines::Counts white, lines::Counts black) {
          first += lines::any(lines::nearly_full(white, black));
          second += lines::any(lines::nearly_full(black, white));
          return true;
        });
    return {first, second};
  }

  // The move that completes the line with this twist; any stone will do if the twist alone does.
  static Move completing(const lines::Twist& twist, int line, std::uint64_t own,
                         std::uint64_t other) noexcept {
    const std::uint64_t missing =
        pentago::lines[static_cast<std::size_t>(line)] & ~twist.turned(own);
    const int cell = missing == 0 ? std::countr_zero(pentago::board & ~(own | other))
                                  : twist.source(std::countr_zero(missing));
    return static_cast<Move>(8 * cell + 2 * twist.quadrant + twist.second);
  }
};

template <PentagoRules rules>
struct KnowledgeOf<Pentago<rules>> {
  using type = PentagoKnowledge<rules>;
};

}  // namespace tesuji::knowledge

#include "tesuji/knowledge/pentago_move_values.hpp"
