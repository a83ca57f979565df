// Bounds of the expected result by deepening: for games with dice, and for games in which
// positions can repeat.
//
// A position below the depth limit counts as "anything is possible", so every bound holds whatever
// the limit, and an interrupted search is as sound as a finished one. Chance positions are pruned
// by Star1 and Star2 (Ballard, 1983). The limit doubles: once it exceeds the length of the game,
// all values are exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/entry_table.hpp"
#include "tesuji/solve/guide.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

using Bounds = Range<double>;

// What the table keeps about a position. Results are those of player 0.
struct BoundEntry {
  std::uint64_t key;
  Bounds bounds;
  Bounds window;        // of the last complete search
  std::uint16_t depth;  // of that search
  Move best;
  std::uint32_t work;
};

using BoundTable = EntryTable<BoundEntry>;

// One thread's search. `Result` gives the result of player 0: result(position, outcome), within
// `whole`.
template <Game G, class Result>
class BoundSearch {
 public:
  static constexpr int deepest = 1024;

  BoundSearch(BoundTable& table, Control& control, Result result, Bounds whole, std::uint64_t salt,
              int variety)
      : table_(table),
        meter_(control),
        result_(result),
        whole_(whole),
        salt_(salt),
        variety_(variety) {}

  // Bounds of the root; more of them after each call with a greater depth.
  Bounds run(const G& root, int depth) {
    reached_limit_ = false;
    return search(root, depth, whole_);
  }
  // Whether the last run stopped anywhere because of its depth; if not, more depth is useless.
  [[nodiscard]] bool reached_limit() const noexcept { return reached_limit_; }
  [[nodiscard]] bool must_stop() const noexcept { return meter_.must_stop(); }
  // Whether any search met a chance position.
  [[nodiscard]] bool met_dice() const noexcept { return met_dice_; }

  [[nodiscard]] Bounds known(const G& position) const {
    if (const auto outcome = position.outcome()) return exactly(result_(position, *outcome));
    const auto entry = table_.find(key_of<NoGuide>(position, salt_));
    return entry ? entry->bounds : whole_;
  }

 private:
  // Windows of events are wider by this much, so that rounding never prunes an equal value.
  static constexpr double slack = 1e-9;

  static Bounds exactly(double value) noexcept { return {value, value}; }
  static bool outside(Bounds bounds, Bounds window) noexcept {
    return bounds.lower >= window.upper || bounds.upper <= window.lower;
  }
  static Bounds both(Bounds a, Bounds b) noexcept {
    return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
  }

  // Bounds of a position. They are final where they are outside of the window or exact.
  Bounds search(const G& position, int depth, Bounds window) {
    if (const auto outcome = position.outcome()) return exactly(result_(position, *outcome));
    const std::uint64_t key = key_of<NoGuide>(position, salt_);
    const auto entry = table_.find(key);
    Bounds bounds = entry ? entry->bounds : whole_;
    if (bounds.exact() || outside(bounds, window)) return bounds;
    if (depth == 0) {
      reached_limit_ = true;
      return bounds;
    }
    if (entry && entry->depth >= depth && entry->window.lower <= window.lower &&
        entry->window.upper >= window.upper) {
      reached_limit_ = true;
      return bounds;
    }
    if (meter_.must_stop()) return bounds;
    meter_.count();
    const std::uint64_t begun = meter_.nodes();
    Move best = entry ? entry->best : Move{0};
    const Bounds found = is_chance(position)
                             ? mean_of_events(position, depth, window)
                             : best_of_moves(position, depth, window, entry.has_value(), best);
    bounds = both(bounds, found);
    store(key, bounds, window, depth, best, meter_.nodes() - begun);
    return bounds;
  }

  void store(std::uint64_t key, Bounds bounds, Bounds window, int depth, Move best,
             std::uint64_t work) {
    const bool complete = !meter_.must_stop();
    table_.update(key, [&](BoundEntry& entry) {
      entry.bounds = entry.work == 0 ? bounds : both(entry.bounds, bounds);
      if (complete) {
        entry.window = window;
        entry.depth = static_cast<std::uint16_t>(depth);
      }
      entry.best = best;
      const std::uint64_t most = std::max<std::uint64_t>(entry.work, work + 1);
      entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, 0xffff'ffffu));
    });
  }

  // The player to move takes the best: player 0 the greatest result, player 1 the least.
  Bounds best_of_moves(const G& position, int depth, Bounds window, bool ordered, Move& best) {
    const bool greatest = position.to_move() == 0;
    const std::vector<Move> moves = ordered_moves(position, ordered, best);
    Bounds bounds = greatest ? Bounds{whole_.lower, whole_.lower} : exactly(whole_.upper);
    bool first = true;
    for (const Move move : moves) {
      const Bounds child = after(position, move, depth, narrowed(window, bounds, greatest, first));
      const bool better = greatest ? child.lower > bounds.lower : child.upper < bounds.upper;
      if (better || first) best = move;
      bounds = first ? child : joined(bounds, child, greatest);
      first = false;
      if (greatest ? bounds.lower >= window.upper : bounds.upper <= window.lower) {
        return greatest ? Bounds{bounds.lower, whole_.upper} : Bounds{whole_.lower, bounds.upper};
      }
    }
    return bounds;
  }
  static Bounds joined(Bounds a, Bounds b, bool greatest) noexcept {
    if (greatest) return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
    return {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
  }
  static Bounds narrowed(Bounds window, Bounds known, bool greatest, bool first) noexcept {
    if (first) return window;
    if (greatest) return {std::max(window.lower, known.lower), window.upper};
    return {window.lower, std::min(window.upper, known.upper)};
  }
  Bounds after(const G& position, Move move, int depth, Bounds window) {
    G next = position;
    next.play(move);
    return search(next, depth - 1, window);
  }

  // The best known move first, then in the game's order; other threads begin elsewhere.
  [[nodiscard]] std::vector<Move> ordered_moves(const G& position, bool ordered, Move best) const {
    move_list_t<G> list;
    position.legal_moves(list);
    std::vector<Move> moves(list.begin(), list.end());
    if (variety_ > 0) {
      const auto shift =
          static_cast<std::ptrdiff_t>(static_cast<std::size_t>(variety_) * 7 % moves.size());
      std::rotate(moves.begin(), moves.begin() + shift, moves.end());
    }
    if (ordered) {
      const auto place = std::find(moves.begin(), moves.end(), best);
      if (place != moves.end()) std::rotate(moves.begin(), place, place + 1);
    }
    return moves;
  }

  // Star2: one move of each child first, which often decides; then Star1 on the rest.
  Bounds mean_of_events(const G& position, int depth, Bounds window) {
    if constexpr (HasChance<G>) {
      met_dice_ = true;
      const auto count = static_cast<std::size_t>(position.event_count());
      std::vector<G> children(count, position);
      std::vector<Bounds> known(count, whole_);
      for (std::size_t i = 0; i < count; ++i) {
        children[i].play_event(position.event(static_cast<int>(i)));
        known[i] = this->known(children[i]);
      }
      for (const bool probing : {true, false}) {
        for (std::size_t i = 0; i < count; ++i) {
          const Bounds mean = mean_of(known);
          if (outside(mean, window) || meter_.must_stop()) return mean;
          if (known[i].exact()) continue;
          const Bounds share = window_of(known, i, window);
          const Bounds found = probing ? probe(children[i], depth - 1, share)
                                       : search(children[i], depth - 1, share);
          known[i] = both(known[i], found);
        }
      }
      return mean_of(known);
    } else {
      return whole_;
    }
  }
  static Bounds mean_of(const std::vector<Bounds>& known) noexcept {
    Bounds sum{0, 0};
    for (const Bounds& each : known) {
      sum.lower += each.lower;
      sum.upper += each.upper;
    }
    const auto count = static_cast<double>(known.size());
    return {sum.lower / count, sum.upper / count};
  }
  // The results of an event that matter if all others are as good, or as bad, as is possible.
  Bounds window_of(const std::vector<Bounds>& known, std::size_t event, Bounds window) const {
    const auto count = static_cast<double>(known.size());
    const Bounds mean = mean_of(known);
    const double lower = count * (window.lower - mean.upper) + known[event].upper - slack;
    const double upper = count * (window.upper - mean.lower) + known[event].lower + slack;
    return {std::max(lower, whole_.lower - slack), std::min(upper, whole_.upper + slack)};
  }
  // A bound from the move that looks best: what it reaches, the player to move reaches.
  Bounds probe(const G& position, int depth, Bounds window) {
    if (position.outcome() || is_chance(position) || depth <= 0) return known(position);
    const auto entry = table_.find(key_of<NoGuide>(position, salt_));
    const Move move = ordered_moves(position, entry.has_value(), entry ? entry->best : Move{0})[0];
    const Bounds child = after(position, move, depth, window);
    if (position.to_move() == 0) return {child.lower, whole_.upper};
    return {whole_.lower, child.upper};
  }

  BoundTable& table_;
  Meter meter_;
  Result result_;
  Bounds whole_;
  std::uint64_t salt_;
  int variety_;
  bool reached_limit_ = false;
  bool met_dice_ = false;
};

}  // namespace tesuji::solve
