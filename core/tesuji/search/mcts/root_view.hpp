// A thread's own copy of the root's statistics. Every simulation passes through the root; if all
// threads counted there, they would spend their time waiting for each other's memory. Each thread
// counts in its own copy, and from time to time adds its new results to the tree and reads again.
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
    if (open_) publish();
    open_ = false;
  }
  // Before each simulation of a thread that shares its tree.
  void refresh() {
    const Node& node = tree_.node(tree_.root());
    if (open_ ? ++since_ < between() : M::peek_published(node.count) < node.total) return;
    if (open_) publish();
    reload();
    open_ = true;
    since_ = in_a_row_ = 0;
  }

  // The best child, a few times in a row: the lines of memory below it are this thread's then.
  [[nodiscard]] int choose(float k) noexcept {
    if (in_a_row_-- > 0 && exploits_[static_cast<std::size_t>(chosen_)] != never) return chosen_;
    Scan<false> scan(k);
    scan.add(exploits_.data(), explores_.data(), static_cast<int>(exploits_.size()));
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
    if (exploits_[i] == never || counts.proven) return;
    exploits_[i] = static_cast<float>(counts.sum / counts.visits);
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
    bool proven = false;  // its value is that of a proof
  };

  void publish() {
    Node& node = tree_.node(tree_.root());
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      const Counts& counts = counts_[static_cast<std::size_t>(number)];
      if (counts.new_visits == 0) return;
      const std::uint32_t n = M::add(edges.visits(i), counts.new_visits);
      const double sum = M::add(edges.sum(i), counts.new_sum);
      if (M::peek(edges.proof(i)) != Proof::none || M::peek(edges.flags(i)) != 0) return;
      M::put(edges.exploit(i), static_cast<float>(sum / n));
      M::put(edges.explore(i), explore_term(options_.select.rule, edges.prior(i), n));
    });
    M::add(node.visits, new_visits_);
    new_visits_ = 0;
  }
  void reload() {
    const Node& node = tree_.node(tree_.root());
    const auto total = static_cast<std::size_t>(node.total);
    // A whole number of lanes for the scan.
    exploits_.assign((total + 7) / 8 * 8, never);
    explores_.assign(exploits_.size(), 0);
    counts_.resize(total);
    tree_.each_child(node, node.total, [&](const Edges& edges, int i, int number) {
      const auto to = static_cast<std::size_t>(number);
      exploits_[to] = M::peek(edges.exploit(i));
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
  std::vector<float> exploits_;
  std::vector<float> explores_;
  std::vector<Counts> counts_;
};

}  // namespace tesuji::mcts
