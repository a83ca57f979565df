// The knowledge of Avalam against slow versions that go tower by tower.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "subjects.hpp"
#include "tesuji/knowledge/avalam.hpp"

using namespace subjects;
using knowledge::AvalamKnowledge;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

// Neighbours of a cell by rows and columns.
std::vector<int> around(int cell) {
  const auto [row, column] = avalam::numbering.cell[static_cast<std::size_t>(cell)];
  std::vector<int> cells;
  for (int r = row - 1; r <= row + 1; ++r) {
    for (int c = column - 1; c <= column + 1; ++c) {
      const int index = avalam::index_of(r, c);
      if (index >= 0 && index != cell) cells.push_back(index);
    }
  }
  return cells;
}
std::vector<int> joinable(const Avalam& position, int cell) {
  std::vector<int> cells;
  if (position.height(cell) == 0) return cells;
  for (const int other : around(cell)) {
    if (position.height(other) > 0 && position.height(cell) + position.height(other) <= 5) {
      cells.push_back(other);
    }
  }
  return cells;
}
bool is_isolated(const Avalam& position, int cell) {
  const int height = position.height(cell);
  return height > 0 && height < 5 && joinable(position, cell).empty();
}
std::set<int> component(const Avalam& position, int cell) {
  std::set<int> seen = {cell};
  std::vector<int> open = {cell};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    for (const int next : joinable(position, at)) {
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return seen;
}

struct Kinds {
  int fives = 0;
  int isolated = 0;
  int groups_of_five = 0;
  int groups = 0;
};

// The fitted table for Yellow, tower by tower.
double slow_table(const Avalam& position) {
  namespace towers = knowledge::towers;
  int sum = towers::turn_value;
  for (int cell = 0; cell < avalam::cells; ++cell) {
    const int height = position.height(cell);
    if (height == 0) continue;
    std::size_t own = 0;
    std::size_t other = 0;
    for (const int near : joinable(position, cell)) {
      ++(position.red_on_top(near) == position.red_on_top(cell) ? own : other);
    }
    const bool mine = position.red_on_top(cell) == (position.to_move() == 1);
    int value = height == 5 ? towers::five_value : towers::isolated_value;
    if (own + other > 0) {
      value = towers::tower_values[mine ? 0 : 1][static_cast<std::size_t>(height - 1)][std::min(
          own, towers::most_own)][std::min(other, towers::most_other)];
    }
    sum += mine ? value : -value;
  }
  return static_cast<double>(position.to_move() == 0 ? sum : -sum) / towers::unit;
}

double slow_evaluation(const Avalam& position, const AvalamKnowledge::Weights& w, Kinds& kinds) {
  double sum = w.table == 0 ? 0 : w.table * slow_table(position);
  std::set<int> done;
  for (int cell = 0; cell < avalam::cells; ++cell) {
    if (position.height(cell) == 0 || done.contains(cell)) continue;
    const double sign = position.red_on_top(cell) ? -1 : 1;
    const std::set<int> all = component(position, cell);
    int height = 0;
    int lead = 0;
    bool alike = true;
    for (const int other : all) {
      height += position.height(other);
      lead += position.red_on_top(other) ? -1 : 1;
      alike = alike && position.red_on_top(other) == position.red_on_top(cell);
    }
    if (w.groups && all.size() >= 2 && (alike || w.mixed) && height <= 5) {
      done.insert(all.begin(), all.end());
      sum += (lead > 0 ? 1 : lead < 0 ? -1 : 0) * (height == 5 ? w.group_five : w.group);
      ++(height == 5 ? kinds.groups_of_five : kinds.groups);
    } else if (position.height(cell) == 5) {
      sum += sign * w.five;
      ++kinds.fives;
    } else if (all.size() == 1) {
      sum += sign * w.isolated;
      ++kinds.isolated;
    } else {
      sum += sign * w.other;
    }
  }
  return std::clamp(sum / 50, -1.0, 1.0);
}

// Not written as `condition ? 1 : -1`: gcc 12 miscompiles that here (-O2 -march=x86-64-v3; it is
// correct with -fno-tree-vrp, at other levels and with clang).
double sign_of(const Avalam& position, int cell, int player) {
  return 1 - 2 * std::abs(static_cast<int>(position.red_on_top(cell)) - player);
}

double slow_move_score(const Avalam& position, Move move, const AvalamKnowledge::Weights& w) {
  const int from = move >> 6;
  const int to = move & 63;
  const int mover = position.to_move();
  const Avalam after = acted(position, move);
  double score = sign_of(position, from, mover) * w.rank_height * after.height(to);
  for (int cell = 0; cell < avalam::cells; ++cell) {
    if (is_isolated(after, cell) && !is_isolated(position, cell)) {
      score += sign_of(after, cell, mover) * w.rank_isolated;
    }
  }
  if (position.red_on_top(from) == position.red_on_top(to)) {
    score -= sign_of(position, from, mover) * w.rank_cover;
  }
  return score;
}

double slow_roll_score(const Avalam& position, Move move, const AvalamKnowledge::Weights& w) {
  const int to = move & 63;
  const int mover = position.to_move();
  const Avalam after = acted(position, move);
  const double sign = sign_of(after, to, mover);
  double score = sign * (after.height(to) == 5    ? w.roll_five
                         : is_isolated(after, to) ? w.roll_isolated
                                                  : w.roll_other);
  if (sign_of(position, to, mover) > 0) score -= w.roll_cover;
  const std::vector<int> near = joinable(after, to);
  if (std::any_of(near.begin(), near.end(),
                  [&](int cell) { return after.red_on_top(cell) != after.red_on_top(to); })) {
    score -= sign * w.roll_risk;
  }
  return score;
}

AvalamKnowledge uneven() {
  AvalamKnowledge known;
  known.weights = {.five = 1.7,
                   .isolated = 1.3,
                   .other = 0.9,
                   .groups = false,
                   .group_five = 2.3,
                   .group = 0.6,
                   .table = 0.3,
                   .rank_isolated = 5.25,
                   .rank_height = 1.5,
                   .rank_cover = 2.75,
                   .roll_five = 1.6,
                   .roll_isolated = 1.45,
                   .roll_other = 0.8,
                   .roll_cover = 1.1,
                   .roll_risk = 0.35};
  return known;
}

// The table alone.
AvalamKnowledge fitted() {
  AvalamKnowledge known;
  known.weights.five = known.weights.isolated = known.weights.other = 0;
  known.weights.groups = false;
  known.weights.table = 1;
  return known;
}

void for_random_positions(int games, void (*visit)(const Avalam&)) {
  walks(fixed_start<Avalam>("avalam"), games, [&](const Avalam& position) {
    const check::Context at(position.text());
    visit(position);
  });
}

}  // namespace

TEST_CASE(knowledge_avalam_links_are_those_of_single_towers) {
  for_random_positions(20, [](const Avalam& position) {
    const std::uint64_t movable = knowledge::links::movable(position.live());
    for (int cell = 0; cell < avalam::cells; ++cell) {
      std::uint64_t targets = 0;
      for (const int other : joinable(position, cell)) targets |= bit(other);
      CHECK_EQ(knowledge::links::targets(position.live(), cell), targets);
      CHECK_EQ(movable >> cell & 1, static_cast<std::uint64_t>(targets != 0));
    }
  });
}

TEST_CASE(knowledge_avalam_groups_are_components_of_one_colour) {
  int groups = 0;
  walks(fixed_start<Avalam>("avalam"), 20, [&](const Avalam& position) {
    const check::Context at(position.text());
    for (int cell = 0; cell < avalam::cells; ++cell) {
      if (joinable(position, cell).empty()) continue;
      std::uint64_t joined = 0;
      int height = 0;
      for (const int other : component(position, cell)) {
        joined |= bit(other);
        height += position.height(other);
      }
      const std::uint64_t colour = position.red_on_top(cell) ? position.red() : ~position.red();
      const bool counts = (joined & ~colour) == 0 && height <= 5;
      const auto group = knowledge::links::group_of(
          cell, colour, [&](int at) { return position.height(at); },
          [&](int at) { return knowledge::links::targets(position.live(), at); });
      CHECK_EQ(group.counts, counts);
      CHECK_EQ(group.cells & ~joined, 0u);
      if (!counts) continue;
      CHECK_EQ(group.cells, joined);
      CHECK_EQ(group.height, height);
      ++groups;
    }
  });
  CHECK(groups > 20);
}

TEST_CASE(knowledge_avalam_values_of_moves_are_those_of_the_positions_after_them) {
  int appeared = 0;
  AvalamKnowledge mixed;
  mixed.weights.mixed = true;
  for (const bool groups : {false, true}) {
    for (AvalamKnowledge known : {uneven(), AvalamKnowledge(), mixed, fitted()}) {
      known.weights.groups = groups && known.weights.five != 0;
      walks(fixed_start<Avalam>("avalam"), 60, [&](const Avalam& position) {
        const check::Context at(position.text());
        if (position.outcome()) return;
        const AvalamKnowledge::MoveValues values(known, position);
        Kinds before;
        (void)slow_evaluation(position, known.weights, before);
        MoveList moves;
        position.legal_moves(moves);
        for (const Move move : moves) {
          const Avalam after = acted(position, move);
          CHECK_EQ(values.after(move), known.evaluate(after));
          if (after.outcome()) CHECK_EQ(AvalamKnowledge::MoveValues::plies_left(position), 1);
        }
        const Avalam after = acted(position, moves[0]);
        Kinds kinds;
        (void)slow_evaluation(after, known.weights, kinds);
        if (kinds.groups + kinds.groups_of_five > before.groups + before.groups_of_five) ++appeared;
      });
    }
  }
  CHECK(appeared > 20);
}

TEST_CASE(knowledge_avalam_evaluation_is_that_of_single_towers) {
  AvalamKnowledge known = uneven();
  Kinds kinds;
  int mixed = 0;
  walks(fixed_start<Avalam>("avalam"), 120, [&](const Avalam& position) {
    const check::Context at(position.text());
    for (const bool groups : {false, true}) {
      known.weights.groups = groups;
      known.weights.mixed = false;
      CHECK(close(known.evaluate(position), slow_evaluation(position, known.weights, kinds)));
      known.weights.mixed = true;
      Kinds others;
      CHECK(close(known.evaluate(position), slow_evaluation(position, known.weights, others)));
      mixed += others.groups + others.groups_of_five;
    }
    const AvalamKnowledge table = fitted();
    Kinds same_kinds;
    CHECK(close(table.evaluate(position), slow_evaluation(position, table.weights, same_kinds)));
  });
  CHECK(kinds.fives > 100 && kinds.isolated > 100);
  CHECK(kinds.groups_of_five > 20 && kinds.groups > 20);
  CHECK(mixed > 2 * (kinds.groups_of_five + kinds.groups));
}

TEST_CASE(knowledge_avalam_evaluation_stays_within_a_win) {
  AvalamKnowledge known;
  known.weights.other = 1000;
  walks(fixed_start<Avalam>("avalam"), 5,
        [&](const Avalam& position) { CHECK(std::abs(known.evaluate(position)) <= 1); });
}

TEST_CASE(knowledge_avalam_scores_of_moves_are_those_of_single_towers) {
  for_random_positions(15, [](const Avalam& position) {
    const AvalamKnowledge known = uneven();
    for (const Move move : moves_of(position)) {
      const check::Context made(Avalam::move_text(move));
      CHECK(
          close(known.move_score(position, move), slow_move_score(position, move, known.weights)));
      CHECK(
          close(known.roll_score(position, move), slow_roll_score(position, move, known.weights)));
    }
  });
}

// d2 becomes a tower of five of the mover's colour on one of the opponent's; no neighbour becomes
// isolated.
TEST_CASE(knowledge_avalam_scores_by_hand) {
  Avalam position;
  for (const char* move : {"c3d3", "d1d2", "d3e2", "g6g5"}) {
    position.play(Avalam::parse_move(move));
  }
  const Move make_five = Avalam::parse_move("e2d2");
  CHECK_EQ(position.to_move(), 0);
  CHECK_EQ(AvalamKnowledge{}.move_score(position, make_five), 5.0);
  CHECK_EQ(AvalamKnowledge{}.roll_score(position, make_five), 1.55);
  // At the start every move makes a tower of two that can be taken, from neighbours of either
  // colour: along a row the colours alternate, on a diagonal they are alike.
  const Avalam start;
  CHECK_EQ(AvalamKnowledge{}.move_score(start, Avalam::parse_move("c4d4")), -2.0);
  CHECK_EQ(AvalamKnowledge{}.move_score(start, Avalam::parse_move("d4c4")), 2.0);
}

TEST_CASE(knowledge_avalam_greedy_takes_the_best_of_all) {
  for_random_positions(5, [](const Avalam& position) {
    const std::vector<Move> moves = moves_of(position);
    if (moves.empty()) return;
    const AvalamKnowledge known;
    double most = -100;
    for (const Move move : moves) most = std::max(most, known.roll_score(position, move));
    Rng rng(7);
    // This many draws include every tower.
    CHECK_EQ(
        known.roll_score(position, known.rollout_move(EpsGreedyRollout{1, 2000}, position, rng)),
        most);
    // One draw takes the best move of its tower.
    const Move one = known.rollout_move(EpsGreedyRollout{1, 1}, position, rng);
    for (const Move move : moves) {
      if (move >> 6 == one >> 6) {
        CHECK(known.roll_score(position, move) <= known.roll_score(position, one));
      }
    }
  });
}

// The random branch draws a tower, then one of its moves: a tower with few moves moves as often
// as one with many.
TEST_CASE(knowledge_avalam_random_branch_draws_towers) {
  const Avalam start;
  std::array<int, avalam::cells> drawn{};
  std::array<int, 2> onto_from_corner{};
  Rng rng(3);
  const int draws = 48000;
  const int corner = avalam::index_of(0, 2);
  for (int i = 0; i < draws; ++i) {
    const Move move = AvalamKnowledge{}.rollout_move(EpsGreedyRollout{0, 5}, start, rng);
    CHECK(moves_of(start).size() == 292);
    ++drawn[move >> 6];
    if (move >> 6 == corner) ++onto_from_corner[(move & 63) == avalam::index_of(0, 3)];
  }
  for (const int count : drawn) CHECK(count > 800 && count < 1200);
  // c1 has four neighbours.
  CHECK_EQ(joinable(start, corner).size(), 4);
  CHECK(onto_from_corner[1] > 180 && onto_from_corner[1] < 320);
}

TEST_CASE(knowledge_avalam_greedy_share_is_as_asked) {
  const AvalamKnowledge known;
  Avalam position;
  for (const char* move : {"c3d3", "d1d2", "d3e2", "g6g5"}) {
    position.play(Avalam::parse_move(move));
  }
  // With these draws the greedy branch always finds the five, the other one hardly ever.
  Rng rng(5);
  int fives = 0;
  for (int i = 0; i < 4000; ++i) {
    const Move move = known.rollout_move(EpsGreedyRollout{0.4, 1000}, position, rng);
    fives += known.roll_score(position, move) > 1.5;
  }
  CHECK(fives > 1480 && fives < 1800);
}
