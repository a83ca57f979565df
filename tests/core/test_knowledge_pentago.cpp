// The knowledge of Pentago and Pentago-Twist against slow versions on a board of 36 cells.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "subjects.hpp"
#include "tesuji/knowledge/pentago.hpp"

using namespace subjects;
using knowledge::PentagoKnowledge;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

// -1 for an empty cell, else the player.
using Grid = std::array<std::array<int, 6>, 6>;

template <PentagoRules rules>
Grid grid_of(const Pentago<rules>& position) {
  Grid grid;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      const int index = pentago::bit_of(row, column);
      grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
          position.stones(0) >> index & 1   ? 0
          : position.stones(1) >> index & 1 ? 1
                                            : -1;
    }
  }
  return grid;
}

// Clockwise, and the second twist of the rules.
Grid twisted(const Grid& grid, int quadrant, bool second, bool flips) {
  Grid result = grid;
  const int top = 3 * (quadrant / 2);
  const int left = 3 * (quadrant % 2);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int to_row = !second ? j : flips ? i : 2 - j;
      const int to_column = !second ? 2 - i : flips ? 2 - j : i;
      result[static_cast<std::size_t>(top + to_row)][static_cast<std::size_t>(left + to_column)] =
          grid[static_cast<std::size_t>(top + i)][static_cast<std::size_t>(left + j)];
    }
  }
  return result;
}

int cell(const Grid& grid, int row, int column) {
  if (row < 0 || row > 5 || column < 0 || column > 5) return -2;
  return grid[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

// Whether some line of five has at least four stones of the player and none of the opponent.
bool threatens(const Grid& grid, int player) {
  constexpr std::array<Cell, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      for (const Cell by : directions) {
        int own = 0;
        bool open = true;
        for (int k = 0; k < 5; ++k) {
          const int here = cell(grid, row + k * by.row, column + k * by.column);
          own += here == player;
          open = open && (here == player || here == -1);
        }
        if (open && own >= 4) return true;
      }
    }
  }
  return false;
}

bool in_middle(int row, int column) { return row == 2 || row == 3 || column == 2 || column == 3; }

template <PentagoRules rules>
double slow_extras(const Pentago<rules>& position) {
  const Grid grid = grid_of(position);
  int middle = 0;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      const int stone = cell(grid, row, column);
      if (in_middle(row, column)) middle += stone == 0 ? 1 : stone == 1 ? -1 : 0;
    }
  }
  int threats = 0;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    for (const bool second : {false, true}) {
      const Grid after = twisted(grid, quadrant, second, rules == PentagoRules::twist);
      threats += threatens(after, 0) - threatens(after, 1);
    }
  }
  return 0.5 * middle / 36 + 0.3 * threats / 8;
}

template <PentagoRules rules>
double slow_move_score(const Pentago<rules>& position, Move move) {
  const int mover = position.to_move();
  const auto outcome = acted(position, move).outcome();
  const Cell at = pentago::cell_of(move >> 3);
  const Grid grid = grid_of(position);
  double score = 0;
  if (outcome && outcome->winner == mover) score += 8;
  if (outcome && outcome->winner == 1 - mover) score -= 6;
  if (in_middle(at.row, at.column)) score += 0.25;
  bool blocks = false;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      bool run = down != 0 || right != 0;
      for (int k = 1; k <= 3; ++k) {
        run = run && cell(grid, at.row + k * down, at.column + k * right) == 1 - mover;
      }
      blocks = blocks || run;
    }
  }
  return blocks ? score + 0.75 : score;
}

template <PentagoRules rules>
void check_near_lines() {
  using Near = knowledge::NearLines<rules>;
  auto distinct = Near::cells;
  std::sort(distinct.begin(), distinct.end());
  CHECK(std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end());
  walks(fixed_start<Pentago<rules>>("pentago"), 10, [](const Pentago<rules>& position) {
    const std::uint64_t own = position.stones(0);
    const std::uint64_t other = position.stones(1);
    const auto open = Near::open(Near::count_stones(own), Near::count_stones(other));
    for (std::size_t line = 0; line < Near::count; ++line) {
      const int stones =
          (Near::cells[line] & other) != 0 ? 0 : std::popcount(Near::cells[line] & own);
      for (int n = 1; n <= 4; ++n) {
        const auto word = open[static_cast<std::size_t>(n - 1)].bits[line / 64];
        CHECK_EQ(word >> line % 64 & 1, n == std::min(stones, 4));
      }
    }
  });
}

template <PentagoRules rules>
void check_random_games() {
  using G = Pentago<rules>;
  PentagoKnowledge<rules> known;
  known.weights = {.lines = 0.6,
                   .centre = 0.5,
                   .threats = 0.3,
                   .score_win = 8,
                   .score_loss = 6,
                   .score_centre = 0.25,
                   .score_block = 0.75};
  PentagoKnowledge<rules> lines_only;
  lines_only.weights.threats = 0;
  int losses = 0;
  int blocks = 0;
  walks(fixed_start<G>("pentago"), 40, [&](const G& position) {
    const check::Context at(position.text());
    // Within the clamp, the evaluation consists of the lines only.
    const double lines = lines_only.evaluate(position);
    if (std::abs(lines) < 0.9) {
      const double value = 0.6 * lines + slow_extras(position);
      CHECK(close(known.evaluate(position), std::clamp(value, -0.9, 0.9)));
    }
    if (position.outcome()) return;
    for (const Move move : moves_of(position)) {
      const double score = known.move_score(position, move);
      CHECK(close(score, slow_move_score(position, move)));
      losses += score < -5;
      blocks += score > 0.7 && score < 5;
    }
  });
  CHECK(losses > 10 && blocks > 100);
}

}  // namespace

TEST_CASE(knowledge_pentago_in_random_games) {
  check_random_games<PentagoRules::twist>();
  check_random_games<PentagoRules::rotate>();
  check_random_games<PentagoRules::placement_wins>();
}

TEST_CASE(knowledge_pentago_counts_stones_in_lines) {
  walks(fixed_start<PentagoTwist>("pentago-twist"), 10, [](const PentagoTwist& position) {
    const auto counts = knowledge::lines::count(position.stones(0));
    for (int line = 0; line < 32; ++line) {
      const std::uint64_t word = line < 16 ? counts.low : counts.high;
      const std::uint64_t stones =
          pentago::lines[static_cast<std::size_t>(line)] & position.stones(0);
      CHECK_EQ(word >> (4 * (line % 16)) & 15, std::popcount(stones));
    }
  });
}

TEST_CASE(knowledge_pentago_counts_stones_in_near_lines) {
  check_near_lines<PentagoRules::twist>();
  check_near_lines<PentagoRules::rotate>();
}

// Four white stones in a row: the fifth wins with a twist of an empty quadrant.
TEST_CASE(knowledge_pentago_wins_by_hand) {
  const auto position = PentagoRotate::parse("wwww2/6/6/6/bb4/bb4");
  const auto move = PentagoKnowledge<PentagoRules::rotate>{}.winning_move(position);
  CHECK(move.has_value());
  CHECK_EQ(PentagoRotate::move_text(*move).substr(0, 2), "e1");
  CHECK_EQ(acted(position, *move).outcome()->winner, 0);
}

// A stone on d4 and the flip of quadrant A give both players a five, a draw: there is no winning
// move here.
TEST_CASE(knowledge_pentago_does_not_win_with_both_fives) {
  const auto position = PentagoTwist::parse("4wb/1wb1bw/w1bwb1/b3bw/b1w1w1/b1bw1w");
  const auto both = acted(position, PentagoTwist::parse_move("d4AF")).outcome();
  CHECK_EQ(PentagoTwist::reasons[both->reason], "five in a row for both players");
  CHECK(!PentagoKnowledge<PentagoRules::twist>{}.winning_move(position).has_value());
}

// In this variant the placed five counts before any twist, even one that breaks it.
TEST_CASE(knowledge_pentago_placement_wins_before_the_twist) {
  const PentagoKnowledge<PentagoRules::placement_wins> known;
  const auto position = PentagoPlacement::parse("wwww2/6/6/6/bb4/bb4");
  const Move move = *known.winning_move(position);
  CHECK_EQ(PentagoPlacement::move_text(move), "e1AR");
  CHECK_EQ(acted(position, move).outcome()->winner, 0);
  // In the other variants the twist of the same move would break the line.
  CHECK(!acted(PentagoRotate::parse("wwww2/6/6/6/bb4/bb4"), move).outcome().has_value());
}
