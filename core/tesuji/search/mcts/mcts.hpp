// Monte-Carlo tree search over any game: parts are switches (options.hpp). One tree, searched by
// one thread or several, or a tree for each thread, whose roots are added up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tesuji/search/mcts/tree_search.hpp"

namespace tesuji::mcts {

template <Game G, class K = NoKnowledge>
class Mcts {
 public:
  explicit Mcts(const Options& options, const K& knowledge = {},
                std::shared_ptr<Evaluator<G>> evaluator = nullptr)
      : options_(options) {
    if (options.tree_threads() > 1) {
      shared_tree_ = std::make_unique<TreeSearch<G, K, true>>(options, knowledge);
      return;
    }
    Options each = options;
    each.memory = options.memory / static_cast<std::size_t>(options.root_threads());
    for (int i = 0; i < options.root_threads(); ++i) {
      trees_.push_back(std::make_unique<TreeSearch<G, K, false>>(each, knowledge, evaluator));
    }
  }

  // Searches from a decision; see TreeSearch::search.
  SearchReport search(const G& position, const Budget& budget, std::uint64_t seed, bool reuse,
                      StopToken& stop, Progress& progress) {
    const bool rooted = trees_.size() > 1
                            ? search_root_parallel(position, budget, seed, reuse, stop, progress)
                            : with_first([&](auto& tree) {
                                return tree.search(position, budget, seed, reuse, stop, progress);
                              });
    if (!rooted) return first_move(position);
    SearchReport result = trees_.size() > 1 ? merged_report(seed)
                                            : with_first([](auto& tree) { return tree.report(); });
    for (const MoveReport& move : result.moves) {
      if (move.move != result.best || (move.visits == 0 && move.proof == Proof::none)) continue;
      with_each([&](auto& tree) { tree.remember_choice(result.value); });
    }
    return result;
  }

  // Calls `look` with the (first) tree's search, for those who want to look at it.
  template <class Look>
  decltype(auto) with_first(Look&& look) {
    return shared_tree_ ? look(*shared_tree_) : look(*trees_.front());
  }
  [[nodiscard]] std::size_t memory_used() {
    std::size_t used = 0;
    with_each([&](auto& tree) { used += tree.tree().memory_used(); });
    return used;
  }
  void forget() {
    with_each([](auto& tree) { tree.forget(); });
  }

 private:
  static constexpr std::uint64_t choice_stream = 4;

  template <class Visit>
  void with_each(Visit&& visit) {
    if (shared_tree_) visit(*shared_tree_);
    for (auto& tree : trees_) visit(*tree);
  }

  // A tree a thread, each with its share of the simulations and a seed of its own: what they
  // find does not depend on which of them runs when.
  bool search_root_parallel(const G& position, const Budget& budget, std::uint64_t seed, bool reuse,
                            StopToken& stop, Progress& progress) {
    std::vector<std::exception_ptr> failures(trees_.size());
    std::vector<char> rooted(trees_.size(), 0);
    std::vector<Progress> unasked(trees_.size());
    const auto run = [&](std::size_t i) {
      try {
        rooted[i] = trees_[i]->search(position, share(budget, i), i == 0 ? seed : mix(seed + i),
                                      reuse, stop, i == 0 ? progress : unasked[i]);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    };
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < trees_.size(); ++i) threads.emplace_back(run, i);
    } catch (...) {
      // The system has no more threads: those that run must not go on without us.
      stop.stop();
      throw;
    }
    run(0);
    threads.clear();
    for (const auto& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    return std::all_of(rooted.begin(), rooted.end(), [](char is) { return is != 0; });
  }
  [[nodiscard]] Budget share(Budget budget, std::size_t number) const noexcept {
    const std::uint64_t trees = trees_.size();
    const auto part = [&](std::uint64_t all) {
      return all == std::numeric_limits<std::uint64_t>::max()
                 ? all
                 : all / trees + (number < all % trees ? 1 : 0);
    };
    budget.simulations = part(budget.simulations);
    budget.nodes = part(budget.nodes);
    return budget;
  }

  // What all trees know of the root's moves.
  SearchReport merged_report(std::uint64_t seed) {
    SearchReport result = trees_.front()->report();
    std::vector<Candidate> moves = trees_.front()->candidates();
    for (std::size_t i = 1; i < trees_.size(); ++i) {
      const SearchReport other = trees_[i]->report();
      result.simulations += other.simulations;
      result.nodes += other.nodes;
      result.depth = std::max(result.depth, other.depth);
      result.reused += other.reused;
      if (result.proof == Proof::none) result.proof = other.proof;
      for (const Candidate& move : trees_[i]->candidates()) merge_move(moves, move);
    }
    Rng rng(seed, choice_stream);
    const std::size_t best = choose(moves, options_, rng);
    result.moves.clear();
    for (const Candidate& move : moves) result.moves.push_back(move.report);
    result.best = result.moves[best].move;
    result.value = result.moves[best].value;
    result.line = longest_line(result.best);
    return result;
  }
  // Counts add up, values and measures are weighted by visits; one proof is enough.
  void merge_move(std::vector<Candidate>& moves, const Candidate& more) const {
    const auto known = std::find_if(moves.begin(), moves.end(), [&](const Candidate& move) {
      return move.report.move == more.report.move;
    });
    if (known == moves.end()) {
      moves.push_back(more);
      return;
    }
    MoveReport& report = known->report;
    const auto old_visits = static_cast<double>(report.visits);
    const auto new_visits = static_cast<double>(more.report.visits);
    const auto weighted = [&](double a, double b) {
      if (old_visits + new_visits == 0) return (a + b) / 2;
      if (old_visits == 0) return b;
      if (new_visits == 0) return a;
      return (old_visits * a + new_visits * b) / (old_visits + new_visits);
    };
    report.value = weighted(report.value, more.report.value);
    if (prefers_visits(options_.choice.rule)) {
      known->measure += more.measure;
      known->tie = report.value;
    } else {
      known->measure = weighted(known->measure, more.measure);
      known->tie += more.tie;
    }
    report.visits += more.report.visits;
    if (report.proof == Proof::none) report.proof = more.report.proof;
    if (report.proof != Proof::none) report.value = proof_value(report.proof);
  }
  std::vector<Move> longest_line(Move best) const {
    std::vector<Move> line{best};
    for (const auto& tree : trees_) {
      auto other = principal_variation(tree->tree(), best);
      if (other.size() > line.size()) line = std::move(other);
    }
    return line;
  }

  // The answer where not even the root fits into the pool.
  static SearchReport first_move(const G& position) {
    move_list_t<G> list;
    position.legal_moves(list);
    SearchReport result;
    result.best = list[0];
    result.line = {list[0]};
    result.moves = {{list[0], 0, 0.5, 0, Proof::none}};
    return result;
  }

  Options options_;
  std::vector<std::unique_ptr<TreeSearch<G, K, false>>> trees_;  // one a thread
  std::unique_ptr<TreeSearch<G, K, true>> shared_tree_;          // or one for all
};

}  // namespace tesuji::mcts
