// A thread's own view of the root. All simulations pass the root; were all threads to count
// there at once, they would wait for each other's memory more than they search. Each counts for
// itself, and every so many simulations adds what is new to the tree and looks again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/select.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

template <bool shared>
class RootView {
 public:
  using M = Memory<shared>;

  RootView(const Options& options, const Tree<shared>& tree) : options_(options), tree_(tree) {}

  // Whether this thread's simulations go through the view: only once the root has all children.
  [[nodiscard]] bool open() const noexcept { return open_; }

  void close() {
    if (open_) give();
    open_ = false;
  }
  // Before each simulation of a thread that shares its tree.
  void refresh() {
    const Node& node = tree_.node(tree_.root());
    if (open_ ? ++since_ < between() : M::peek_published(node.count) < node.total) return;
    if (open_) give();
    take();
    open_ = true;
    since_ = in_a_row_ = 0;
  }

  // The best child, a few times in a row: the lines of memory below it are this thread's then.
  [[nodiscard]] int choose(float k) noexcept {
    if (in_a_row_-- > 0 && means_[static_cast<std::size_t>(chosen_)] != never) return chosen_;
    Scan<false> scan(k);
    scan.add(means_.data(), explores_.data(), static_cast<int>(means_.size()));
    in_a_row_ = most_in_a_row - 1;
    return chosen_ = scan.winner();
  }
  [[nodiscard]] std::uint32_t visits() const noexcept { return visits_; }
  void credit(int edge, std::uint32_t count, double sum) noexcept {
    const auto i = static_cast<std::size_t>(edge);
    Counts& counts = counts_[i];
    counts.visits += count;
    counts.sum += sum;
    counts.new_visits += count;
    counts.new_sum += sum;
    visits_ += count;
    new_visits_ += count;
    if (means_[i] == never || counts.settled) return;
    means_[i] = static_cast<float>(counts.sum / counts.visits);
    explores_[i] = explore_term(options_.select.rule, counts.prior, counts.visits);
  }

 private:
  static constexpr int most_in_a_row = 8;

  // The more threads there are, the more it costs each to look, and the more all of them know.
  [[nodiscard]] int between() const noexcept { return 16 * options_.threads.count; }

  struct Counts {
    double sum = 0;
    double new_sum = 0;
    std::uint32_t visits = 0;
    std::uint32_t new_visits = 0;
    float prior = 0;
    bool settled = false;  // its mean is a proof's
  };

  void give() {
    Node& node = tree_.node(tree_.root());
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      const Counts& counts = counts_[static_cast<std::size_t>(number)];
      if (counts.new_visits == 0) return;
      const std::uint32_t n = M::add(edges.visits(i), counts.new_visits);
      const double sum = M::add(edges.sum(i), counts.new_sum);
      if (M::peek(edges.proof(i)) != Proof::none || M::peek(edges.flags(i)) != 0) return;
      M::put(edges.mean(i), static_cast<float>(sum / n));
      M::put(edges.explore(i), explore_term(options_.select.rule, edges.prior(i), n));
    });
    M::add(node.visits, new_visits_);
    new_visits_ = 0;
  }
  void take() {
    const Node& node = tree_.node(tree_.root());
    const auto total = static_cast<std::size_t>(node.total);
    // A whole number of lanes for the scan.
    means_.assign((total + 7) / 8 * 8, never);
    explores_.assign(means_.size(), 0);
    counts_.resize(total);
    tree_.each_child(node, node.total, [&](const Edges& edges, int i, int number) {
      const auto to = static_cast<std::size_t>(number);
      means_[to] = M::peek(edges.mean(i));
      explores_[to] = M::peek(edges.explore(i));
      counts_[to] = {M::peek(edges.sum(i)),    0,
                     M::peek(edges.visits(i)), 0,
                     M::peek(edges.prior(i)),  M::peek(edges.proof(i)) != Proof::none};
    });
    visits_ = M::peek(node.visits);
  }

  const Options& options_;
  const Tree<shared>& tree_;
  bool open_ = false;
  int since_ = 0;
  int chosen_ = 0;
  int in_a_row_ = 0;
  std::uint32_t visits_ = 0;
  std::uint32_t new_visits_ = 0;
  std::vector<float> means_;
  std::vector<float> explores_;
  std::vector<Counts> counts_;
};

}  // namespace tesuji::mcts
