// Alpha-beta: iterative deepening with principal variation search, a transposition table,
// killer and history ordering, aspiration windows and an optional beam; expectiminimax with
// Star1 and Star2 (Ballard, 1983) where the game has dice; any number of threads over one table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/alphabeta/worker.hpp"

namespace tesuji::alphabeta {

template <Game G, class K = NoKnowledge>
class AlphaBeta {
 public:
  using Evaluate = alphabeta::Evaluate<G>;

  AlphaBeta(const Options& options, Evaluate evaluate, K knowledge = {})
      : options_(options),
        evaluate_(std::move(evaluate)),
        knowledge_(std::move(knowledge)),
        table_(options.memory, options.buckets ? Replacement::lines : Replacement::pairs) {
    if (divides(options)) team_ = std::make_unique<Team>();
    for (int i = 0; i < options.threads; ++i) {
      workers_.push_back(
          std::make_unique<Worker<G, K>>(i, options_, knowledge_, evaluate_, table_, team_.get()));
    }
  }
  AlphaBeta(const AlphaBeta&) = delete;  // the workers know where everything is
  AlphaBeta& operator=(const AlphaBeta&) = delete;

  SearchReport search(const G& position, const Budget& budget, StopToken& stop,
                      Progress& progress) {
    const Stopwatch watch(budget);
    SearchControl control(budget, stop, progress);
    table_.begin_search();
    if (team_) team_->passes.begin_search();
    Failure failure;
    {
      const Helpers helpers(*this, position, control, failure);
      failure.guard(control, [&] { workers_[0]->run(position, control, watch); });
    }
    failure.rethrow();
    return best_worker(budget).report(watch.seconds());
  }

  // Gets ready for a search that counts its time.
  void prepare() noexcept {
    if (options_.table) table_.prepare();
  }

  [[nodiscard]] const Table& table() const noexcept { return table_; }

 private:
  // Whether the threads divide the work: where moves are ordered in stages and nodes have keys.
  static bool divides(const Options& options) noexcept {
    return options.threads > 1 && options.table && options.staged && options.beam == 0 &&
           options.prune && !HasChance<G>;
  }

  // The first exception of any thread, to be thrown to the caller.
  class Failure {
   public:
    template <class Run>
    void guard(SearchControl& control, Run&& run) noexcept {
      try {
        run();
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!first_) first_ = std::current_exception();
        control.end();
      }
    }
    void rethrow() const {
      if (first_) std::rethrow_exception(first_);
    }

   private:
    std::mutex mutex_;
    std::exception_ptr first_;
  };

  // The workers besides the first, each in a thread of its own; gone when this is.
  class Helpers {
   public:
    Helpers(AlphaBeta& search, const G& position, SearchControl& control, Failure& failure) {
      failure.guard(control, [&] {
        for (std::size_t i = 1; i < search.workers_.size(); ++i) {
          Worker<G, K>& worker = *search.workers_[i];
          threads_.emplace_back([&worker, &position, &control, &failure] {
            const Stopwatch watch(control.budget());
            failure.guard(control, [&] { worker.run(position, control, watch); });
          });
        }
      });
    }
    ~Helpers() {
      for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

   private:
    std::vector<std::thread> threads_;
  };

  // The first worker, unless it has no proof and another has one or went deeper. Where none has
  // a proof and none has reached the depth that was asked for, the team's best or a vote decides.
  [[nodiscard]] const Worker<G, K>& best_worker(const Budget& budget) const {
    const Worker<G, K>* best = workers_[0].get();
    for (const auto& worker : workers_) {
      if (best->root().proven) break;
      const bool deeper = worker->root().depth > best->root().depth;
      if (worker->root().proven || deeper) best = worker.get();
    }
    const bool done = best->root().proven || best->root().depth >= budget.depth;
    if (done) return *best;
    if (team_) return best_of_workers();
    return options_.vote ? elected() : *best;
  }
  [[nodiscard]] const Worker<G, K>& best_of_workers() const {
    std::vector<TeamMember> team;
    for (const auto& worker : workers_) team.push_back({&worker->root(), worker->passes()});
    return *workers_[best_of_team(team)];
  }
  // Each worker that went as deep as any votes for its move, with a weight that grows with its
  // score; at a depth of three to six, one ply less is worth little. The answer is that of the
  // strongest vote for the move that gets most.
  [[nodiscard]] const Worker<G, K>& elected() const noexcept {
    constexpr std::int64_t least_weight = 10'000;
    int deepest = 0;
    Score lowest = win_score;
    for (const auto& worker : workers_) {
      deepest = std::max(deepest, worker->root().depth);
      lowest = std::min(lowest, worker->root().score);
    }
    const auto weight = [&](const Root& root) -> std::int64_t {
      return root.depth < deepest ? 0 : root.score - lowest + least_weight;
    };
    const auto votes = [&](Move move) {
      std::int64_t sum = 0;
      for (const auto& worker : workers_) {
        if (worker->root().answer() == move) sum += weight(worker->root());
      }
      return sum;
    };
    const auto rank = [&](const Root& root) {
      return std::pair(votes(root.answer()), weight(root));
    };
    const Worker<G, K>* best = workers_[0].get();
    for (const auto& worker : workers_) {
      if (rank(worker->root()) > rank(best->root())) best = worker.get();
    }
    return *best;
  }

  Options options_;
  Evaluate evaluate_;
  K knowledge_;
  Table table_;
  std::unique_ptr<Team> team_;  // null where threads do not divide the work
  std::vector<std::unique_ptr<Worker<G, K>>> workers_;
};

}  // namespace tesuji::alphabeta
