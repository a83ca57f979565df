// The knowledge of Colosseum against slow versions that go cell by cell and move by move.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "subjects.hpp"
#include "tesuji/knowledge/colosseum.hpp"

using namespace subjects;
using knowledge::ColosseumKnowledge;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

template <class Visit>
void for_every_size(Visit&& visit) {
  for (int size = 4; size <= 8; ++size) {
    const check::Context context("narrow " + std::to_string(size));
    visit(colosseum_of<NarrowColosseum>("narrow", size));
  }
  for (int size = 4; size <= 12; ++size) {
    const check::Context context("wide " + std::to_string(size));
    visit(colosseum_of<WideColosseum>("wide", size));
  }
}

template <class G>
bool on_border(const G& position, Cell cell) {
  return std::min(cell.row, cell.column) == 0 ||
         std::max(cell.row, cell.column) == position.size() - 1;
}
template <class G>
int walls_round(const G& position, Cell cell) {
  int walls = 0;
  for (int d = 0; d < 4; ++d) walls += !position.is_open(cell, d);
  return walls;
}

template <class G>
std::set<Move> slow_preferred(const G& position) {
  std::set<Move> wins;
  std::set<Move> sound;
  std::set<Move> all;
  const int mover = position.to_move();
  for (const Move move : moves_of(position)) {
    const G after = acted(position, move);
    const auto outcome = after.outcome();
    all.insert(move);
    if (outcome && outcome->winner == mover) wins.insert(move);
    if (outcome && outcome->winner == 1 - mover) continue;
    const Cell cell = after.cell(mover);
    if (walls_round(after, cell) <= 2 && !on_border(after, cell)) sound.insert(move);
  }
  return !wins.empty() ? wins : !sound.empty() ? sound : all;
}

// Steps from a player's cell to every connected cell, ignoring the opponent.
template <class G>
std::map<std::pair<int, int>, int> distances(const G& position, int player) {
  const Cell start = position.cell(player);
  std::map<std::pair<int, int>, int> found = {{{start.row, start.column}, 0}};
  std::deque<Cell> open = {start};
  while (!open.empty()) {
    const Cell cell = open.front();
    open.pop_front();
    for (int d = 0; d < 4; ++d) {
      if (!position.is_open(cell, d)) continue;
      const Cell by = colosseum::steps[static_cast<std::size_t>(d)];
      const Cell next{cell.row + by.row, cell.column + by.column};
      const int steps = found.at({cell.row, cell.column}) + 1;
      if (found.try_emplace({next.row, next.column}, steps).second) open.push_back(next);
    }
  }
  return found;
}
template <class G>
int first_reached(const G& position, int player) {
  const auto own = distances(position, player);
  const auto other = distances(position, 1 - player);
  int count = 0;
  for (const auto& [cell, steps] : own) {
    count += !other.contains(cell) || steps < other.at(cell);
  }
  return count;
}

template <class G>
double centre(const G& position, int player) {
  const double middle = (position.size() - 1) / 2.0;
  const Cell cell = position.cell(player);
  return (std::abs(cell.row - middle) + std::abs(cell.column - middle)) / (position.size() - 1);
}
template <class G>
double free_share(const G& position) {
  const int size = position.size();
  int walls = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      walls += column + 1 < size && !position.is_open({row, column}, 1);
      walls += row + 1 < size && !position.is_open({row, column}, 2);
    }
  }
  return 1 - walls / (2.0 * size * (size - 1));
}
template <class G>
double distance(const G& position) {
  const Cell a = position.cell(0);
  const Cell b = position.cell(1);
  return (std::abs(a.row - b.row) + std::abs(a.column - b.column)) / (2.0 * (position.size() - 1));
}
// The moves of the player to move, as a share of the most possible.
template <class G>
double moves_share(const G& position) {
  const int size = position.size();
  const int walk = (size + 1) / 2;
  const int most = 4 * std::min(2 * walk * (walk + 1) + 1, size * size);
  return static_cast<double>(moves_of(position).size()) / most;
}

// Turns to every connected cell, and the share of the cells that both players reach in the same
// one.
template <class G>
std::map<std::pair<int, int>, int> turns(const G& position, int player) {
  const int walk = (position.size() + 1) / 2;
  auto found = distances(position, player);
  for (auto& [cell, steps] : found) steps = (steps + walk - 1) / walk;
  return found;
}
template <class G>
double early_cells(const G& position, int player) {
  double sum = 0;
  for (const auto& [cell, turn] : turns(position, player)) sum += std::pow(0.5, turn);
  return sum;
}
template <class G>
double contested(const G& position) {
  const auto own = turns(position, 0);
  const auto other = turns(position, 1);
  int tied = 0;
  std::size_t both = 0;
  for (const auto& [cell, turn] : own) {
    both += other.contains(cell) ? 1 : 0;
    tied += other.contains(cell) && other.at(cell) == turn;
  }
  return static_cast<double>(tied) / static_cast<double>(own.size() + other.size() - both);
}

template <class G>
double slow_evaluation(const G& position) {
  const int r0 = position.reachable(0).count();
  const int r1 = position.reachable(1).count();
  const int n0 = first_reached(position, 0);
  const int n1 = first_reached(position, 1);
  const double e0 = early_cells(position, 0);
  const double e1 = early_cells(position, 1);
  const double tied = contested(position);
  double value = 0.4 * (r0 - r1) / (r0 + r1) + 0.3 * (1 - 0.6 * tied) * (n0 - n1) / (n0 + n1);
  value += 0.35 * (0.4 + 0.6 * tied) * (e0 - e1) / (e0 + e1);
  value += (position.to_move() == 0 ? 0.1 : -0.1) * tied;
  value += 0.2 * free_share(position) * (centre(position, 1) - centre(position, 0));
  value += 0.15 * (on_border(position, position.cell(1)) - on_border(position, position.cell(0)));
  value += 0.25 * ((walls_round(position, position.cell(1)) >= 2) -
                   (walls_round(position, position.cell(0)) >= 2));
  return std::clamp(value, -0.99, 0.99);
}

template <class G>
double slow_move_score(const G& position, Move move) {
  const int mover = position.to_move();
  const G after = acted(position, move);
  if (const auto outcome = after.outcome()) {
    return outcome->winner == draw ? 0 : outcome->winner == mover ? 10 : -10;
  }
  return -(0.5 * moves_share(after) + 0.2 * distance(after) +
           0.1 * free_share(after) * centre(after, mover) +
           0.3 * on_border(after, after.cell(mover)) +
           0.4 * (walls_round(after, after.cell(mover)) >= 2));
}

template <class Board>
ColosseumKnowledge<Board> uneven(const Colosseum<Board>&) {
  ColosseumKnowledge<Board> known;
  known.weights = {.reach = 0.4,
                   .area = 0.3,
                   .turns = 0.35,
                   .contest = 0.6,
                   .ties = 0.1,
                   .centre = 0.2,
                   .edge = 0.15,
                   .walls = 0.25,
                   .score_moves = 0.5,
                   .score_distance = 0.2,
                   .score_centre = 0.1,
                   .score_edge = 0.3,
                   .score_walls = 0.4};
  return known;
}

}  // namespace

// Positions of random games and of games by filtered moves, which are longer and denser.
TEST_CASE(knowledge_colosseum_prefers_what_brute_force_prefers) {
  for_every_size([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const knowledge::Of<G> known;
    for (int game = 0; game < 30; ++game) {
      Rng rng(static_cast<std::uint64_t>(game));
      G position = subject.start(rng);
      while (!position.outcome()) {
        const check::Context at(position.text());
        const std::set<Move> expected = slow_preferred(position);
        MoveList list;
        known.preferred_moves(position, list);
        CHECK_EQ(list.size(), expected.size());
        CHECK(std::all_of(list.begin(), list.end(), [&](Move m) { return expected.contains(m); }));
        const Move drawn = known.rollout_move(FilteredRollout{}, position, rng);
        CHECK(expected.contains(drawn));
        position.play(game % 2 == 0 ? drawn : random_move(position, rng));
      }
    }
  });
}

TEST_CASE(knowledge_colosseum_lists_preferred_moves_in_order) {
  walks(colosseum_of<WideColosseum>("wide", 9), 10, [](const WideColosseum& position) {
    if (position.outcome()) return;
    MoveList list;
    ColosseumKnowledge<colosseum::WideBoard>{}.preferred_moves(position, list);
    std::vector<Move> expected;
    for (const Move move : moves_of(position)) {
      if (list.contains(move)) expected.push_back(move);
    }
    CHECK(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
  });
}

TEST_CASE(knowledge_colosseum_filter_draws_uniformly) {
  Rng rng(1);
  const NarrowColosseum position = NarrowColosseum::start(6, 2, rng);
  const std::set<Move> expected = slow_preferred(position);
  std::map<Move, int> drawn;
  const int each = 1000;
  for (std::size_t i = 0; i < each * expected.size(); ++i) {
    ++drawn[ColosseumKnowledge<colosseum::NarrowBoard>{}.rollout_move(FilteredRollout{}, position,
                                                                      rng)];
  }
  CHECK_EQ(drawn.size(), expected.size());
  for (const auto& [move, count] : drawn) CHECK(count > 820 && count < 1180);
}

TEST_CASE(knowledge_colosseum_values_are_those_of_single_cells) {
  for_every_size([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const auto known = uneven(G());
    walks(subject, 8, [&](const G& position) {
      const check::Context at(position.text());
      CHECK(close(known.evaluate(position), slow_evaluation(position)));
      if (position.outcome()) return;
      Rng rng(position.hash());
      for (int i = 0; i < 8; ++i) {
        const Move move = random_move(position, rng);
        CHECK(close(known.move_score(position, move), slow_move_score(position, move)));
      }
    });
  });
}

TEST_CASE(knowledge_colosseum_blend_and_share) {
  for_every_size([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const knowledge::Of<G> known;
    walks(subject, 6, [&](const G& position) {
      const int mover = 1 - position.to_move();
      if (const auto outcome = position.outcome()) {
        for (const int player : {0, 1}) {
          CHECK_EQ(known.value(MobilityValue{1, 1}, position, player), outcome->winner == draw ? 0.5
                                                                       : outcome->winner == player
                                                                           ? 1.0
                                                                           : 0.0);
        }
        const double own = static_cast<double>(distances(position, 0).size());
        const double other = static_cast<double>(distances(position, 1).size());
        CHECK(close(known.result(AreaResult{}, position, *outcome), own / (own + other)));
        CHECK_EQ(known.result(AreaResult{}, position, *outcome) > 0.5, outcome->winner == 0);
        return;
      }
      CHECK_EQ(known.value(MobilityValue{0, 0}, position, mover), 0.5);
      const double few = 1 - moves_share(position);
      const double near = 1 - distance(position);
      CHECK(close(known.value(MobilityValue{3, 1}, position, mover), (3 * few + near) / 4));
      CHECK(close(known.value(MobilityValue{0, 2}, position, mover), near));
      const double at_edge = knowledge::features::at_edge(position, mover);
      CHECK(close(known.value(MobilityValue{3, 1, 4, 0}, position, mover),
                  (3 * few + near + 4 * (1 - at_edge)) / 8));
    });
  });
}

// Every weight of territory switches the flood, so each is also compared alone.
TEST_CASE(knowledge_colosseum_room_of_single_weights) {
  for_every_size([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    knowledge::Of<G> area;
    area.weights.reach = 0;
    area.weights.area = 0.5;
    knowledge::Of<G> blended = area;
    blended.weights.contest = 1;
    knowledge::Of<G> early = area;
    early.weights.area = 0;
    early.weights.turns = 0.5;
    walks(subject, 4, [&](const G& position) {
      const check::Context at(position.text());
      const int n0 = first_reached(position, 0);
      const int n1 = first_reached(position, 1);
      const double e0 = early_cells(position, 0);
      const double e1 = early_cells(position, 1);
      const double nearest = 0.5 * (n0 - n1) / (n0 + n1);
      CHECK(close(area.evaluate(position), nearest));
      CHECK(close(blended.evaluate(position), (1 - contested(position)) * nearest));
      CHECK(close(early.evaluate(position), 0.5 * (e0 - e1) / (e0 + e1)));
    });
  });
}

// Violet on b1 walls Orange into the corner a1.
TEST_CASE(knowledge_colosseum_wins_by_hand) {
  const ColosseumKnowledge<colosseum::NarrowBoard> known;
  const auto position = NarrowColosseum::parse("b1 a1 v a1d", 4);
  CHECK_EQ(NarrowColosseum::move_text(*known.winning_move(position)), "b1l");
  MoveList list;
  known.preferred_moves(position, list);
  CHECK_EQ(list.size(), 1);
  CHECK_EQ(NarrowColosseum::move_text(list[0]), "b1l");
  CHECK_EQ(known.move_score(position, list[0]), 10.0);
  // Orange's only move leaves each player one cell: a draw, not a win.
  const auto tie = NarrowColosseum::parse("b1 a1 o a1d,b1d,b1r", 4);
  CHECK_EQ(moves_of(tie).size(), 1);
  CHECK(!known.winning_move(tie).has_value());
  CHECK_EQ(known.move_score(tie, moves_of(tie)[0]), 0.0);
}
