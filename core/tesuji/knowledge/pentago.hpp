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
    double score_win = 10;
    double score_centre = 0.05;
    double score_block = 0.1;

    template <class Field>
    static void each(Field&& field) {
      field("lines", &Weights::lines, "Lines that only one player has stones in.");
      field("centre", &Weights::centre,
            "Stones in the two rows and columns next to the centre lines.");
      field("threats", &Weights::threats,
            "Twists that would leave a line one stone short of five.");
      field("score_win", &Weights::score_win, "Move score: an immediate win.");
      field("score_centre", &Weights::score_centre,
            "Move score: a stone in the rows and columns next to the centre lines.");
      field("score_block", &Weights::score_block,
            "Move score: a stone at the end of three opposing stones in line.");
    }
  };

  static constexpr double score_unit = 1;

  // Lines that only one player has stones in, more for fuller lines; the middle; threats.
  [[nodiscard]] double evaluate(const Position& position) const noexcept {
    const std::uint64_t white = position.stones(0);
    const std::uint64_t black = position.stones(1);
    const lines::Counts own = lines::count(white);
    const lines::Counts other = lines::count(black);
    double value = weights.lines * ((lines::value(own, other) - lines::value(other, own)) / 300.0);
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
      score += outcome->winner == mover ? weights.score_win : -weights.score_win;
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
