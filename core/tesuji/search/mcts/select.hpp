// Selection: which child a simulation follows. The common rules are one quick scan of
// mean + k * explore; the others score every child by itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tesuji/base/elementary.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/search/mcts/expand.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

struct BestChild {
  int edge = 0;
  float score = never;
};

// The child of a chunk with the highest mean + k * explore, the first of equals. Eight lanes
// whatever the machine, so that every build finds the same child.
inline BestChild best_in_chunk(const float* mean, const float* explore, int count,
                               float k) noexcept {
  typedef float Floats __attribute__((vector_size(32)));
  typedef std::int32_t Ints __attribute__((vector_size(32)));
  Floats best;
  Ints index = {0, 1, 2, 3, 4, 5, 6, 7};
  Ints where = index;
  for (int lane = 0; lane < 8; ++lane) best[lane] = never;
  for (int i = 0; i < count; i += 8) {
    Floats m;
    Floats e;
    __builtin_memcpy(&m, mean + i, sizeof m);
    __builtin_memcpy(&e, explore + i, sizeof e);
    const Floats score = m + k * e;
    const Ints better = score > best;
    best = better ? score : best;
    where = better ? index : where;
    index += 8;
  }
  int winner = 0;
  for (int lane = 1; lane < 8; ++lane) {
    if (best[lane] > best[winner] || (best[lane] == best[winner] && where[lane] < where[winner])) {
      winner = lane;
    }
  }
  return {where[winner], best[winner]};
}
// The same where other threads write: each number is read by itself.
inline BestChild best_in_shared_chunk(const float* mean, const float* explore, int count,
                                      float k) noexcept {
  BestChild best;
  for (int i = 0; i < count; ++i) {
    const float score = peek(mean[i]) + k * peek(explore[i]);
    if (score > best.score) best = {i, score};
  }
  return best;
}
inline int best_child(const Tree& tree, const Node& node, int count, float k) noexcept {
  BestChild best;
  for (int c = 0; chunk_begin(c) < count; ++c) {
    const Edges edges = tree.chunk(node, c);
    const int here = std::min(count, chunk_begin(c + 1)) - chunk_begin(c);
    const BestChild found = tree.shared()
                                ? best_in_shared_chunk(edges.means(), edges.explores(), here, k)
                                : best_in_chunk(edges.means(), edges.explores(), here, k);
    if (found.score > best.score) best = {chunk_begin(c) + found.edge, found.score};
  }
  return best.edge;
}

// UCB1-tuned (Auer, Cesa-Bianchi and Fischer, 2002): the variance, and what it might be beyond
// what was seen, bound the exploration. All of it is under the root.
inline double tuned_exploration(double variance, double log_over_n, double c1, double c2) noexcept {
  return std::sqrt(log_over_n * std::min(variance + c1 * std::sqrt(log_over_n), c2));
}

// How much the moves alike count against a move's own results (Cazenave, 2015).
inline double amaf_share(double own, double alike, double bias) noexcept {
  return alike / (own + alike + bias * own * alike);
}

// Scores children for one thread.
class Selection {
 public:
  Selection(const Options& options, const Tree& tree) : options_(options), tree_(tree) {
    scan_ = options.select.rule != SelectRule::ucb1_tuned && options.amaf.rule == AmafRule::none &&
            !options.sampling.on;
  }
  // Before a search: what c is now.
  void begin(double c) noexcept { c_ = c; }
  // Before a simulation.
  void restart() noexcept { lender_ = loaded_ = nullptr; }

  // How selection weighs a node's children: score = mean + k * explore.
  [[nodiscard]] float exploration(const Node& node) const noexcept {
    const double visits = std::max<std::uint32_t>(peek(node.visits), 1);
    const double growth = options_.select.rule == SelectRule::puct ? visits : natural_log(visits);
    return static_cast<float>(c_ * std::sqrt(growth));
  }

  // The child to follow; the node has at least one.
  int choose(const Node& node, Rng& rng) {
    const int count = peek_published(node.count);
    if (scan_) return best_child(tree_, node, count, exploration(node));
    consult(node);
    const double visits = std::max<std::uint32_t>(peek(node.visits), 1);
    const double log_visits = natural_log(visits);
    const float k = exploration(node);
    scores_.resize(static_cast<std::size_t>(count));
    tree_.each_child(node, count, [&](const Edges& edges, int i, int number) {
      scores_[static_cast<std::size_t>(number)] = score(edges, i, k, log_visits);
    });
    return options_.sampling.on ? draw(rng) : best();
  }

  // The score of one child, as `choose` sees it.
  double score_of(const Node& node, const Edges& edges, int i) {
    restart();
    consult(node);
    const double visits = std::max<std::uint32_t>(peek(node.visits), 1);
    return score(edges, i, exploration(node), natural_log(visits));
  }

 private:
  [[nodiscard]] double score(const Edges& edges, int i, float k, double log_visits) const noexcept {
    const double mean = static_cast<double>(peek(edges.mean(i)));
    const std::uint32_t n = peek(edges.visits(i));
    if (mean == static_cast<double>(never)) return mean;
    if (options_.select.rule == SelectRule::ucb1_tuned && n > 0 &&
        peek(edges.proof(i)) == Proof::none) {
      const double own = peek(edges.sum(i)) / n;
      const double squares = peek(edges.column<double>(tree_.columns().squares, i)) / n;
      const double variance = std::max(0.0, squares - own * own);
      return with_amaf(edges, i, mean, n) + c_ * tuned_exploration(variance, log_visits / n,
                                                                   options_.select.c1,
                                                                   options_.select.c2);
    }
    const double explore = static_cast<double>(peek(edges.explore(i)));
    const double worth = with_amaf(edges, i, mean, n);
    // A move known only from elsewhere is as uncertain as one seen once.
    return worth + static_cast<double>(k) * (worth != mean && n == 0 ? 1.0 : explore);
  }
  [[nodiscard]] double with_amaf(const Edges& edges, int i, double mean,
                                 std::uint32_t n) const noexcept {
    if (options_.amaf.rule == AmafRule::none || peek(edges.proof(i)) != Proof::none) return mean;
    double sum = 0;
    double alike = 0;
    if (own_) {
      sum = peek(edges.column<double>(tree_.columns().amaf_sum, i));
      alike = peek(edges.column<std::uint32_t>(tree_.columns().amaf_visits, i));
    } else if (const Alike& found = alike_[edges.move(i)]; found.look == look_) {
      sum = found.sum;
      alike = found.visits;
    }
    if (alike == 0) return mean;
    const double share = amaf_share(n, alike, options_.amaf.bias);
    return n == 0 ? sum / alike : (1 - share) * mean + share * sum / alike;
  }
  // Whose statistics of moves alike count here. RAVE: the node's own. GRAVE: those of the
  // nearest node on the way that has enough visits, this one included.
  void consult(const Node& node) {
    if (options_.amaf.rule != AmafRule::grave) return;
    if (lender_ == nullptr || peek(node.visits) > options_.amaf.ref) lender_ = &node;
    own_ = lender_ == &node;
    if (own_ || loaded_ == lender_) return;
    loaded_ = lender_;
    ++look_;
    alike_.resize(std::size_t{1} << 16);
    tree_.each_child(*lender_, [&](const Edges& edges, int i, int) {
      alike_[edges.move(i)] = {look_,
                               peek(edges.column<std::uint32_t>(tree_.columns().amaf_visits, i)),
                               peek(edges.column<double>(tree_.columns().amaf_sum, i))};
    });
  }

  struct Alike {
    std::uint32_t look = 0;
    std::uint32_t visits = 0;
    double sum = 0;
  };

  [[nodiscard]] int best() const noexcept {
    return static_cast<int>(std::max_element(scores_.begin(), scores_.end()) - scores_.begin());
  }
  // p ~ exp(k * score), untried children first.
  int draw(Rng& rng) {
    const double most = scores_[static_cast<std::size_t>(best())];
    if (most >= static_cast<double>(untried) || most == static_cast<double>(never)) return best();
    double total = 0;
    for (double& score : scores_) {
      const bool skipped = score == static_cast<double>(never);
      score = skipped ? 0 : natural_exp(options_.sampling.k * (score - most));
      total += score;
    }
    double drawn = random_share(rng) * total;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      drawn -= scores_[i];
      if (drawn < 0) return static_cast<int>(i);
    }
    return best();
  }

  const Options& options_;
  const Tree& tree_;
  bool scan_ = true;
  double c_ = 1;
  std::vector<double> scores_;
  const Node* lender_ = nullptr;  // the node whose statistics count
  const Node* loaded_ = nullptr;  // the node whose statistics are in `alike_`
  bool own_ = true;               // the node itself lends
  std::uint32_t look_ = 0;
  std::vector<Alike> alike_;
};

}  // namespace tesuji::mcts
