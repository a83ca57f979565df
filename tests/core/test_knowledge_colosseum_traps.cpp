// The traps of Colosseum against slow versions that go cell by cell and move by move.
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "subjects.hpp"
#include "tesuji/knowledge/colosseum.hpp"

using namespace subjects;

namespace {

using Place = std::pair<int, int>;

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

// Steps from a cell to every connected cell, as if there were a wall between two others.
template <class G>
std::map<Place, int> steps_from(const G& position, Cell start, Cell near, Cell far) {
  std::map<Place, int> found = {{{start.row, start.column}, 0}};
  std::deque<Cell> open = {start};
  while (!open.empty()) {
    const Cell cell = open.front();
    open.pop_front();
    for (int d = 0; d < 4; ++d) {
      const Cell next = colosseum::neighbour(cell, d);
      const bool walled = (cell == near && next == far) || (cell == far && next == near);
      if (walled || !position.is_open(cell, d)) continue;
      const int steps = found.at({cell.row, cell.column}) + 1;
      if (found.try_emplace({next.row, next.column}, steps).second) open.push_back(next);
    }
  }
  return found;
}

// For each open side near the opponent: what a wall there cuts off from the opponent is a trap, if
// it is less than half.
template <class G>
std::set<Place> slow_traps(const G& position) {
  const Cell start = position.cell(1 - position.to_move());
  const auto all = steps_from(position, start, start, start);
  const int walk = (position.size() + 1) / 2;
  std::set<Place> found;
  for (const auto& [at, steps] : all) {
    const Cell near{at.first, at.second};
    for (int d = 0; d < 4 && steps <= walk; ++d) {
      if (!position.is_open(near, d)) continue;
      const Cell far = colosseum::neighbour(near, d);
      const auto outside = steps_from(position, start, near, far);
      // The opponent must be able to build the wall from outside.
      if (!outside.contains(at) || 2 * outside.size() <= all.size()) continue;
      for (const auto& [cell, unused] : all) {
        if (!outside.contains(cell)) found.insert(cell);
      }
    }
  }
  return found;
}

template <class Board>
bool is_gap(const Colosseum<Board>& position, Cell cell, int direction) {
  const auto gaps = knowledge::separations::gaps(position);
  const Cell at = direction == 0 || direction == 3 ? colosseum::neighbour(cell, direction) : cell;
  return (direction % 2 == 0 ? gaps.down : gaps.right).test(at.row * Board::stride + at.column);
}

}  // namespace

// A move into a trap that does not end the game loses to the next move. The knowledge contains all
// but those whose wall meets others at both ends.
TEST_CASE(knowledge_colosseum_lost_moves_are_those_into_traps) {
  int lost_moves = 0;
  for_every_size([&](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const knowledge::Of<G> known;
    const auto compare = [&](const G& position) {
      const auto lost = known.lost_moves(position);
      const auto traps = slow_traps(position);
      for (const Move move : moves_of(position)) {
        const Cell cell{move >> 6, move >> 2 & 15};
        const bool trapped = traps.contains({cell.row, cell.column});
        CHECK_EQ(lost.contains(move), trapped && !is_gap(position, cell, move & 3));
        if (!lost.contains(move)) continue;
        const G after = acted(position, move);
        CHECK(!after.outcome());
        CHECK(known.winning_move(after).has_value());
        ++lost_moves;
      }
    };
    for (int game = 0; game < 5; ++game) {
      Rng rng(static_cast<std::uint64_t>(game));
      G position = subject.start(rng);
      while (!position.outcome()) {
        const check::Context at(position.text());
        compare(position);
        const bool filtered = game % 2 == 0;
        position.play(filtered ? known.rollout_move(FilteredRollout{}, position, rng)
                               : random_move(position, rng));
      }
    }
  });
  CHECK(lost_moves > 100);
}
