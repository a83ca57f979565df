// One thread of a search: a simulation is a descent from the root to a leaf, a rollout from
// there, and the result carried back up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/elementary.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/guard.hpp"
#include "tesuji/search/mcts/amaf.hpp"
#include "tesuji/search/mcts/child_value.hpp"
#include "tesuji/search/mcts/expand.hpp"
#include "tesuji/search/mcts/options.hpp"
#include "tesuji/search/mcts/rollout.hpp"
#include "tesuji/search/mcts/root_view.hpp"
#include "tesuji/search/mcts/select.hpp"
#include "tesuji/search/mcts/solver.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// The results of the games that one leaf got, for player 0.
struct Results {
  double sum = 0;
  double squares = 0;
  std::uint32_t count = 0;

  [[nodiscard]] static Results repeated(double value, std::uint32_t count) noexcept {
    return {value * count, value * value * count, count};
  }
  [[nodiscard]] Results seen_by(int player) const noexcept {
    if (player == 0) return *this;
    return {count - sum, count - 2 * sum + squares, count};
  }
};

// A simulation, written out.
struct SimulationReport {
  std::vector<Move> path;     // to the leaf, events included
  std::vector<Move> rollout;  // the last game from there, where one was played
  double value = 0.5;         // of that game, or as it was known, for player 0
  std::uint32_t games = 0;    // played from the leaf, or counted as if they had been
  bool played = false;
};

// Each on lines of memory of its own: threads must not share by accident.
template <Game G, class K, bool shared>
class alignas(64) Worker {
 public:
  using M = Memory<shared>;
  using Tree = mcts::Tree<shared>;
  using Handle = Pool::Handle;

  Worker(const Options& options, const K& knowledge, Tree& tree)
      : options_(options),
        knowledge_(knowledge),
        tree_(tree),
        expansion_(options, knowledge, tree),
        selection_(options, tree),
        rollout_(options.rollout, knowledge),
        child_value_(options, knowledge, tree),
        amaf_(tree),
        view_(options, tree),
        recording_(options.amaf.rule != AmafRule::none ||
                   options.rollout.rule == RolloutRule::mast) {
    path_.reserve(256);
    if (options.rollout.rule == RolloutRule::mast) rollout_.averages().clear();
  }
  // The parts refer to each other.
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Before a search.
  void begin(const Rng& rng, double c, std::size_t max_depth, bool evaluated_leaves) {
    rng_ = rng;
    selection_.begin(c);
    max_depth_ = max_depth;
    evaluated_leaves_ = evaluated_leaves;
    simulations = nodes = 0;
    deepest = 0;
    path_.clear();
    last_ = {};
    viewing_ = shared && options_.threads.count > 1 && child_value_.is_mean() &&
               selection_.scans() && !options_.widen.on && !options_.exhausted &&
               !tree_.node(tree_.root()).chance;
    if (!rollout_.averages().empty()) rollout_.averages().fade();
  }

  // What ends the search, for parts that take their time.
  void listen(const Stopwatch& watch, const StopToken& stop) noexcept {
    watch_ = &watch;
    stop_ = &stop;
  }

  std::uint64_t simulations = 0;
  std::uint64_t nodes = 0;  // positions of the tree that simulations passed through
  int deepest = 0;

  // One descent with as many rollouts as a leaf gets, at most `limit`; the number made.
  std::uint32_t simulate(const G& root, std::uint64_t limit) {
    const auto wanted =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(options_.rollouts, limit));
    G position = root;
    const double known = descend(position);
    const Results results = known >= 0 ? known_results(known, wanted) : play_out(position, wanted);
    last_.known = known;
    last_.games = results.count;
    count_descent(results.count);
    back_up(results);
    return results.count;
  }

  // The last simulation of this search. Its rollout is played again: to write moves down while
  // searching would cost time.
  SimulationReport last_simulation(const G& root) {
    SimulationReport report;
    G position = root;
    for (const Step& step : path_) {
      report.path.push_back(step.at.edges.move(step.at.i));
      advance(position, tree_.node(step.node), report.path.back());
    }
    report.games = last_.games;
    report.played = last_.games > 0 && last_.known < 0;
    report.value = last_.known;
    if (report.played) {
      report.value = rollout_.replay(position, last_.began, learned_in_rollout(), report.rollout);
    }
    return report;
  }

  // Walks from the root to a leaf, leaving the way in `path()` and the leaf in `position`.
  // Returns the leaf's value for player 0 where the rules or a proof give it, else -1.
  double descend(G& position) {
    path_.clear();
    selection_.restart();
    if (shared && viewing_) view_.refresh();
    Handle at = tree_.root();
    for (;;) {
      Node& node = tree_.node(at);
      // Step 1. A new child while there are untried moves and room, else the best old one.
      const bool viewed = shared && viewing_ && path_.empty() && view_.open();
      const int edge =
          viewed ? view_.choose(selection_.exploration(view_.visits())) : pick(node, position);
      if (edge < 0) return -1;  // the pool is full: this node is the leaf
      const EdgeAt child = tree_.edge(node, edge);
      const auto& [edges, i] = child;
      const Handle below = M::peek_published(edges.child(i));
      if (Tree::is_node(below)) __builtin_prefetch(&tree_.node(below));
      const std::uint32_t before = M::peek(edges.visits(i));
      path_.push_back({at, edge, child});
      if (shared && !viewed) add_virtual_loss(node, before);
      advance(position, node, edges.move(i));
      if (!child_value_.is_mean()) child_value_.add_knowledge(node, child, position);
      // Step 2. A child whose result is known, or below which all was seen, needs no further
      // look; one at the depth limit gets none.
      if (options_.exhausted && (M::peek(edges.flags(i)) & Edges::exhausted) != 0 && before > 0) {
        return seen_value(node, child);
      }
      if (M::peek(edges.proof(i)) != Proof::none) {
        if ((M::peek(edges.flags(i)) & Edges::exhausted) == 0) set_proven_value<shared>(child);
        return decided_value(node, child);
      }
      if (!Tree::is_node(below)) {
        if (const auto outcome = position.outcome()) return end(position, *outcome, node.mover);
      } else if (tree_.transpositions() && known_elsewhere(node, below)) {
        return decided_value(node, child);
      }
      if (path_.size() >= max_depth_ || path_.size() >= longest_path) return -1;
      // Step 3. A child gets a node when it was visited often enough; till then it is a leaf.
      if (!Tree::is_node(below)) {
        if (before < options_.expand.after || evaluated_leaves_) return -1;
        const Handle made = make_child(node, child, position);
        if (made == Pool::none) return -1;
        if (options_.node_guard() > 0 && guard_node(position)) return decided_value(node, child);
        at = made;
      } else {
        at = below;
      }
    }
  }

  // Carries results from the end of the path to the root.
  void back_up(const Results& results) {
    for (std::size_t depth = path_.size(); depth-- > 0;) {
      const Step& step = path_[depth];
      Node& node = tree_.node(step.node);
      if (shared && depth == 0 && viewing_ && view_.open()) {
        return view_.credit(step.edge, results.count, results.seen_by(node.mover).sum);
      }
      M::add(node.visits, results.count);
      if (options_.implicit.on) child_value_.update_minimax(node, step.at);
      credit(step, results.seen_by(node.mover));
    }
  }

  // At the end of a search: nothing stays with this thread.
  void finish() { view_.close(); }

  // The halves of a backup, for those who must wait for the result: a visit at once, which
  // counts as lost for whoever moves there, and the credit later.
  void visit() {
    for (const Step& step : path_) {
      Node& node = tree_.node(step.node);
      ++node.visits;
      credit(step, {0, 0, 1});
    }
  }
  void credit_later(const std::vector<Step>& path, double value) {
    for (const Step& step : path) {
      const Node& node = tree_.node(step.node);
      const double own = node.mover == 0 ? value : 1 - value;
      credit(step, {own, own * own, 0});
    }
  }
  void count_descent(std::uint32_t made) noexcept {
    // Another thread may be looking.
    M::put(simulations, simulations + made);
    M::put(nodes, nodes + path_.size());
    M::put(deepest, std::max(deepest, static_cast<int>(path_.size())));
  }

  [[nodiscard]] const std::vector<Step>& path() const noexcept { return path_; }
  [[nodiscard]] Expansion<G, K, shared>& expansion() noexcept { return expansion_; }
  [[nodiscard]] Selection<shared>& selection() noexcept { return selection_; }
  [[nodiscard]] Rng& rng() noexcept { return rng_; }

  static void advance(G& position, const Node& node, Move move) {
    if constexpr (HasChance<G>) {
      if (node.chance) return position.play_event(move);
    }
    position.play(move);
  }

 private:
  // Only games that repeat positions come near it, where transpositions make the tree a graph.
  static constexpr std::size_t longest_path = 4096;

  [[nodiscard]] bool is_over() const noexcept { return stop_->stopped() || watch_->expired(); }

  int pick(Node& node, const G& position) {
    if (node.chance) return static_cast<int>(rng_.below(node.total));
    if (options_.select.rule == SelectRule::prior) return pick_by_prior(node, position);
    const int count = M::peek_published(node.count);
    const bool spent = options_.exhausted && M::peek(node.finished) == count;
    if (count < allowed(node) || (spent && count < node.total)) {
      const int edge = expansion_.add_child(node, position);
      if (edge >= 0) return edge;
    }
    if (M::peek_published(node.count) == 0) return -1;
    return selection_.choose(node, rng_);
  }
  // How many children a node may have now: all, or as many as its visits let in.
  [[nodiscard]] int allowed(const Node& node) const noexcept {
    if (!options_.widen.on) return node.total;
    const double visits = static_cast<double>(M::peek(node.visits)) + 1;
    const double wide =
        options_.widen.base * natural_exp(options_.widen.power * natural_log(visits));
    // A whole number must not come out just below itself.
    return wide >= node.total ? node.total : std::max(1, static_cast<int>(wide + 1e-9));
  }
  int pick_by_prior(Node& node, const G& position) {
    if (evaluated_leaves_) return draw_by_given_prior(node);
    const int drawn = expansion_.draw_by_prior(node, rng_);
    while (M::peek_published(node.count) <= drawn) {
      if (expansion_.add_child(node, position) < 0) break;
    }
    return std::min(drawn, M::peek_published(node.count) - 1);
  }
  int draw_by_given_prior(const Node& node) {
    double drawn = random_share(rng_);
    int found = 0;
    tree_.each_child(node, [&](const Edges& edges, int i, int number) {
      if (drawn >= 0) found = number;
      drawn -= static_cast<double>(edges.prior(i));
    });
    return found;
  }

  // Virtual loss: a move that a thread is following counts as lost until its result is there, so
  // that other threads look elsewhere. Among many visits one more would not show.
  void add_virtual_loss(const Node& node, std::uint32_t before) {
    const std::uint32_t loss = options_.threads.virtual_loss;
    if (node.chance || loss == 0 || before > 100 * loss) return;
    Step& step = path_.back();
    step.virtual_loss = true;
    const std::uint32_t n = M::add(step.at.edges.visits(step.at.i), loss);
    refresh(step.at, n, M::peek(step.at.edges.sum(step.at.i)));
  }
  void credit(const Step& step, const Results& own) {
    const auto& [edges, i] = step.at;
    const std::uint32_t more =
        step.virtual_loss ? own.count - options_.threads.virtual_loss : own.count;
    const std::uint32_t n = more == 0 ? M::peek(edges.visits(i)) : M::add(edges.visits(i), more);
    const double sum = M::add(edges.sum(i), own.sum);
    if (const int squares = tree_.columns().squares; squares >= 0) {
      M::add(edges.template column<double>(squares, i), own.squares);
    }
    if (n > 0) refresh(step.at, n, sum);
  }
  // What selection reads, from what is known now.
  void refresh(const EdgeAt& at, std::uint32_t n, double sum) const noexcept {
    const auto& [edges, i] = at;
    if (M::peek(edges.proof(i)) != Proof::none) return;
    if ((M::peek(edges.flags(i)) & Edges::exhausted) != 0) return;
    M::put(edges.exploit(i), child_value_.value(at, n, sum / n));
    M::put(edges.explore(i), explore_term(options_.select.rule, edges.prior(i), n));
  }
  Handle make_child(Node& node, const EdgeAt& at, const G& position) {
    Handle& link = at.edges.child(at.i);
    if (!M::claim(link, Pool::none, Tree::pending)) return Pool::none;
    const double mean = static_cast<double>(M::peek(at.edges.exploit(at.i)));
    const double seen = node.mover == position.to_move() ? mean : 1 - mean;
    const std::uint64_t hash = tree_.transpositions() ? position.hash() : 0;
    Handle made = tree_.transpositions() ? tree_.find_known(hash) : Pool::none;
    if (made == Pool::none) {
      made = expansion_.make_node(position, seen, rng_);
      if (made != Pool::none && tree_.transpositions()) tree_.remember(hash, made);
    }
    M::publish(link, made);
    return made;
  }
  // Where several edges lead to a node, one of the others may have found out its result.
  bool known_elsewhere(const Node& node, Handle below) {
    const Node& child = tree_.node(below);
    if (options_.exhausted && M::peek(child.finished) == child.total) {
      exhaust(tree_, path_, path_.size() - 1);
    }
    const Proof proof = M::peek(child.proof);
    if (proof == Proof::none) return false;
    mark(child.mover == node.mover ? proof : opposite(proof));
    return true;
  }

  // The game is over at the end of the path.
  double end(const G& position, Outcome outcome, int mover) {
    if (options_.solver || options_.exhausted) mark(proof_of(outcome, mover));
    return result_value(position, outcome, options_.rollout, knowledge_);
  }
  // A proof for the last edge of the path, and, with the solver, for whatever follows from it.
  void mark(Proof proof) {
    const std::size_t last = path_.size() - 1;
    const EdgeAt& at = path_[last].at;
    if (options_.solver) {
      prove(tree_, path_, last, proof);
    } else if (M::claim(at.edges.proof(at.i), Proof::none, proof)) {
      set_proven_value<shared>(at);
      M::template add<std::uint16_t>(tree_.node(path_[last].node).decided, 1);
    }
    // What is decided needs no more looks than what is played out.
    if (options_.exhausted) exhaust(tree_, path_, last);
  }
  static Proof proof_of(Outcome outcome, int mover) noexcept {
    if (outcome.winner == draw) return Proof::draw;
    return outcome.winner == mover ? Proof::win : Proof::loss;
  }
  // Looks for forced ends below the node that the path has just reached.
  bool guard_node(const G& position) {
    StopCheck check([&] { return is_over(); });
    const Proof proof = look_ahead(position, options_.node_guard(), check);
    if (proof == Proof::none) return false;
    const Node& parent = tree_.node(path_.back().node);
    mark(position.to_move() == parent.mover ? proof : opposite(proof));
    return true;
  }
  // A child's results so far, without the virtual loss of this thread.
  [[nodiscard]] std::uint32_t results_seen(const EdgeAt& at) const noexcept {
    const std::uint32_t visits = M::peek(at.edges.visits(at.i));
    const std::uint32_t assumed = path_.back().virtual_loss ? options_.threads.virtual_loss : 0;
    return visits > assumed ? visits - assumed : 0;
  }
  // The value for player 0 of a child below which all was seen: what its results came to.
  [[nodiscard]] double seen_value(const Node& node, const EdgeAt& at) const noexcept {
    if constexpr (shared) {
      // Another thread may have counted here just when the child was finished.
      M::put(at.edges.exploit(at.i), never);
      M::put(at.edges.explore(at.i), 0.0f);
    }
    const double visits = std::max<std::uint32_t>(results_seen(at), 1);
    const double value = std::clamp(M::peek(at.edges.sum(at.i)) / visits, 0.0, 1.0);
    return node.mover == 0 ? value : 1 - value;
  }
  // The value for player 0 of a child with a proof. Where results are finer than who won, a win
  // is not simply 1: it is worth what was seen of it, or what one point is.
  [[nodiscard]] double decided_value(const Node& node, const EdgeAt& at) const noexcept {
    const auto& result = options_.rollout.result;
    double value = proof_value(M::peek(at.edges.proof(at.i)));
    const std::uint32_t visits = results_seen(at);
    const bool in_points = HasScore<G> || result.rule != ResultRule::score;
    if (result.rule != ResultRule::wdl && in_points) {
      if (visits > 0) value = std::clamp(M::peek(at.edges.sum(at.i)) / visits, 0.0, 1.0);
    } else if (result.rule == ResultRule::score) {
      value = 0.5 + (value - 0.5) * std::min(1.0, 1 / result.scale);
    }
    return node.mover == 0 ? value : 1 - value;
  }

  Results known_results(double value, std::uint32_t count) {
    if (recording_) {
      record_path();
      learn(value);
    }
    return Results::repeated(value, count);
  }
  Results play_out(const G& leaf, std::uint32_t count) {
    Results results;
    while (results.count < count) {
      if (results.count % 64 == 63 && is_over()) break;
      G position = leaf;
      if (recording_) record_path();
      last_.began = rng_;
      const double value = rollout_(position, rng_, recording_ ? &played_ : nullptr);
      results.sum += value;
      results.squares += value * value;
      ++results.count;
      if (recording_) learn(value);
    }
    return results;
  }
  // The moves of the last rollout, where somebody has learned from them.
  [[nodiscard]] std::span<const Played> learned_in_rollout() const noexcept {
    if (!recording_) return {};
    const auto decides = [&](const Step& step) { return !tree_.node(step.node).chance; };
    const auto above = std::count_if(path_.begin(), path_.end(), decides);
    return std::span(played_).subspan(static_cast<std::size_t>(above));
  }
  void record_path() {
    played_.clear();
    for (const Step& step : path_) {
      const Node& node = tree_.node(step.node);
      if (!node.chance) played_.push_back({node.mover, step.at.edges.move(step.at.i)});
    }
  }
  // What a game teaches about its moves, wherever else they may be played.
  void learn(double value) {
    if (options_.rollout.rule == RolloutRule::mast) {
      for (const Played& played : played_) {
        rollout_.averages().add(played.player, played.move,
                                static_cast<float>(played.player == 0 ? value : 1 - value));
      }
    }
    if (options_.amaf.rule != AmafRule::none) amaf_.learn(path_, played_, value);
  }

  const Options& options_;
  const K& knowledge_;
  const Stopwatch* watch_ = nullptr;
  const StopToken* stop_ = nullptr;
  Tree& tree_;
  Expansion<G, K, shared> expansion_;
  Selection<shared> selection_;
  Rollout<G, K> rollout_;
  ChildValue<G, K, shared> child_value_;
  Amaf<shared> amaf_;
  RootView<shared> view_;
  bool recording_;  // somebody learns from the moves of a game
  bool evaluated_leaves_ = false;
  bool viewing_ = false;       // this thread sees the root through its own view
  std::size_t max_depth_ = 0;  // plies below the root that get nodes
  Rng rng_{0};
  std::vector<Step> path_;
  std::vector<Played> played_;
  // What it takes to play the last rollout again.
  struct {
    Rng began{0};
    double known = -1;        // the leaf's value for player 0, where no game was needed
    std::uint32_t games = 0;  // 0: none yet
  } last_;
};

}  // namespace tesuji::mcts
