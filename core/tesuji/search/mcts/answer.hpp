// From a searched tree to an answer: the moves with what is known of them, the one to play, and
// the line that the search expects.
#pragma once

#include <algorithm>
#include <vector>

#include "tesuji/base/elementary.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

inline MoveReport move_report(const Edges& children, int edge) {
  MoveReport report;
  report.move = children.move[edge];
  report.visits = children.visits[edge];
  report.prior = static_cast<double>(children.prior[edge]);
  report.proof = children.proof[edge];
  if (report.proof != Proof::none) {
    report.value = proof_value(report.proof);
  } else if (report.visits > 0) {
    report.value = children.sum[edge] / static_cast<double>(report.visits);
  }
  return report;
}

inline std::vector<MoveReport> move_reports(const Tree& tree, const Node& node) {
  std::vector<MoveReport> reports;
  const Edges children = tree.edges(node);
  for (int i = 0; i < node.count; ++i) reports.push_back(move_report(children, i));
  return reports;
}

// Proven wins first, proven losses last; between them what the rule counts, the other measure
// where that is equal.
inline bool better(const MoveReport& a, const MoveReport& b, FinalRule rule) noexcept {
  const auto rank = [](Proof proof) {
    return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
  };
  if (rank(a.proof) != rank(b.proof)) return rank(a.proof) > rank(b.proof);
  if (rule == FinalRule::visits) {
    return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
  }
  if ((a.visits > 0) != (b.visits > 0)) return a.visits > 0;
  return a.value != b.value ? a.value > b.value : a.visits > b.visits;
}

// The move to play. With a temperature it is drawn: from visits to the power 1/temperature, or
// from exp(value / temperature), never from proven losses, and a proven win is always taken.
inline std::size_t choose(const std::vector<MoveReport>& moves, const Options& options, Rng& rng) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    if (better(moves[i], moves[best], options.choice.rule)) best = i;
  }
  const double temperature = options.choice.temperature;
  if (temperature <= 0 || moves[best].visits == 0 || moves[best].proof == Proof::win ||
      moves[best].proof == Proof::loss) {
    return best;
  }
  const auto measure = [&](const MoveReport& move) {
    if (options.choice.rule == FinalRule::value) return move.value;
    return natural_log(static_cast<double>(move.visits));
  };
  std::vector<double> weights(moves.size(), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].visits == 0 || moves[i].proof == Proof::loss) continue;
    // Relative to the best, so that no exponential overflows.
    weights[i] = natural_exp((measure(moves[i]) - measure(moves[best])) / temperature);
    total += weights[i];
  }
  double drawn = static_cast<double>(rng.next() >> 11) * 0x1p-53 * total;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    drawn -= weights[i];
    if (drawn < 0 && weights[i] > 0) return i;
  }
  return best;
}

// The most visited child all the way down, after the first move.
inline std::vector<Move> principal_variation(const Tree& tree, Move first) {
  std::vector<Move> line{first};
  const Node* node = &tree.node(tree.root());
  Move move = first;
  for (;;) {
    const Edges children = tree.edges(*node);
    const auto* at = std::find(children.move, children.move + node->count, move);
    const auto edge = at - children.move;
    if (edge == node->count || children.child[edge] == Pool::none) return line;
    node = &tree.node(children.child[edge]);
    const auto reports = move_reports(tree, *node);
    if (reports.empty()) return line;
    std::size_t best = 0;
    for (std::size_t i = 1; i < reports.size(); ++i) {
      const bool chance_more = node->chance && reports[i].visits > reports[best].visits;
      if (chance_more || (!node->chance && better(reports[i], reports[best], FinalRule::visits))) {
        best = i;
      }
    }
    if (reports[best].visits == 0 && reports[best].proof == Proof::none) return line;
    move = reports[best].move;
    line.push_back(move);
  }
}

}  // namespace tesuji::mcts
