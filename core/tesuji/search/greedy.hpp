// The greedy search: evaluates every move once. It takes an immediate win, avoids an immediate
// loss where it can, and otherwise plays the best-looking move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/base/report.hpp"

namespace tesuji {

// How moves are ranked: by the evaluation of the position after the move, which is the default, or
// by the game's move score, where it has one.
enum class GreedyRule : std::uint8_t { evaluation, score };

template <class Visitor>
void declare(Visitor& visit, GreedyRule& rule) {
  visit.choice("by", rule, "Rank moves by the position after each, or by the game's move score.",
               {{"evaluation", GreedyRule::evaluation}, {"score", GreedyRule::score}});
  visit.python("evaluate");
  visit.python("knowledge");
}

template <Game G, class K = NoKnowledge>
class Greedy {
 public:
  // Values a position that is not over for the player to move, from 0 to 1.
  using Evaluate = std::function<double(const G&)>;

  Greedy(GreedyRule rule, Evaluate evaluate, K knowledge = {})
      : rule_(rule), evaluate_(std::move(evaluate)), knowledge_(std::move(knowledge)) {}

  // Of the budget only the clock counts. Even without time it evaluates one move, and an immediate
  // win that the game's knowledge finds.
  SearchReport search(const G& position, const Budget& budget, StopToken& stop,
                      Progress& progress) {
    const Stopwatch watch(budget);
    SearchReport report;
    report.depth = 1;
    std::vector<double> looks;
    begin(position, report, looks);
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
      if (i > 0 && (stop.stopped() || watch.expired())) break;
      looks[i] = look(position, report.moves[i]);
      report.nodes = ++report.simulations;
      if (progress.asked()) progress.answer(finished(report, looks, watch));
    }
    return finished(report, looks, watch);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  // Moves that were not reached are better than a loss and worse than all others.
  static constexpr double unknown = std::numeric_limits<double>::lowest();

  void begin(const G& position, SearchReport& report, std::vector<double>& looks) const {
    move_list_t<G> list;
    position.legal_moves(list);
    for (Move move : list) report.moves.push_back({.move = move});
    looks.assign(report.moves.size(), unknown);
    if constexpr (HasWinningMove<K, G>) {
      const auto winning = knowledge_.winning_move(position);
      if (!winning) return;
      const auto at = std::find(list.begin(), list.end(), *winning) - list.begin();
      looks[static_cast<std::size_t>(at)] =
          look(position, report.moves[static_cast<std::size_t>(at)]);
    }
  }
  // How good a move looks, for comparison; its value goes into the report.
  double look(const G& position, MoveReport& report) const {
    G next = position;
    next.play(report.move);
    report.visits = 1;
    if (const auto outcome = next.outcome()) {
      if (outcome->winner == draw) {
        report.proof = Proof::draw;
      } else {
        report.proof = outcome->winner == position.to_move() ? Proof::win : Proof::loss;
      }
      report.value = proof_value(report.proof);
      return report.proof == Proof::win ? infinity : report.proof == Proof::loss ? -infinity : 0;
    }
    if constexpr (HasMoveScore<K, G>) {
      if (rule_ == GreedyRule::score) {
        const double units = knowledge_.move_score(position, report.move) / K::score_unit;
        report.value = 0.5 + 0.5 * std::clamp(units, -1.0, 1.0);
        return units;
      }
    }
    const double value = evaluate_(next);
    report.value = next.to_move() == position.to_move() ? value : 1 - value;
    return 2 * report.value - 1;
  }
  static SearchReport finished(SearchReport report, const std::vector<double>& looks,
                               const Stopwatch& watch) {
    report.seconds = watch.seconds();
    if (looks.empty()) return report;
    const auto best = std::max_element(looks.begin(), looks.end());
    const MoveReport& found = report.moves[static_cast<std::size_t>(best - looks.begin())];
    report.best = found.move;
    report.value = found.value;
    // Where the best move ends the game in a loss, all do; a draw may be one choice of several.
    report.proof = found.proof == Proof::draw ? Proof::none : found.proof;
    report.line = {found.move};
    return report;
  }

  GreedyRule rule_;
  Evaluate evaluate_;
  K knowledge_;
};

}  // namespace tesuji
