// Searches all boards of a placement of stones at once: in which of them one player can force a
// win, or the other at least a draw.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>

#include "tesuji/base/move.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/pentago_fives.hpp"
#include "tesuji/solve/pentago_table.hpp"

namespace tesuji::solve {

// A position below the root. Sides: 0 moves first at the root.
struct PentagoNode {
  Placed own = 0;  // of the player to move
  Placed other = 0;
  int side = 0;  // the player to move
  Orientations board{};

  [[nodiscard]] int parity() const noexcept { return std::popcount(own | other) & 1; }
};

template <PentagoRules rules>
class PentagoSearch {
 public:
  using Set = BoardSet<rules>;
  using T = Twists<rules>;

  // Threads with different numbers try moves in different orders.
  PentagoSearch(const FivesTable<rules>& fives, PlacementTable<rules>& table, Control& control,
                int thread)
      : fives_(fives),
        table_(table),
        meter_(control),
        thread_(thread),
        all_(bit(fives.empties()) - 1),
        uses_table_(fives.empties() <= PlacementKey::most_cells) {}

  // Whether a search was cut off; its answer means nothing then.
  [[nodiscard]] bool stopped() const noexcept {
    return meter_.must_stop() || meter_.nodes() > last_node_;
  }
  // From here on, searches at most this number of nodes.
  void allow(std::uint64_t nodes) noexcept { last_node_ = meter_.nodes() + nodes; }

  // A move with which the player to move forces a win within `depth` plies (`attacks`), or lets the
  // opponent not win within `depth` plies.
  [[nodiscard]] std::optional<Move> find(const PentagoNode& node, bool attacks, int depth) {
    return attacks ? find_move<true>(node, depth) : find_move<false>(node, depth);
  }
  // Where a move leads, unless it ends the game.
  [[nodiscard]] PentagoNode after(const PentagoNode& node, Move move) const noexcept {
    PentagoNode next{node.other, node.own, 1 - node.side, node.board};
    for_each_bit(all_ & ~(node.own | node.other), [&](int index) {
      if (cell_on(node.board, index) == move >> 3) next.other |= bit(index);
    });
    const auto quadrant = static_cast<std::size_t>(move >> 1 & 3);
    next.board[quadrant] = T::twisted(next.board[quadrant], move & 1);
    return next;
  }

 private:
  static constexpr bool placement_wins = rules == PentagoRules::placement_wins;
  struct Nothing {};
  using PlacedFives = std::conditional_t<placement_wins, Set, Nothing>;
  // Results of shallower searches are not stored.
  static constexpr int least_stored_depth = 3;

  // A cell to play, and the boards after it in which the opponent has not reached its goal at once.
  struct Child {
    Set open;
    Placed cell;
    int size;
  };
  // A cell to play, and boards after it in which the player who played it reaches its goal.
  struct Gain {
    Set boards;
    Placed cell;
  };
  struct Children {
    std::array<Child, 36> list;
    std::array<std::uint8_t, 36> order;  // the most promising first
    int count = 0;
    [[nodiscard]] Child& ordered(int i) noexcept {
      return list[order[static_cast<std::size_t>(i)]];
    }
  };

  struct OpponentFives {
    Set twisted = Set::none();
    PlacedFives placed{};  // before a twist, where that wins
  };

  [[nodiscard]] Placed free_cells(const PentagoNode& node) const noexcept {
    return all_ & ~(node.own | node.other);
  }
  [[nodiscard]] int cell_on(const Orientations& board, int index) const noexcept {
    const int cell = fives_.cell(index);
    const auto local = static_cast<std::uint16_t>(1 << (cell % 16));
    const auto quadrant = static_cast<std::size_t>(cell / 16);
    return cell - cell % 16 + std::countr_zero(T::pattern(local, board[quadrant]));
  }

  // A move that leads from the node's board to one of the set, by the given cell.
  [[nodiscard]] std::optional<Move> move_into(const PentagoNode& node, Placed cell,
                                              const Set& set) const noexcept {
    const int from = 8 * cell_on(node.board, std::countr_zero(cell));
    for (int twist = 0; twist < 8; ++twist) {
      Orientations board = node.board;
      const auto quadrant = static_cast<std::size_t>(twist / 2);
      board[quadrant] = T::twisted(board[quadrant], twist & 1);
      if (set.contains(board)) return static_cast<Move>(from + twist);
    }
    return std::nullopt;
  }

  // Reaches the goal with the next move: makes five, or ends the search undefeated.
  template <bool attacks>
  [[nodiscard]] std::optional<Move> find_at_once(const PentagoNode& node, int depth) {
    const int parity = node.parity();
    const Set other_fives = fives_.at(1 - node.side, node.other, parity ^ 1);
    for (Placed free = free_cells(node); free != 0; free &= free - 1) {
      const Placed cell = free & (~free + 1);
      if constexpr (placement_wins) {
        if (fives_.at(node.side, node.own | cell, parity).contains(node.board)) {
          return static_cast<Move>(8 * cell_on(node.board, std::countr_zero(cell)));
        }
      }
      Set good = fives_.at(node.side, node.own | cell, parity ^ 1);
      if (attacks) good -= other_fives;
      if (!attacks && depth == 1) good |= ~other_fives;
      if (const auto move = move_into(node, cell, good)) return move;
    }
    return std::nullopt;
  }

  template <bool attacks>
  [[nodiscard]] std::optional<Move> find_move(const PentagoNode& node, int depth) {
    if (const auto move = find_at_once<attacks>(node, depth)) return move;
    if (depth == 1) return std::nullopt;
    Children children;
    Set won = Set::none();
    Set rest = Set::of(node.board);
    expand<attacks>(node, rest, depth, children);
    const Gain gain = try_all<attacks>(node, depth, children, won, rest);
    if (stopped() || won.empty()) return std::nullopt;
    return move_into(node, gain.cell, gain.boards);
  }

  [[nodiscard]] static PentagoNode placed(const PentagoNode& node, Placed cell) noexcept {
    return {node.other, node.own | cell, 1 - node.side, {}};
  }

  // All boards of `rest` in which the player to move forces its goal within `depth` plies. The goal
  // is a win if it attacks, otherwise at least a draw. In none of them does the next move do.
  template <bool attacks>
  [[nodiscard]] Set reach(const PentagoNode& node, Set rest, int depth) {
    Set won = Set::none();
    if (stopped()) return won;
    meter_.count();
    const bool stores = uses_table_ && depth >= least_stored_depth;
    const PlacementKey key(node.own, node.other, attacks);
    if (stores) {
      table_.look_up(key, depth, won, rest);
      if (rest.empty()) return won;
    }
    Children children;
    expand<attacks>(node, rest, depth, children);
    if (depth == 2) {
      Set kept = Set::none();
      for (int i = 0; i < children.count; ++i) kept |= children.ordered(i).open;
      return before_twist(kept, node.parity() ^ 1) & rest;
    }
    try_all<attacks>(node, depth, children, won, rest);
    if (stores && !stopped()) table_.store(key, depth, won, rest);
    return won;
  }

  // Moves boards from `rest` to `won`. Returns the last move that did.
  template <bool attacks>
  Gain try_all(const PentagoNode& node, int depth, Children& children, Set& won, Set& rest) {
    // Near the root, a defender first tries one twist per board: that is often enough, and it keeps
    // the sets below small. In Pentago-Twist it makes most searches longer: the larger sets leave
    // too few entries in the table.
    Gain gain{Set::none(), 0};
    if (!attacks && !T::flips && 2 * depth > fives_.empties()) {
      try_each<attacks, true>(node, depth, children, won, rest, gain);
    }
    if (!rest.empty()) try_each<attacks, false>(node, depth, children, won, rest, gain);
    return gain;
  }

  template <bool attacks, bool thinned>
  void try_each(const PentagoNode& node, int depth, Children& children, Set& won, Set& rest,
                Gain& gain) {
    const int parity = node.parity();
    const Set other_fives = fives_.at(1 - node.side, node.other, parity ^ 1);
    Set next = after_twist(rest, parity) - other_fives;
    for (int i = 0; i < children.count; ++i) {
      Child& child = children.ordered(i);
      Set kept = child.open & next;
      if (kept.empty()) continue;
      if (thinned) {
        kept = thin(kept, rest, parity ^ 1);
        child.open -= kept;
      }
      if (depth > 2) kept -= reach<!attacks>(placed(node, child.cell), kept, depth - 1);
      if (stopped()) return;
      if (kept.empty()) continue;
      gain = {kept, child.cell};
      const Set gained = before_twist(kept, parity ^ 1) & rest;
      won |= gained;
      rest -= gained;
      if (rest.empty()) return;
      next = after_twist(rest, parity) - other_fives;
    }
  }

  // A smaller set from which as many boards of `rest` are one twist away.
  [[nodiscard]] static Set thin(Set set, const Set& rest, int parity) noexcept {
    const Set covered = before_twist(set, parity) & rest;
    for (int index_bit = 0; index_bit < Set::index_bits; ++index_bit) {
      for (const bool value : {false, true}) {
        const Set part = set.with_index_bit(index_bit, value);
        if ((before_twist(part, parity) & rest) == covered) set = part;
      }
    }
    return set;
  }

  // The cells to play from boards of `rest`, the most promising first.
  template <bool attacks>
  void expand(const PentagoNode& node, const Set& rest, int depth, Children& children) {
    const int parity = node.parity();
    const Set next = after_twist(rest, parity) - fives_.at(1 - node.side, node.other, parity ^ 1);
    // The opponent's fives by any cell but the child's: cells before it, then cells after it.
    OpponentFives fives;
    const auto add_fives = [&](Placed cell) {
      fives.twisted |= fives_.at(1 - node.side, node.other | cell, parity);
      if constexpr (placement_wins) {
        fives.placed |= fives_.at(1 - node.side, node.other | cell, parity ^ 1);
      }
    };
    std::array<OpponentFives, 36> earlier;
    children.count = 0;
    for (Placed free = free_cells(node); free != 0; free &= free - 1) {
      const auto i = static_cast<std::size_t>(children.count++);
      children.list[i].cell = free & (~free + 1);
      earlier[i] = fives;
      add_fives(children.list[i].cell);
    }
    fives = {};
    for (auto i = static_cast<std::size_t>(children.count); i-- > 0;) {
      Child& child = children.list[i];
      Set refuted = earlier[i].twisted | fives.twisted;
      const Set own_fives = fives_.at(node.side, node.own | child.cell, parity);
      if (!attacks) refuted -= own_fives;
      if (attacks && depth == 2) refuted |= ~own_fives;
      refuted = before_twist(refuted, parity);
      if constexpr (placement_wins) refuted |= earlier[i].placed | fives.placed;
      child.open = next - fives_.at(node.side, node.own | child.cell, parity ^ 1) - refuted;
      child.size = depth > 2 ? child.open.population() : 0;
      add_fives(child.cell);
    }
    order<attacks>(children, depth);
  }

  template <bool attacks>
  void order(Children& children, int depth) const noexcept {
    const auto begin = children.order.begin();
    const auto end = begin + children.count;
    std::iota(begin, end, std::uint8_t{0});
    if (depth == 2) return;
    std::sort(begin, end, [&](std::uint8_t a, std::uint8_t b) {
      const int size_a = children.list[a].size;
      const int size_b = children.list[b].size;
      return size_a != size_b ? size_a > size_b : a < b;
    });
    // An attack that fails tries every cell: threads start with different ones.
    if (attacks && children.count > 0) std::rotate(begin, begin + thread_ % children.count, end);
  }

  FivesTable<rules> fives_;
  PlacementTable<rules>& table_;
  Meter meter_;
  int thread_;
  Placed all_;
  bool uses_table_;
  std::uint64_t last_node_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace tesuji::solve
