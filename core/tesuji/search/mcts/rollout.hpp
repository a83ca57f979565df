// Rollouts: playing a game to its end to value a leaf, and the value of its result. The rule is
// chosen before the loop, as a type, so the inner loop has no switch.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// The value of a finished game, from 0 to 1 for player 0.
template <Game G, class K>
double result_value(const G& position, Outcome outcome, const RolloutOptions& options,
                    const K& knowledge) {
  const auto& result = options.result;
  if (result.rule == ResultRule::score) {
    const double share = final_score(position, outcome) / result.scale;
    return 0.5 + 0.5 * std::clamp(share, -1.0, 1.0);
  }
  if constexpr (HasResultRule<K, AreaResult, G>) {
    if (result.rule == ResultRule::area) return knowledge.result(AreaResult{}, position, outcome);
  }
  if constexpr (HasResultRule<K, GradedResult, G>) {
    if (result.rule == ResultRule::graded) {
      return knowledge.result(GradedResult{result.eliminate, result.goal, result.close}, position,
                              outcome);
    }
  }
  return outcome.winner == draw ? 0.5 : 1.0 - outcome.winner;
}

// The evaluation of a position that is not over, from 0 to 1 for player 0, on the scale of the
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

// The value of a position for a player before any simulation, from 0 to 1.
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

// A winning move of the player to move, if there is one.
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

// How good a move looks to the player who makes it, without search: by the game's move score,
// else by the evaluation of the position after the move.
template <Game G, class K>
double static_score(const G& position, Move move, const K& knowledge) {
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

// Plays a random chance event and returns it.
template <Game G>
Move play_random_event(G& position, Rng& rng) {
  Move event = 0;
  if constexpr (HasChance<G>) {
    const auto events = static_cast<std::uint32_t>(position.event_count());
    event = position.event(static_cast<int>(rng.below(events)));
    position.play_event(event);
  }
  return event;
}

// Uniform in [0, 1).
inline double random_share(Rng& rng) noexcept {
  return static_cast<double>(rng.next() >> 11) * 0x1p-53;
}

// The mean result of every move for each player over all simulations of a search, whatever the
// position it was played in (MAST: Finnsson and Bjornsson, 2008).
class MoveAverages {
 public:
  void clear() { means_.assign(2u << 16, {}); }
  [[nodiscard]] bool empty() const noexcept { return means_.empty(); }
  void add(int player, Move move, float value) noexcept {
    Mean& mean = at(player, move);
    if (mean.count >= most) {
      // Beyond this, a float can no longer count in steps of one.
      mean.sum *= 0.5f;
      mean.count /= 2;
    }
    mean.sum += value;
    ++mean.count;
  }
  // A move that was never played has a mean of 0.5.
  [[nodiscard]] float mean(int player, Move move) const noexcept {
    const Mean& mean = means_[index(player, move)];
    return (mean.sum + 0.5f) / static_cast<float>(mean.count + 1);
  }
  // Halves the weight of old games when a new search begins.
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

// The general rollout rules; base/knowledge.hpp has those that a game may implement itself.
struct UniformRollout {};
struct DecisiveRollout {};  // a winning move if there is one, else a random move
struct MastRollout {
  double greedy;  // as in EpsGreedyRollout
  int k;
};

// Plays rollouts for one thread.
template <Game G, class K>
class Rollout {
 public:
  Rollout(const RolloutOptions& options, const K& knowledge)
      : options_(options), knowledge_(knowledge) {}

  // Plays to the end, or to the cutoff, and returns the value for player 0. Adds every move to
  // `played` if that is given.
  double operator()(G& position, Rng& rng, std::vector<Played>* played) {
    return with_rule([&](const auto& rule) {
      return played == nullptr && options_.cutoff == 0 ? run<true>(rule, position, rng, nullptr)
                                                       : run<false>(rule, position, rng, played);
    });
  }
  MoveAverages& averages() noexcept { return averages_; }

  // Plays a rollout again from the random numbers with which it began, and adds its moves and
  // events to `moves`. If the averages have learned from the rollout, `learned` are its moves:
  // the averages have changed since and may now suggest others.
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
        moves.push_back(play_random_event(position, rng));
        continue;
      }
      // Called in any case, to draw as many random numbers as the first time.
      const Move suggested =
          with_rule([&](const auto& rule) { return next_move(rule, position, rng); });
      moves.push_back(ply < learned.size() ? learned[ply].move : suggested);
      position.play(moves.back());
      ++ply;
    }
  }

 private:
  // Calls visit(rule) with the rule of the options.
  template <class Visit>
  auto with_rule(Visit&& visit) {
    switch (options_.rule) {
      case RolloutRule::uniform: break;
      case RolloutRule::decisive: return visit(DecisiveRollout{});
      case RolloutRule::eps_greedy: return visit(EpsGreedyRollout{options_.greedy, options_.k});
      case RolloutRule::filtered: return visit(FilteredRollout{});
      case RolloutRule::walk: return visit(WalkRollout{});
      case RolloutRule::mast: return visit(MastRollout{options_.greedy, options_.k});
    }
    return visit(UniformRollout{});
  }
  template <bool plain, class Rule>
  double run(const Rule& rule, G& position, Rng& rng, std::vector<Played>* played) {
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
        play_random_event(position, rng);
        continue;
      }
      const Move move = next_move(rule, position, rng);
      if constexpr (!plain) {
        if (played) played->push_back({static_cast<std::uint8_t>(position.to_move()), move});
      }
      position.play(move);
      --left;
    }
  }

  // The game's own version of the rule comes first. compatibility.hpp refuses rules that neither
  // the game nor this function knows.
  template <class Rule>
  Move next_move(const Rule& rule, const G& position, Rng& rng) {
    if constexpr (HasRolloutRule<K, Rule, G>) {
      return knowledge_.rollout_move(rule, position, rng);
    } else if constexpr (std::same_as<Rule, EpsGreedyRollout>) {
      return best_of_some(rule, position, rng,
                          [&](Move move) { return static_score(position, move, knowledge_); });
    } else if constexpr (std::same_as<Rule, MastRollout>) {
      const int player = position.to_move();
      return best_of_some(rule, position, rng,
                          [&](Move move) { return averages_.mean(player, move); });
    } else if constexpr (std::same_as<Rule, DecisiveRollout>) {
      if (const auto winner = winning_move(position, knowledge_)) return *winner;
    }
    return random_move(position, rng);
  }
  // With probability `greedy` the best of k random moves, else a random one.
  template <class Rule, class Score>
  static Move best_of_some(const Rule& rule, const G& position, Rng& rng, Score&& score) {
    if (random_share(rng) >= rule.greedy) return random_move(position, rng);
    Move best = random_move(position, rng);
    auto most = score(best);
    for (int i = 1; i < rule.k; ++i) {
      const Move other = random_move(position, rng);
      if (other == best) continue;
      const auto value = score(other);
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
