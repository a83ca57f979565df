// The rollouts from a leaf, and what is learned from their moves (AMAF and MAST).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/search/mcts/amaf.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <Game G, class K, bool shared>
class LeafRollouts {
 public:
  LeafRollouts(const Options& options, const K& knowledge, const Tree<shared>& tree)
      : tree_(tree),
        rollout_(options.rollout, knowledge),
        amaf_(tree),
        learns_amaf_(options.amaf.rule != AmafRule::none),
        learns_mast_(options.rollout.rule == RolloutRule::mast),
        recording_(learns_amaf_ || learns_mast_) {
    if (learns_mast_) rollout_.averages().clear();
  }

  // Before a search.
  void begin() {
    last_ = {};
    if (learns_mast_) rollout_.averages().fade();
  }

  // Plays `count` games from the leaf at the end of the path, fewer if `is_over` says so.
  template <class Over>
  Results play(const G& leaf, const Path& path, std::uint32_t count, Rng& rng, Over&& is_over) {
    Results results;
    while (results.count < count) {
      if (results.count % 64 == 63 && is_over()) break;
      G position = leaf;
      if (recording_) record(path);
      last_.began = rng;
      const double value = rollout_(position, rng, recording_ ? &played_ : nullptr);
      results.sum += value;
      results.squares += value * value;
      ++results.count;
      if (recording_) learn(path, value);
    }
    last_.known = no_value;
    last_.games = results.count;
    return results;
  }
  // Counts a leaf of known value as if so many games had been played.
  Results count_known(double value, const Path& path, std::uint32_t count) {
    if (recording_) {
      record(path);
      learn(path, value);
    }
    last_.known = value;
    last_.games = count;
    return Results::repeated(value, count);
  }

  // The last simulation. Its rollout is played again: recording moves during the search would
  // cost time.
  SimulationReport report(const G& root, const Path& path) {
    SimulationReport report;
    G position = root;
    for (const Step& step : path) {
      report.path.push_back(step.at.edges.move(step.at.i));
      advance(position, tree_.node(step.node), report.path.back());
    }
    report.games = last_.games;
    report.played = last_.games > 0 && last_.known < 0;
    report.value = last_.known;
    if (report.played) {
      report.value =
          rollout_.replay(position, last_.began, moves_of_last_rollout(path), report.rollout);
    }
    return report;
  }

 private:
  // The moves of the last rollout, where they were recorded.
  [[nodiscard]] std::span<const Played> moves_of_last_rollout(const Path& path) const noexcept {
    if (!recording_) return {};
    const auto decides = [&](const Step& step) { return !tree_.node(step.node).chance; };
    const auto above = std::count_if(path.begin(), path.end(), decides);
    return std::span(played_).subspan(static_cast<std::size_t>(above));
  }
  void record(const Path& path) {
    played_.clear();
    for (const Step& step : path) {
      const Node& node = tree_.node(step.node);
      if (!node.chance) played_.push_back({node.mover, step.at.edges.move(step.at.i)});
    }
  }
  // What a game teaches about its moves, wherever else they may be played.
  void learn(const Path& path, double value) {
    if (learns_mast_) {
      for (const Played& played : played_) {
        rollout_.averages().add(played.player, played.move,
                                static_cast<float>(played.player == 0 ? value : 1 - value));
      }
    }
    if (learns_amaf_) amaf_.learn(path, played_, value);
  }

  const Tree<shared>& tree_;
  Rollout<G, K> rollout_;
  Amaf<shared> amaf_;
  const bool learns_amaf_;
  const bool learns_mast_;
  const bool recording_;  // moves of games are recorded for those who learn from them
  std::vector<Played> played_;
  // What it takes to play the last rollout again.
  struct {
    Rng began{0};
    double known = no_value;  // the leaf's value for player 0, where no game was needed
    std::uint32_t games = 0;  // 0: none yet
  } last_;
};

}  // namespace tesuji::mcts
