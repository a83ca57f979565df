// One tree and the threads that search it. The tree is kept between searches and reused where
// the new position follows from the old one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/answer.hpp"
#include "tesuji/search/mcts/batch.hpp"
#include "tesuji/search/mcts/root_guard.hpp"
#include "tesuji/search/mcts/schedule.hpp"
#include "tesuji/search/mcts/worker.hpp"

namespace tesuji::mcts {

// The columns that the options need.
inline Columns columns_for(const Options& options) noexcept {
  Columns columns;
  if (options.select.rule == SelectRule::ucb1_tuned) columns.squares = columns.add(2);
  if (options.amaf.rule != AmafRule::none) {
    columns.amaf_sum = columns.add(2);
    columns.amaf_visits = columns.add();
  }
  if (options.blend.on) columns.blend = columns.add();
  if (options.bias.on) columns.bias = columns.add();
  if (options.implicit.on) columns.minimax = columns.add();
  return columns;
}

template <Game G, class K, bool shared>
class TreeSearch {
 public:
  using M = Memory<shared>;
  using Tree = mcts::Tree<shared>;
  using Worker = mcts::Worker<G, K, shared>;
  using Handle = Pool::Handle;

  TreeSearch(const Options& options, const K& knowledge,
             std::shared_ptr<Evaluator<G>> evaluator = nullptr)
      : options_(options),
        knowledge_(knowledge),
        evaluator_(std::move(evaluator)),
        tree_(options.memory, columns_for(options), options.transpositions) {
    // An evaluator's priors cover all moves, so its nodes have all children at once.
    if (evaluator_) options_.expand.rule = ExpandRule::all;
    for (int i = 0; i < options_.tree_threads(); ++i) {
      workers_.push_back(std::make_unique<Worker>(options_, knowledge_, tree_));
    }
  }
  // Not copyable: the parts refer to each other.
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;

  // Searches from a decision and leaves what it found in the tree. The seed decides everything
  // that is random; `reuse` keeps what the last search found out about this position. False
  // where not even the root fits into the pool.
  bool search(const G& position, const Budget& budget, std::uint64_t seed, bool reuse,
              StopToken& stop, Progress& progress) {
    const Stopwatch watch(budget);
    Rng rng(seed, search_stream);
    seconds_ = 0;
    for (const auto& worker : workers_) worker->expansion().restart();
    // Step 1. Find the position in the old tree, or begin a new one.
    if (!(reuse && reuse_tree(position))) start_tree(position, rng);
    if (tree_.root() == Pool::none) return false;
    reused_ = root().visits;
    max_depth_ = static_cast<std::size_t>(std::max(budget.depth, 1));
    if (options_.height > 0) {
      max_depth_ = std::min(max_depth_, static_cast<std::size_t>(options_.height));
    }
    const double c = scheduled_c(options_, root().total, board_size(), last_value_);
    if (options_.expand.rule == ExpandRule::evaluated && options_.expand.plus_c) raise_unvisited(c);
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      const Rng own = i == 0 ? rng : Rng(seed, search_stream + (std::uint64_t{1} << 32) * i);
      workers_[i]->begin(own, c, max_depth_, evaluator_ != nullptr);
    }
    // Step 2. Look for forced ends near the root, which need no statistics.
    RootGuard(options_, tree_, workers_.front()->expansion(), position_).run(watch, stop);
    if (options_.choice.rule == FinalRule::bonus || options_.choice.rule == FinalRule::blended) {
      list_all_moves();
    }
    // Step 3. Simulate until the budget is spent, the root is resolved or the caller stops it.
    claimed_ = 0;
    done_ = false;
    if constexpr (shared) {
      run_tree_parallel(budget, watch, stop, progress);
    } else if (evaluator_) {
      run_batches(budget, watch, stop, progress);
    } else {
      run_alone(budget, watch, stop, progress);
    }
    seconds_ = watch.seconds();
    return true;
  }

  // What is known at the root now; the last random number stays in the worker.
  SearchReport report(double seconds) {
    const Node& node = root();
    SearchReport result;
    for (const auto& worker : workers_) {
      result.simulations += M::peek(worker->simulations);
      result.nodes += M::peek(worker->nodes);
      result.depth = std::max(result.depth, M::peek(worker->deepest));
    }
    result.seconds = seconds;
    result.reused = reused_;
    result.proof = conclusion(tree_, node);
    const std::vector<Candidate> moves = candidates();
    for (const Candidate& move : moves) result.moves.push_back(move.report);
    if (node.chance) return result;
    // On a copy: a report during the search must not change what it does next.
    Rng drawn = workers_.front()->rng();
    const std::size_t best = choose(moves, options_, drawn);
    result.best = result.moves[best].move;
    result.value = result.moves[best].value;
    result.line = principal_variation(tree_, result.best);
    return result;
  }
  SearchReport report() { return report(seconds_); }

  // The root's moves as the final rule sees them; any legal move where none was looked at.
  std::vector<Candidate> candidates() {
    const Node& node = root();
    std::vector<Candidate> found;
    double visits = 0;
    tree_.each_child(node, [&](const Edges& edges, int i, int) {
      visits += static_cast<double>(M::peek(edges.visits(i)));
    });
    const double average = visits / std::max<int>(1, M::peek_published(node.count));
    tree_.each_child(node, [&](const Edges& edges, int i, int) {
      const double score = options_.choice.rule == FinalRule::uct
                               ? workers_.front()->selection().score_of(node, edges, i)
                               : 0;
      found.push_back(candidate(move_report<shared>(edges, i), options_, score,
                                node.chance ? 0 : final_knowledge(edges.move(i)), average));
    });
    if (found.empty() && !node.chance) {
      const Move any = workers_.front()->expansion().ith_move(node, position_, 0);
      found.push_back({{any, 0, 0.5, 0, Proof::none}, 0, 0});
    }
    return found;
  }

  [[nodiscard]] const Tree& tree() const noexcept { return tree_; }
  [[nodiscard]] float exploration(const Node& node) const noexcept {
    return workers_.front()->selection().exploration(node);
  }
  // The score by which selection compares a child.
  [[nodiscard]] double score(const Node& node, const Edges& edges, int i) {
    return workers_.front()->selection().score_of(node, edges, i);
  }
  // The last simulation of the first thread.
  [[nodiscard]] SimulationReport last_simulation() {
    return workers_.front()->last_simulation(position_);
  }
  // The estimate of the move that was played, for the next search's c.
  void remember_choice(double value) noexcept { last_value_ = value; }
  void forget() noexcept {
    tree_.clear();
    last_value_ = -1;
  }

 private:
  static constexpr std::uint64_t search_stream = 2;
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] Node& root() const noexcept { return tree_.node(tree_.root()); }

  // Nothing more to find out at the root.
  [[nodiscard]] bool resolved() const noexcept {
    const Node& node = root();
    if (M::peek(node.proof) != Proof::none) return true;
    if (options_.exhausted && M::peek(node.finished) == node.total) return true;
    return options_.solver && node.total > 0 && M::peek(node.decided) == node.total;
  }

  void run_alone(const Budget& budget, const Stopwatch& watch, StopToken& stop,
                 Progress& progress) {
    Worker& worker = *workers_.front();
    run_while_open(budget, watch, stop, progress,
                   [&](std::uint64_t left) { worker.simulate(position_, left); });
  }
  void run_batches(const Budget& budget, const Stopwatch& watch, StopToken& stop,
                   Progress& progress) {
    Batch<G, K> batch(options_, tree_, *workers_.front(), *evaluator_);
    if (!root_evaluated_ && budget.simulations > 0 && !resolved()) {
      root_evaluated_ = true;
      batch.evaluate_root(position_);
    }
    run_while_open(budget, watch, stop, progress,
                   [&](std::uint64_t left) { batch.simulate(position_, left, max_depth_); });
  }
  // One thread: simulates until a limit, the clock, a proof or the caller stops it.
  template <class Simulate>
  void run_while_open(const Budget& budget, const Stopwatch& watch, StopToken& stop,
                      Progress& progress, Simulate&& simulate) {
    Worker& worker = *workers_.front();
    worker.listen(watch, stop);
    Pace pace;
    while (worker.simulations < budget.simulations && worker.nodes < budget.nodes && !resolved()) {
      if (worker.simulations >= pace.next()) {
        if (stop.stopped() || watch.expired()) break;
        if (progress.asked()) progress.answer(report(watch.seconds()));
        pace.look(watch.seconds(), worker.simulations);
      }
      simulate(budget.simulations - worker.simulations);
    }
  }

  // All threads in one tree; the first to use up its time ends it for all.
  void run_tree_parallel(const Budget& budget, const Stopwatch& watch, StopToken& stop,
                         Progress& progress) {
    // One child before anyone starts: threads that find a root without any have nowhere to go.
    Node& node = root();
    const bool alone = workers_.size() == 1;
    if (node.count == 0 && !node.chance && !alone) {
      workers_.front()->expansion().add_child(node, position_);
    }
    std::vector<std::exception_ptr> failures(workers_.size());
    std::vector<std::jthread> threads;
    const auto run = [&](std::size_t number, const Stopwatch& own) {
      try {
        run_worker(*workers_[number], number == 0, budget, own, stop, progress);
      } catch (...) {
        failures[number] = std::current_exception();
        done_.store(true, std::memory_order_relaxed);
      }
      workers_[number]->finish();
    };
    try {
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads.emplace_back([&, i] { run(i, Stopwatch(budget)); });
      }
    } catch (...) {
      // The system has no more threads: those that run must not go on without us.
      done_.store(true, std::memory_order_relaxed);
      throw;
    }
    run(0, watch);
    threads.clear();
    for (const auto& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
  }
  void run_worker(Worker& worker, bool first, const Budget& budget, const Stopwatch& watch,
                  StopToken& stop, Progress& progress) {
    worker.listen(watch, stop);
    Pace pace;
    const std::uint64_t fair_nodes = budget.nodes == no_limit
                                         ? no_limit
                                         : (budget.nodes + workers_.size() - 1) / workers_.size();
    std::uint64_t mine = 0;  // simulations that this thread may still make
    // All threads write to the root: it is not read every time.
    for (std::uint32_t round = 0; round % 16 != 0 || !resolved(); ++round) {
      if (done_.load(std::memory_order_relaxed) || worker.nodes >= fair_nodes) return;
      if (worker.simulations >= pace.next()) {
        if (stop.stopped() || watch.expired()) {
          done_.store(true, std::memory_order_relaxed);
          return;
        }
        if (first && progress.asked()) progress.answer(report(watch.seconds()));
        pace.look(watch.seconds(), worker.simulations);
      }
      // Other threads finish what they have claimed.
      if (mine == 0 && (mine = claim_simulations(budget.simulations)) == 0) return;
      mine -= worker.simulate(position_, mine);
    }
  }
  // A share of the simulations that no thread has claimed yet, so that all threads together make
  // exactly as many as the budget allows.
  std::uint64_t claim_simulations(std::uint64_t limit) noexcept {
    if (limit == no_limit) return no_limit;
    const std::uint64_t batch = options_.rollouts;
    const std::uint64_t fair = std::min<std::uint64_t>(limit / (8 * workers_.size()), 4096);
    const std::uint64_t share = std::max<std::uint64_t>(1, fair / batch) * batch;
    const std::uint64_t begin = claimed_.fetch_add(share, std::memory_order_relaxed);
    return begin >= limit ? 0 : std::min(share, limit - begin);
  }

  void start_tree(const G& position, Rng& rng) {
    tree_.clear();
    root_evaluated_ = false;
    position_ = position;
    included_c_ = 0;
    workers_.front()->expansion().begin(0);
    tree_.set_root(workers_.front()->expansion().make_node(position, 0.5, rng));
  }

  // Gives unvisited children in the tree the c of this search instead of that of the last.
  void raise_unvisited(double c) {
    const auto more = static_cast<float>(c - included_c_);
    included_c_ = c;
    if (more == 0) return;
    std::vector<Handle> open{tree_.root()};
    while (!open.empty()) {
      const Node& node = tree_.node(open.back());
      open.pop_back();
      tree_.each_child(node, [&](const Edges& edges, int i, int) {
        if (Tree::is_node(edges.child(i))) open.push_back(edges.child(i));
        const bool known = node.chance || edges.proof(i) != Proof::none || edges.visits(i) > 0;
        if (!known) edges.exploit(i) += more;
      });
    }
  }

  [[nodiscard]] int board_size() const {
    if constexpr (HasSize<G>) return position_.size();
    return 0;
  }

  // Final rules that use knowledge choose from all moves, visited or not.
  void list_all_moves() {
    Node& node = root();
    while (node.count < node.total &&
           workers_.front()->expansion().add_child(node, position_) >= 0) {
    }
  }
  // What the final rule needs to know about a move beyond its statistics.
  double final_knowledge(Move move) {
    if (options_.choice.rule == FinalRule::bonus) return static_score(position_, move, knowledge_);
    if (options_.choice.rule != FinalRule::blended) return 0;
    G next = position_;
    next.play(move);
    const int mover = position_.to_move();
    if constexpr (HasValueRule<K, MobilityValue, G>) {
      return knowledge_.value(mobility_rule(options_), next, mover);
    } else {
      return first_value(next, mover, options_.rollout, knowledge_);
    }
  }

  // Makes the position the root if the old tree has it: where it was, or after a move of each
  // player with the rolls between. False where it is not there or was never searched.
  bool reuse_tree(const G& position) {
    if (tree_.root() == Pool::none) return false;
    if (position == position_) return true;
    const Handle found = find(tree_.root(), position_, position, 2);
    if (found == Pool::none) return false;
    tree_.keep(found);
    if (tree_.root() == Pool::none) return false;
    position_ = position;
    return true;
  }
  // Looks for a position below a node, at most `decisions` moves deep. Where several paths lead to
  // it, takes the one with the most visits.
  Handle find(Handle from, const G& at, const G& wanted, int decisions) {
    const Node& node = tree_.node(from);
    if (!node.chance && decisions-- == 0) return Pool::none;
    Handle best = Pool::none;
    tree_.each_child(node, [&](const Edges& edges, int i, int) {
      const Handle below = edges.child(i);
      if (!Tree::is_node(below)) return;
      G next = at;
      advance(next, node, edges.move(i));
      const Handle found = next == wanted ? below : find(below, next, wanted, decisions);
      if (found == Pool::none) return;
      if (best == Pool::none || tree_.node(found).visits > tree_.node(best).visits) best = found;
    });
    return best;
  }

  Options options_;
  K knowledge_;
  std::shared_ptr<Evaluator<G>> evaluator_;
  Tree tree_;
  std::vector<std::unique_ptr<Worker>> workers_;
  G position_{};
  bool root_evaluated_ = false;
  double last_value_ = -1;  // of the move chosen last; none yet
  double included_c_ = 0;   // in the estimates of unvisited children, with plus_c
  double seconds_ = 0;
  std::uint64_t reused_ = 0;
  std::size_t max_depth_ = 0;
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<bool> done_{false};
};

}  // namespace tesuji::mcts
