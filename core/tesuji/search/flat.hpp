// Flat Monte Carlo: random games after each move in turn, no tree; the best mean wins.
#pragma once

#include <algorithm>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/mcts/rollout.hpp"

namespace tesuji {

template <Game G, class K = NoKnowledge>
class Flat {
 public:
  explicit Flat(const mcts::RolloutOptions& options, const K& knowledge = {})
      : options_(options), knowledge_(knowledge), rollout_(options_, knowledge_) {}
  // The parts refer to each other.
  Flat(const Flat&) = delete;
  Flat& operator=(const Flat&) = delete;

  SearchReport search(const G& position, const Budget& budget, std::uint64_t seed, StopToken& stop,
                      Progress& progress) {
    const Stopwatch watch(budget);
    Rng rng(seed, flat_stream);
    SearchReport report;
    std::vector<double> sums;
    begin(position, report, sums);
    Pace pace;
    for (std::size_t next = 0; report.simulations < budget.simulations;
         next = (next + 1) % report.moves.size()) {
      if (report.simulations >= pace.next()) {
        if (stop.stopped() || watch.expired()) break;
        report.seconds = watch.seconds();
        if (progress.asked()) progress.answer(finished(report));
        pace.look(report.seconds, report.simulations);
      }
      MoveReport& move = report.moves[next];
      sums[next] += simulate(position, move.move, rng);
      move.value = sums[next] / static_cast<double>(++move.visits);
      report.nodes = ++report.simulations;
    }
    report.seconds = watch.seconds();
    return finished(report);
  }

 private:
  static constexpr std::uint64_t flat_stream = 3;

  static void begin(const G& position, SearchReport& report, std::vector<double>& sums) {
    move_list_t<G> list;
    position.legal_moves(list);
    for (Move move : list) report.moves.push_back({move, 0, 0.5, 0, Proof::none});
    report.depth = 1;
    sums.assign(report.moves.size(), 0.0);
  }
  // The value of one random game after a move, for the player who makes it.
  double simulate(const G& position, Move move, Rng& rng) {
    G next = position;
    next.play(move);
    const double value = rollout_(next, rng, nullptr);
    return position.to_move() == 0 ? value : 1 - value;
  }
  static SearchReport finished(SearchReport report) {
    const auto best = std::max_element(report.moves.begin(), report.moves.end(),
                                       [](const MoveReport& a, const MoveReport& b) {
                                         if ((a.visits == 0) != (b.visits == 0))
                                           return a.visits == 0;
                                         return a.value < b.value;
                                       });
    report.best = best->move;
    report.value = best->value;
    report.line = {best->move};
    return report;
  }

  mcts::RolloutOptions options_;
  K knowledge_;
  mcts::Rollout<G, K> rollout_;
};

}  // namespace tesuji
