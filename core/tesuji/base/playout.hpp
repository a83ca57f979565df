// Uniformly random games, and statistics over many of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "tesuji/base/game.hpp"

namespace tesuji {

struct Playouts {
  static constexpr int max_reasons = 8;

  std::uint64_t games = 0;
  std::array<std::uint64_t, 3> winners{};  // player 0, player 1, draws
  std::array<std::uint64_t, max_reasons> reasons{};
  std::uint64_t plies = 0;    // decisions only; chance events do not count
  std::uint64_t choices = 0;  // legal moves summed over decisions, if they were counted
  std::int64_t score = 0;     // for player 0, summed over games
  std::uint32_t shortest = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t longest = 0;
};

// Plays uniformly random moves until the game is over. `see(position)` is called at every
// decision. Returns the number of decisions.
template <Game G, class See>
std::uint32_t play_out(G& position, Rng& rng, Outcome& result, See&& see) {
  std::uint32_t plies = 0;
  for (;;) {
    if (const auto outcome = position.outcome()) {
      result = *outcome;
      return plies;
    }
    if constexpr (HasChance<G>) {
      if (position.is_chance()) {
        const auto events = static_cast<std::uint32_t>(position.event_count());
        position.play_event(position.event(static_cast<int>(rng.below(events))));
        continue;
      }
    }
    see(position);
    position.play(random_move(position, rng));
    ++plies;
  }
}

// Plays `games` random games, each from a position that `start(rng)` makes. `CountMoves` counts
// the legal moves of every position, which costs time.
template <bool CountMoves, Game G, class Start>
void run_playouts(Playouts& totals, std::uint64_t games, Rng& rng, Start&& start) {
  for (std::uint64_t i = 0; i < games; ++i) {
    G position = start(rng);
    Outcome result{};
    const auto plies = play_out(position, rng, result, [&](const G& seen) {
      if constexpr (CountMoves) totals.choices += static_cast<std::uint64_t>(move_count(seen));
    });
    totals.winners[result.winner == draw ? 2u : static_cast<unsigned>(result.winner)] += 1;
    totals.reasons[reason_of<G>(result)] += 1;
    totals.score += final_score(position, result);
    totals.plies += plies;
    totals.shortest = std::min(totals.shortest, plies);
    totals.longest = std::max(totals.longest, plies);
  }
  totals.games += games;
}

}  // namespace tesuji
