// Selection: which child a simulation follows. The common rules are one quick scan of
// exploit + k * explore; the others score every child by itself.
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

// The child with the highest exploit + k * explore, the first of equals. Eight lanes whatever the
// machine, so that every build finds the same child.
template <bool shared>
class Scan {
 public:
  explicit Scan(float k) noexcept : k_(k) {
    for (int lane = 0; lane < 8; ++lane) best_[lane] = never;
  }
  // The next `count` children; their arrays are a multiple of eight long.
  void add(const float* exploit, const float* explore, int count) noexcept {
    for (int i = 0; i < count; i += 8) {
      const Floats score = eight(exploit + i) + k_ * eight(explore + i);
      const Ints better = score > best_;
      best_ = better ? score : best_;
      where_ = better ? index_ : where_;
      index_ += 8;
    }
  }
  [[nodiscard]] int winner() const noexcept {
    int winner = 0;
    for (int lane = 1; lane < 8; ++lane) {
      const bool equal = best_[lane] == best_[winner];
      if (best_[lane] > best_[winner] || (equal && where_[lane] < where_[winner])) winner = lane;
    }
    return where_[winner];
  }

 private:
  typedef float Floats __attribute__((vector_size(32)));
  typedef std::int32_t Ints __attribute__((vector_size(32)));
  typedef std::uint64_t Pairs __attribute__((vector_size(32)));

  // Where other threads write, two numbers are read at a time, straight into the lanes.
  static Floats eight(const float* from) noexcept {
    if constexpr (shared) {
      const auto* pairs = reinterpret_cast<const std::uint64_t*>(from);
      using M = Memory<true>;
      const Pairs read = {M::peek(pairs[0]), M::peek(pairs[1]), M::peek(pairs[2]),
                          M::peek(pairs[3])};
      return reinterpret_cast<Floats>(read);
    } else {
      Floats read;
      __builtin_memcpy(&read, from, sizeof read);
      return read;
    }
  }

  float k_;
  Floats best_;
  Ints index_ = {0, 1, 2, 3, 4, 5, 6, 7};
  Ints where_ = index_;
};

template <bool shared>
int best_child(const Tree<shared>& tree, const Node& node, int count, float k) noexcept {
  Scan<shared> scan(k);
  for (int c = 0; chunk_begin(c) < count; ++c) {
    const Edges edges = tree.chunk(node, c);
    scan.add(edges.exploits(), edges.explores(),
             std::min(count, chunk_begin(c + 1)) - chunk_begin(c));
  }
  // A child that another thread is just adding is seen by the scan, but not ready.
  return shared ? std::min(scan.winner(), count - 1) : scan.winner();
}

// The exploration term of a child.
inline float explore_term(SelectRule rule, float prior, std::uint32_t visits) noexcept {
  if (rule == SelectRule::puct) return prior / static_cast<float>(1 + visits);
  return 1.0f / std::sqrt(static_cast<float>(visits));
}

// UCB1-tuned (Auer, Cesa-Bianchi and Fischer, 2002): the variance, and what it might be beyond
// what was seen, bound the exploration. All of it is under the root.
inline double tuned_exploration(double variance, double log_over_n, double c1, double c2) noexcept {
  return std::sqrt(log_over_n * std::min(variance + c1 * std::sqrt(log_over_n), c2));
}

// Weight of the AMAF results against a move's own (Cazenave, 2015).
inline double amaf_share(double own, double amaf, double bias) noexcept {
  return amaf / (own + amaf + bias * own * amaf);
}

// Scores children for one thread.
template <bool shared>
class Selection {
 public:
  using M = Memory<shared>;

  Selection(const Options& options, const Tree<shared>& tree)
      : tree_(tree),
        puct_(options.select.rule == SelectRule::puct),
        tuned_(options.select.rule == SelectRule::ucb1_tuned),
        own_visit_(options.select.rule == SelectRule::ucb1 && options.select.own ? 1 : 0),
        draws_(options.sampling.on),
        amaf_(options.amaf.rule != AmafRule::none),
        grave_(options.amaf.rule == AmafRule::grave),
        scan_(!tuned_ && !amaf_ && !draws_ && options.select.rule != SelectRule::prior),
        c1_(options.select.c1),
        c2_(options.select.c2),
        sharpness_(options.sampling.k),
        amaf_bias_(options.amaf.bias),
        enough_visits_(options.amaf.ref) {}
  // Before a search: what c is now.
  void begin(double c) noexcept { c_ = c; }
  // Before a simulation.
  void restart() noexcept { lenders_[0] = lenders_[1] = loaded_ = nullptr; }

  // Whether one quick scan finds the child.
  [[nodiscard]] bool scans() const noexcept { return scan_; }

  // How selection weighs a node's children: score = exploit + k * explore.
  [[nodiscard]] float exploration(const Node& node) const noexcept {
    return exploration(M::peek(node.visits));
  }
  [[nodiscard]] float exploration(std::uint32_t node_visits) const noexcept {
    const double visits = std::max<std::uint32_t>(node_visits + own_visit_, 1);
    const double growth = puct_ ? visits : natural_log(visits);
    return static_cast<float>(c_ * std::sqrt(growth));
  }

  // The child to follow; the node has at least one.
  int choose(const Node& node, Rng& rng) {
    const int count = M::peek_published(node.count);
    if (scan_) return best_child(tree_, node, count, exploration(node));
    consult(node);
    const double visits = std::max<std::uint32_t>(M::peek(node.visits), 1);
    const double log_visits = natural_log(visits);
    const float k = exploration(node);
    scores_.resize(static_cast<std::size_t>(count));
    tree_.each_child(node, count, [&](const Edges& edges, int i, int number) {
      scores_[static_cast<std::size_t>(number)] = score(edges, i, k, log_visits);
    });
    return draws_ ? draw(rng) : best();
  }

  // The score of one child, as `choose` sees it.
  double score_of(const Node& node, const Edges& edges, int i) {
    restart();
    consult(node);
    const double visits = std::max<std::uint32_t>(M::peek(node.visits), 1);
    return score(edges, i, exploration(node), natural_log(visits));
  }

 private:
  [[nodiscard]] double score(const Edges& edges, int i, float k, double log_visits) const noexcept {
    const double exploit = static_cast<double>(M::peek(edges.exploit(i)));
    const std::uint32_t n = M::peek(edges.visits(i));
    if (exploit == static_cast<double>(never)) return exploit;
    if (tuned_ && n > 0 && M::peek(edges.proof(i)) == Proof::none) {
      const double own = M::peek(edges.sum(i)) / n;
      const double squares = M::peek(edges.template column<double>(tree_.columns().squares, i)) / n;
      const double variance = std::max(0.0, squares - own * own);
      return with_amaf(edges, i, exploit, n) +
             c_ * tuned_exploration(variance, log_visits / n, c1_, c2_);
    }
    const double explore = static_cast<double>(M::peek(edges.explore(i)));
    const double value = with_amaf(edges, i, exploit, n);
    // A move known only from elsewhere is as uncertain as one seen once.
    return value +
           static_cast<double>(k) * (value != exploit && n == 0 && explore == 0 ? 1.0 : explore);
  }
  [[nodiscard]] double with_amaf(const Edges& edges, int i, double value,
                                 std::uint32_t n) const noexcept {
    if (!amaf_ || M::peek(edges.proof(i)) != Proof::none) return value;
    double sum = 0;
    double visits = 0;
    if (own_) {
      sum = M::peek(edges.template column<double>(tree_.columns().amaf_sum, i));
      visits = M::peek(edges.template column<std::uint32_t>(tree_.columns().amaf_visits, i));
    } else if (const LentStatistics& found = lent_[edges.move(i)]; found.look == look_) {
      sum = found.sum;
      visits = found.visits;
    }
    if (visits == 0) return value;
    const double share = amaf_share(n, visits, amaf_bias_);
    return n == 0 ? sum / visits : (1 - share) * value + share * sum / visits;
  }
  // Whose AMAF statistics count here. RAVE: the node's own. GRAVE: those of the
  // nearest ancestor with enough visits, this node included.
  void consult(const Node& node) {
    if (!grave_) return;
    // One lender per player: what was good for one says nothing about the other's moves.
    const Node*& lender = lenders_[node.mover];
    if (lender == nullptr || M::peek(node.visits) > enough_visits_) lender = &node;
    own_ = lender == &node;
    if (own_ || loaded_ == lender) return;
    loaded_ = lender;
    ++look_;
    lent_.resize(std::size_t{1} << 16);
    tree_.each_child(*lender, [&](const Edges& edges, int i, int) {
      lent_[edges.move(i)] = {
          look_, M::peek(edges.template column<std::uint32_t>(tree_.columns().amaf_visits, i)),
          M::peek(edges.template column<double>(tree_.columns().amaf_sum, i))};
    });
  }

  struct LentStatistics {
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
      score = skipped ? 0 : natural_exp(sharpness_ * (score - most));
      total += score;
    }
    double drawn = random_share(rng) * total;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      drawn -= scores_[i];
      if (drawn < 0) return static_cast<int>(i);
    }
    return best();
  }

  const Tree<shared>& tree_;
  const bool puct_;
  const bool tuned_;
  const std::uint32_t own_visit_;
  const bool draws_;
  const bool amaf_;
  const bool grave_;
  const bool scan_;
  const double c1_;
  const double c2_;
  const double sharpness_;
  const double amaf_bias_;
  const std::uint32_t enough_visits_;
  double c_ = 1;
  std::vector<double> scores_;
  const Node* lenders_[2] = {};   // the nodes whose statistics count, one per player
  const Node* loaded_ = nullptr;  // the node whose statistics are in `lent_`
  bool own_ = true;               // the node itself lends
  std::uint32_t look_ = 0;
  std::vector<LentStatistics> lent_;
};

}  // namespace tesuji::mcts
