// Rollouts: how a game is played to its end to value a leaf, and what its result counts. The
// rule is a template parameter, so that the inner loop has no switch in it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// A finished game as a number from 0 to 1 for player 0.
template <Game G, class K>
double result_value(const G& position, Outcome outcome, const RolloutOptions& options,
                    const K& knowledge) {
  const auto& result = options.result;
  if (result.rule == ResultRule::score) {
    const double share = final_score(position, outcome) / result.scale;
    return 0.5 + 0.5 * std::clamp(share, -1.0, 1.0);
  }
  if constexpr (HasShare<K, G>) {
    if (result.rule == ResultRule::area) return knowledge.share(position);
  }
  if constexpr (HasElimination<K, G>) {
    if (result.rule == ResultRule::graded && outcome.winner != draw) {
      const double win = knowledge.eliminated(position) ? result.eliminate : result.goal;
      return outcome.winner == 0 ? win : 1 - win;
    }
  }
  return outcome.winner == draw ? 0.5 : 1.0 - outcome.winner;
}

// What a position that is not over looks worth, from 0 to 1 for player 0, in the units of the
// results.
template <Game G, class K>
  requires HasEvaluation<K, G>
double evaluated(const G& position, const RolloutOptions& options, const K& knowledge) {
  double value = knowledge.evaluate(position);
  if constexpr (HasPoints<K>) {
    if (options.result.rule == ResultRule::score) {
      value *= K::points_of_a_win / options.result.scale;
    }
  }
  return 0.5 + 0.5 * std::clamp(value, -1.0, 1.0);
}

// What a position looks worth to a player before any simulation, from 0 to 1.
template <Game G, class K>
double first_value(const G& position, int player, const RolloutOptions& options,
                   const K& knowledge) {
  double value = 0.5;
  if (const auto outcome = position.outcome()) {
    value = result_value(position, *outcome, options, knowledge);
  } else if constexpr (HasEvaluation<K, G>) {
    value = evaluated(position, options, knowledge);
  }
  return player == 0 ? value : 1 - value;
}

// A move that wins at once for the player to move, if there is one.
template <Game G, class K>
std::optional<Move> winning_move(const G& position, const K& knowledge) {
  if constexpr (HasWinningMove<K, G>) return knowledge.winning_move(position);
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

// How good a move looks at once to the player who makes it: by the game's score of moves, else
// by the evaluation of the position after it.
template <Game G, class K>
double looks(const G& position, Move move, const K& knowledge) {
  if constexpr (HasMoveScore<K, G>) {
    return knowledge.move_score(position, move);
  } else if constexpr (HasEvaluation<K, G>) {
    G next = position;
    next.play(move);
    const auto outcome = next.outcome();
    const double value = outcome ? (outcome->winner == draw ? 0 : 1 - 2.0 * outcome->winner)
                                 : knowledge.evaluate(next);
    return position.to_move() == 0 ? value : -value;
  } else {
    return 0;
  }
}

// Lets chance act, and says what it did.
template <Game G>
Move roll(G& position, Rng& rng) {
  Move event = 0;
  if constexpr (HasChance<G>) {
    const auto events = static_cast<std::uint32_t>(position.event_count());
    event = position.event(static_cast<int>(rng.below(events)));
    position.play_event(event);
  }
  return event;
}

inline double random_share(Rng& rng) noexcept {
  return static_cast<double>(rng.next() >> 11) * 0x1p-53;
}

// The mean result of every move for each player, over all simulations of a search, wherever the
// move was played (MAST: Finnsson and Bjornsson, 2008).
class MoveAverages {
 public:
  void clear() { means_.assign(2u << 16, {}); }
  [[nodiscard]] bool empty() const noexcept { return means_.empty(); }
  void add(int player, Move move, float value) noexcept {
    Mean& mean = at(player, move);
    if (mean.count >= most) {
      // Beyond this a float would not notice one more.
      mean.sum *= 0.5f;
      mean.count /= 2;
    }
    mean.sum += value;
    ++mean.count;
  }
  // A move never seen is thought even.
  [[nodiscard]] float mean(int player, Move move) const noexcept {
    const Mean& mean = means_[index(player, move)];
    return (mean.sum + 0.5f) / static_cast<float>(mean.count + 1);
  }
  // Old games fade when a new search begins.
  void fade() noexcept {
    for (Mean& mean : means_) {
      mean.sum *= 0.5f;
      mean.count /= 2;
    }
  }

 private:
  static constexpr std::uint32_t most = 1u << 20;

  struct Mean {
    float sum = 0;
    std::uint32_t count = 0;
  };
  static std::size_t index(int player, Move move) noexcept {
    return static_cast<std::size_t>(player) << 16 | move;
  }
  Mean& at(int player, Move move) noexcept { return means_[index(player, move)]; }

  std::vector<Mean> means_;
};

// One move of one player, in the tree or in a rollout.
struct Played {
  std::uint8_t player;
  Move move;
};

// Plays games out for one thread.
template <Game G, class K>
class Rollout {
 public:
  Rollout(const RolloutOptions& options, const K& knowledge)
      : options_(options), knowledge_(knowledge) {}

  // Plays to the end, or to the cutoff, and returns the result for player 0. Where `played` is
  // given, every move is added to it.
  double operator()(G& position, Rng& rng, std::vector<Played>* played) {
    const bool plain = played == nullptr && options_.cutoff == 0;
    switch (options_.rule) {
      case RolloutRule::uniform: return run<RolloutRule::uniform>(position, rng, played, plain);
      case RolloutRule::decisive: return run<RolloutRule::decisive>(position, rng, played, plain);
      case RolloutRule::eps_greedy:
        return run<RolloutRule::eps_greedy>(position, rng, played, plain);
      case RolloutRule::filtered: return run<RolloutRule::filtered>(position, rng, played, plain);
      case RolloutRule::walk: return run<RolloutRule::walk>(position, rng, played, plain);
      case RolloutRule::mast: return run<RolloutRule::mast>(position, rng, played, plain);
    }
    return 0.5;
  }
  MoveAverages& averages() noexcept { return averages_; }

  // Plays a game again from the random numbers with which it began, and adds its moves and events
  // to `moves`. Where others have learned from the game, `learned` are its moves as they were
  // learned: what an average advises now is not what it advised then.
  double replay(G& position, Rng rng, std::span<const Played> learned, std::vector<Move>& moves) {
    for (std::size_t ply = 0;;) {
      if (const auto outcome = position.outcome()) {
        return result_value(position, *outcome, options_, knowledge_);
      }
      if constexpr (HasEvaluation<K, G>) {
        if (options_.cutoff > 0 && ply == static_cast<std::size_t>(options_.cutoff)) {
          return evaluated(position, options_, knowledge_);
        }
      }
      if (is_chance(position)) {
        moves.push_back(roll(position, rng));
        continue;
      }
      // Asked for in any case: it draws as many random numbers as it did then.
      const Move advised = advised_move(position, rng);
      moves.push_back(ply < learned.size() ? learned[ply].move : advised);
      position.play(moves.back());
      ++ply;
    }
  }

 private:
  // Not for the inner loop.
  Move advised_move(const G& position, Rng& rng) {
    switch (options_.rule) {
      case RolloutRule::uniform: return next_move<RolloutRule::uniform>(position, rng);
      case RolloutRule::decisive: return next_move<RolloutRule::decisive>(position, rng);
      case RolloutRule::eps_greedy: return next_move<RolloutRule::eps_greedy>(position, rng);
      case RolloutRule::filtered: return next_move<RolloutRule::filtered>(position, rng);
      case RolloutRule::walk: return next_move<RolloutRule::walk>(position, rng);
      case RolloutRule::mast: return next_move<RolloutRule::mast>(position, rng);
    }
    return random_move(position, rng);
  }
  template <RolloutRule rule>
  double run(G& position, Rng& rng, std::vector<Played>* played, bool plain) {
    return plain ? run<rule, true>(position, rng, played) : run<rule, false>(position, rng, played);
  }
  template <RolloutRule rule, bool plain>
  double run(G& position, Rng& rng, std::vector<Played>* played) {
    for (int left = options_.cutoff;;) {
      if (const auto outcome = position.outcome()) {
        return result_value(position, *outcome, options_, knowledge_);
      }
      if constexpr (!plain && HasEvaluation<K, G>) {
        if (left == 0 && options_.cutoff > 0) {
          return evaluated(position, options_, knowledge_);
        }
      }
      if (is_chance(position)) {
        roll(position, rng);
        continue;
      }
      const Move move = next_move<rule>(position, rng);
      if constexpr (!plain) {
        if (played) played->push_back({static_cast<std::uint8_t>(position.to_move()), move});
      }
      position.play(move);
      --left;
    }
  }

  template <RolloutRule rule>
  Move next_move(const G& position, Rng& rng) {
    if constexpr (rule == RolloutRule::decisive) {
      if (const auto winner = winning_move(position, knowledge_)) return *winner;
    }
    if constexpr (rule == RolloutRule::eps_greedy) return eps_greedy_move(position, rng);
    if constexpr (rule == RolloutRule::filtered && HasFilter<K, G>) {
      return knowledge_.filtered_move(position, rng);
    }
    if constexpr (rule == RolloutRule::walk && HasWalk<K, G>) {
      return knowledge_.walk_move(position, rng);
    }
    if constexpr (rule == RolloutRule::mast) {
      const int player = position.to_move();
      return best_of_some(position, rng, [&](Move move) { return averages_.mean(player, move); });
    }
    return random_move(position, rng);
  }
  Move eps_greedy_move(const G& position, Rng& rng) {
    if constexpr (HasEpsGreedy<K, G>) {
      return knowledge_.eps_greedy_move(position, rng, options_.greedy, options_.k);
    } else {
      return best_of_some(position, rng,
                          [&](Move move) { return looks(position, move, knowledge_); });
    }
  }
  // Sometimes the best of k random moves, else a random one.
  template <class Worth>
  Move best_of_some(const G& position, Rng& rng, Worth&& worth) {
    if (random_share(rng) >= options_.greedy) return random_move(position, rng);
    Move best = random_move(position, rng);
    auto most = worth(best);
    for (int i = 1; i < options_.k; ++i) {
      const Move other = random_move(position, rng);
      if (other == best) continue;
      const auto value = worth(other);
      if (value > most) {
        most = value;
        best = other;
      }
    }
    return best;
  }

  const RolloutOptions& options_;
  const K& knowledge_;
  MoveAverages averages_;
};

}  // namespace tesuji::mcts
