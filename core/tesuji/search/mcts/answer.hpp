// From a searched tree to an answer: the moves with what is known of them, the one to play, and
// the line that the search expects.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tesuji/base/elementary.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <bool shared>
MoveReport move_report(const Edges& edges, int i) {
  using M = Memory<shared>;
  MoveReport report;
  report.move = edges.move(i);
  report.visits = M::peek(edges.visits(i));
  report.prior = static_cast<double>(M::peek(edges.prior(i)));
  report.proof = M::peek(edges.proof(i));
  if (report.proof != Proof::none) {
    report.value = proof_value(report.proof);
  } else if (report.visits > 0) {
    report.value = M::peek(edges.sum(i)) / static_cast<double>(report.visits);
  }
  return report;
}

template <bool shared>
std::vector<MoveReport> move_reports(const Tree<shared>& tree, const Node& node) {
  std::vector<MoveReport> reports;
  tree.each_child(node, [&](const Edges& edges, int i, int) {
    reports.push_back(move_report<shared>(edges, i));
  });
  return reports;
}

inline int proof_rank(Proof proof) noexcept {
  return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
}

// The root's moves with what the final rule counts: `measure` decides, then `tie`.
struct Candidate {
  MoveReport report;
  double measure = 0;
  double tie = 0;
};
inline bool better(const Candidate& a, const Candidate& b) noexcept {
  const int rank_a = proof_rank(a.report.proof);
  const int rank_b = proof_rank(b.report.proof);
  if (rank_a != rank_b) return rank_a > rank_b;
  return a.measure != b.measure ? a.measure > b.measure : a.tie > b.tie;
}
// The robust child: the most visited, the better of equals.
inline Candidate robust(const MoveReport& report) noexcept {
  return {report, static_cast<double>(report.visits), report.value};
}

// Whether the final rule compares visits, then values.
inline bool prefers_visits(FinalRule rule) noexcept {
  return rule == FinalRule::visits || rule == FinalRule::near_best;
}
// What the final rule counts of a move. `score` is its selection score, `looks` what knowledge
// says about it, `average` the mean visits of the root's moves.
inline Candidate candidate(const MoveReport& report, const Options& options, double score,
                           double looks, double average) noexcept {
  const auto visits = static_cast<double>(report.visits);
  // A move without a visit has no value: it comes after all that have.
  const double seen = report.visits > 0 || report.proof != Proof::none ? report.value : -1e6;
  switch (options.choice.rule) {
    case FinalRule::visits:
    case FinalRule::near_best: return robust(report);
    case FinalRule::value:
    case FinalRule::softmax: return {report, seen, visits};
    case FinalRule::uct: return {report, report.visits > 0 ? score : -1e6, report.prior};
    case FinalRule::blended: {
      const double trust = average / (average + options.choice.half);
      const double value = report.visits > 0 ? report.value : 0;
      return {report, trust * value + (1 - trust) * looks, visits};
    }
    case FinalRule::bonus: {
      const double value = report.visits > 0 ? report.value : 0;
      return {report, value + options.choice.weight * looks, visits};
    }
  }
  return robust(report);
}

// Draws a move in proportion to its weight; `best` where no move has any. Untried moves and
// proven losses are never drawn.
template <class Weight>
std::size_t draw_weighted(const std::vector<Candidate>& moves, std::size_t best, Weight&& weight,
                          Rng& rng) {
  std::vector<double> weights(moves.size(), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const MoveReport& move = moves[i].report;
    if (move.visits == 0 || move.proof == Proof::loss) continue;
    weights[i] = weight(move);
    total += weights[i];
  }
  double drawn = random_share(rng) * total;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    drawn -= weights[i];
    if (drawn < 0 && weights[i] > 0) return i;
  }
  return best;
}

// Draws a move with weight exp(sharpness * measure).
template <class Measure>
std::size_t draw_by(const std::vector<Candidate>& moves, std::size_t best, double sharpness,
                    Measure&& measure, Rng& rng) {
  // Relative to the best, so that no exponential overflows.
  const double top = measure(moves[best].report);
  return draw_weighted(
      moves, best,
      [&](const MoveReport& move) { return natural_exp((measure(move) - top) * sharpness); }, rng);
}

// Draws a move with weight exp(value / spread) from those that are at most `bound` worse than the
// best one, which is the most visited: others may have a higher value.
inline std::size_t draw_near_best(const std::vector<Candidate>& moves, std::size_t best,
                                  double bound, double spread, Rng& rng) {
  if (bound <= 0 || spread <= 0) return best;
  const double least = moves[best].report.value - bound;
  double highest = 0;
  for (const Candidate& move : moves) {
    if (move.report.visits > 0) highest = std::max(highest, move.report.value);
  }
  return draw_weighted(
      moves, best,
      [&](const MoveReport& move) {
        return move.value < least ? 0.0 : natural_exp((move.value - highest) / spread);
      },
      rng);
}

// The move to play. With a temperature it is drawn: from visits to the power 1/temperature, or
// from exp(value / temperature). A proven win is always taken, a proven loss never drawn.
inline std::size_t choose(const std::vector<Candidate>& moves, const Options& options, Rng& rng) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i) {
    if (better(moves[i], moves[best])) best = i;
  }
  const MoveReport& top = moves[best].report;
  if (top.visits == 0 || top.proof == Proof::win || top.proof == Proof::loss) return best;
  const auto value = [](const MoveReport& move) { return move.value; };
  if (options.choice.rule == FinalRule::softmax) {
    return draw_by(moves, best, options.choice.k, value, rng);
  }
  if (options.choice.rule == FinalRule::near_best) {
    return draw_near_best(moves, best, options.choice.bound, options.choice.spread, rng);
  }
  const double temperature = options.choice.temperature;
  if (temperature <= 0) return best;
  if (options.choice.rule == FinalRule::value) {
    return draw_by(moves, best, 1 / temperature, value, rng);
  }
  return draw_by(
      moves, best, 1 / temperature,
      [](const MoveReport& move) { return natural_log(static_cast<double>(move.visits)); }, rng);
}

// The most visited child all the way down, after the first move.
template <bool shared>
std::vector<Move> principal_variation(const Tree<shared>& tree, Move first) {
  using M = Memory<shared>;
  std::vector<Move> line{first};
  const Node* node = &tree.node(tree.root());
  while (line.size() < 1000) {
    Pool::Handle below = Pool::none;
    tree.each_child(*node, [&](const Edges& edges, int i, int) {
      if (edges.move(i) == line.back()) below = M::peek_published(edges.child(i));
    });
    if (!Tree<shared>::is_node(below)) return line;
    node = &tree.node(below);
    Candidate best;
    bool any = false;
    for (const MoveReport& report : move_reports(tree, *node)) {
      const Candidate other = robust(report);
      const bool more = node->chance ? other.measure > best.measure : better(other, best);
      if (!any || more) best = other;
      any = true;
    }
    if (!any || (best.report.visits == 0 && best.report.proof == Proof::none)) return line;
    line.push_back(best.report.move);
  }
  return line;
}

}  // namespace tesuji::mcts
