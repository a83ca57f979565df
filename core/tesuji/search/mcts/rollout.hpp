// Rollouts: how a game is played to its end to value a leaf. The rule is a template parameter,
// so that the inner loop has no switch in it.
#pragma once

#include <algorithm>
#include <optional>

#include "tesuji/base/game.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// A finished game as a number from 0 to 1 for player 0.
template <Game G>
double result_value(const G& position, Outcome outcome, const Options& options) {
  if (options.result.rule == ResultRule::score) {
    const double share = final_score(position, outcome) / options.result.scale;
    return 0.5 + 0.5 * std::clamp(share, -1.0, 1.0);
  }
  return outcome.winner == draw ? 0.5 : 1.0 - outcome.winner;
}

// A move that wins at once for the player to move, if there is one.
template <Game G>
std::optional<Move> winning_move(const G& position) {
  move_list_t<G> list;
  position.legal_moves(list);
  const int mover = position.to_move();
  for (Move move : list) {
    G next = position;
    next.play(move);
    const auto outcome = next.outcome();
    if (outcome && outcome->winner == mover) return move;
  }
  return std::nullopt;
}

template <RolloutRule rule, Game G>
Move rollout_move(const G& position, Rng& rng) {
  if constexpr (rule == RolloutRule::decisive) {
    if (const auto winner = winning_move(position)) return *winner;
  }
  return random_move(position, rng);
}

template <Game G>
void roll(G& position, Rng& rng) {
  if constexpr (HasChance<G>) {
    const auto events = static_cast<std::uint32_t>(position.event_count());
    position.play_event(position.event(static_cast<int>(rng.below(events))));
  }
}

// Plays to the end and returns the result for player 0.
template <RolloutRule rule, Game G>
double rollout(G& position, Rng& rng, const Options& options) {
  for (;;) {
    if (const auto outcome = position.outcome()) return result_value(position, *outcome, options);
    if (is_chance(position)) {
      roll(position, rng);
    } else {
      position.play(rollout_move<rule>(position, rng));
    }
  }
}

}  // namespace tesuji::mcts
