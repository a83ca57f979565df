// One thread of alpha-beta: iterative deepening with principal variation search over a table
// that it may share with others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/base/history.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/control.hpp"
#include "tesuji/search/alphabeta/evaluator.hpp"
#include "tesuji/search/alphabeta/frame.hpp"
#include "tesuji/search/alphabeta/hardest.hpp"
#include "tesuji/search/alphabeta/node.hpp"
#include "tesuji/search/alphabeta/open_nodes.hpp"
#include "tesuji/search/alphabeta/ordering.hpp"
#include "tesuji/search/alphabeta/picker.hpp"
#include "tesuji/search/alphabeta/report.hpp"
#include "tesuji/search/alphabeta/roll.hpp"
#include "tesuji/search/alphabeta/root.hpp"
#include "tesuji/search/alphabeta/root_search.hpp"
#include "tesuji/search/alphabeta/selective.hpp"
#include "tesuji/search/alphabeta/shared_passes.hpp"
#include "tesuji/search/alphabeta/table.hpp"
#include "tesuji/search/alphabeta/time_plan.hpp"

namespace tesuji::alphabeta {

template <Game G, class K>
class Worker {
 public:
  // What is given must outlive the worker. Worker 0 is the one that always has an answer. `team`
  // is null where threads do not divide the work.
  Worker(int number, const Options& options, const K& knowledge, const Evaluate<G>& evaluate,
         Table& table, Team* team)
      : number_(number),
        options_(options),
        knowledge_(knowledge),
        evaluator_(knowledge, evaluate),
        table_(table),
        team_(team),
        scale_{.distance = options.speed && !rolls},
        ordering_(options, knowledge, evaluator_),
        selectivity_(options) {}

  // Searches until it is done, the budget is spent or another worker has ended it.
  void run(const G& position, SearchControl& control, const Stopwatch& watch) {
    begin(position, control, watch);
    RootSearch<G, K>(*this).deepen();
    if (options_.despair == DespairRule::hardest) choose_hardest();
    control.count_nodes(nodes_ - std::exchange(counted_, nodes_));
    control.end();
  }

  [[nodiscard]] const Root& root() const noexcept { return root_; }
  // The passes over the root that are finished, by any thread of the team.
  [[nodiscard]] int passes() const noexcept { return passes_; }
  [[nodiscard]] SearchReport report(double seconds) const { return report_on(root_, seconds); }

 private:
  template <Game, class>
  friend class NodeSearch;
  template <Game, class>
  friend class RollSearch;
  template <Game, class>
  friend class RootSearch;
  static constexpr bool rolls = HasChance<G>;

  [[nodiscard]] SearchReport report_on(const Root& root, double seconds) const {
    SearchReport result = root_report(root);
    result.nodes = result.simulations = control_->nodes();
    result.seconds = seconds;
    if (root.moves.empty()) return result;
    if constexpr (HasFinalRule<K, DiagonalMove, G>) {
      const bool lost = root.proven && scale_.is_loss(root.score);
      if (lost && options_.despair == DespairRule::diagonal) {
        result.best = knowledge_.final_move(DiagonalMove{}, position_);
      }
    }
    result.line = {result.best};
    if (options_.table)
      result.line = principal_variation(position_, result.best, table_, options_, !rolls);
    return result;
  }
  // The report if the search ended now.
  [[nodiscard]] SearchReport report_so_far() const {
    Root root = root_;
    root.decide();
    return report_on(root, watch_->seconds());
  }

  // A beam leaves moves out, so what it finds is proven neither for nor against anybody.
  [[nodiscard]] bool beamed() const noexcept { return options_.beam > 0; }

  void begin(const G& position, SearchControl& control, const Stopwatch& watch) {
    position_ = position;
    control_ = &control;
    watch_ = &watch;
    nodes_ = 0;
    counted_ = 0;
    pace_ = new_pace();
    aborted_ = false;
    open_.clear();
    passes_ = 0;
    behind_ = false;
    plan_ = options_.adapt ? TimePlan(control.budget().target) : TimePlan();
    if (!options_.staged) ordering_.reset();
    history_.begin_search();
    selectivity_.begin_search();
    evaluator_.reset(position);
    keys_[0] = position.hash();
    root_.begin(ordering_.root_order(position), scale_, !beamed());
  }

  // The moves of all threads, at depths where it pays to know them; null elsewhere. A move near the
  // horizon takes less time than it takes to learn who is searching it.
  [[nodiscard]] BusyMoves* busy_at(int depth) const noexcept {
    constexpr int least_depth = 4;
    return team_ != nullptr && depth >= least_depth ? &team_->busy : nullptr;
  }
  // The answer to a lost position, if the time allows.
  void choose_hardest() {
    if (aborted_ || !root_.proven || !scale_.is_loss(root_.score)) return;
    const int length = scale_.distance ? win_score - std::abs(root_.score) : root_.depth;
    const int depth = std::min(length, control_->budget().depth - 2);
    const Score lost = scale_.distance ? -certain : -win_score;
    const auto is_lost = [&](const G& position) -> std::optional<bool> {
      evaluator_.reset(position);
      keys_[0] = position.hash();
      const Score score = search_position(position, depth, 0, lost, lost + 1);
      return aborted_ ? std::nullopt : std::optional(score <= lost);
    };
    take_hardest(root_, position_, is_lost);
  }

  // The score of a move for the player who makes it. A move that is first looked at with less
  // depth is searched again where it looks better than what there is.
  Score search_move(const G& position, Move move, int depth, int ply, Score alpha, Score beta,
                    bool first, int less = 0) {
    G next = position;
    next.play(move);
    evaluator_.push(position, move, next, ply);
    enter(next, move, ply, depth);
    const bool same = next.to_move() == position.to_move();
    const auto look = [&](Score low, Score high, int to_depth) {
      if (same) return search_position(next, to_depth, ply + 1, low, high);
      return -search_position(next, to_depth, ply + 1, -high, -low);
    };
    if (!options_.prune) return look(no_score, win_score + 1, depth - 1);
    if (first || !options_.pvs) return look(alpha, beta, depth - 1);
    // Step 2. The first move is thought best; the others only have to be shown no better.
    if (less > 0) {
      const Score score = look(alpha, alpha + 1, depth - 1 - less);
      if (score <= alpha || aborted_) return score;
    }
    const Score score = look(alpha, alpha + 1, depth - 1);
    if (score <= alpha || score >= beta) return score;
    return look(alpha, beta, depth - 1);
  }

  // Notes the move from the position at `ply` to the next, and fetches what the table has there.
  void enter(const G& next, Move move, int ply, int depth) noexcept {
    const auto at = static_cast<std::size_t>(ply);
    line_[at] = move;
    if (rolls || !options_.table || (depth <= 1 && !options_.leaf_proofs)) return;
    keys_[at + 1] = next.hash();
    table_.prefetch(keys_[at + 1]);
  }
  // With dice, an event leads from one position to another at the same ply.
  [[nodiscard]] Frame frame_of(const G& position, int depth, int ply) const {
    if (!options_.table) return {};
    if (options_.symmetry > 0 && depth >= options_.symmetry) return common_frame(position);
    return {.key = rolls ? position.hash() : keys_[static_cast<std::size_t>(ply)]};
  }

  Score search_position(const G& position, int depth, int ply, Score alpha, Score beta) {
    ++nodes_;
    if (must_stop()) return 0;
    // Step 3. Ends, dice and the horizon.
    if (const auto outcome = position.outcome()) {
      return scale_.end(*outcome, position.to_move(), ply);
    }
    if constexpr (rolls) {
      if (position.is_chance()) {
        return RollSearch<G, K>(*this).search(position, depth, ply, alpha, beta);
      }
    }
    const bool leaf = depth <= 0 || ply >= max_ply - 1;
    NodeSearch<G, K> node(*this);
    if (node.wins_at_once(position, leaf)) {
      return scale_.end({static_cast<std::int8_t>(position.to_move()), 0}, position.to_move(),
                        ply + 1);
    }
    // Step 4. What the table knows; at the horizon only proofs count.
    Frame frame;
    std::optional<Entry> entry;
    if (!leaf || options_.leaf_proofs) {
      frame = frame_of(position, depth, ply);
      entry = find(frame.key);
    }
    if (entry && (entry->complete || (!leaf && entry->depth >= depth))) {
      const Score score = scale_.from_table(entry->score, ply);
      if (decides(entry->bound, score, alpha, beta)) {
        if (!entry->complete) reached_horizon_ = true;
        return score;
      }
    }
    if (leaf) {
      const Score score = static_score(position, ply);
      if (score < beta && options_.wins == WinRule::needed && node.wins_at_once(position, false)) {
        return scale_.end({static_cast<std::int8_t>(position.to_move()), 0}, position.to_move(),
                          ply + 1);
      }
      reached_horizon_ = true;
      return score;
    }
    auto hint = entry ? std::optional(entry->move) : old_hint(frame.key);
    if (hint && (hint = from_frame(position, *hint, frame)) == no_move) hint.reset();
    if (team_ != nullptr) {
      return node.search_shared(position, frame, hint, depth, ply, alpha, beta);
    }
    if (options_.staged && !beamed()) {
      return node.search_staged(position, frame, hint, depth, ply, alpha, beta);
    }
    return node.search_sorted(position, frame, hint, depth, ply, alpha, beta);
  }

  [[nodiscard]] RankerBase<G, K> ranker_base() noexcept {
    return {options_, knowledge_, ordering_, history_, selectivity_.swing()};
  }
  [[nodiscard]] Score static_score(const G& position, int ply) const {
    return selectivity_.with_tempo(evaluator_.evaluate(position, ply));
  }
  // The move that led to the position at this ply.
  [[nodiscard]] Move previous_move(int ply) const noexcept {
    return ply > 0 ? line_[static_cast<std::size_t>(ply) - 1] : no_move;
  }

  // Whether a search to this depth finds the fastest win and the longest defence of a result.
  [[nodiscard]] bool within(Score score, int depth) const noexcept {
    return !scale_.distance || win_score - std::abs(score) <= depth;
  }

  // With dice an older search's entries are left alone: they do not say how soon the end comes.
  [[nodiscard]] std::optional<Entry> find(std::uint64_t key) const noexcept {
    return options_.table ? table_.find(key, !rolls) : std::nullopt;
  }
  // The best move of an earlier search, where its score is left alone.
  [[nodiscard]] std::optional<Move> old_hint(std::uint64_t key) const noexcept {
    if (!rolls || !options_.roll_hints || !options_.table) return std::nullopt;
    const auto entry = table_.find(key, true);
    return entry ? std::optional(entry->move) : std::nullopt;
  }
  // Whether another thread has finished this pass, or a position that this one is searching.
  bool is_overtaken() {
    behind_ = root_.depth > 0 && team_->passes.is_ahead(passes_);
    return behind_ || found_result();
  }
  bool found_result() {
    return open_.look([&](const OpenNode& node, int ply) -> std::optional<FoundResult> {
      const auto entry = find(node.key);
      if (!entry || !(entry->complete || entry->depth >= node.depth)) return std::nullopt;
      const Score score = scale_.from_table(entry->score, ply);
      if (!decides(entry->bound, score, node.alpha, node.beta)) return std::nullopt;
      return FoundResult{ply, score, entry->complete};
    });
  }
  static bool decides(Bound bound, Score score, Score alpha, Score beta) noexcept {
    return bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
           (bound == Bound::upper && score <= alpha);
  }

  bool must_stop() {
    if (aborted_) return true;
    // The first iteration is finished whatever happens: it is the answer to a budget of zero,
    // and costs one evaluation per move.
    if (number_ == 0 && root_.depth == 0 && !control_->stopped()) return false;
    if (nodes_ >= control_->budget().nodes) return aborted_ = true;
    if (team_ != nullptr && nodes_ % 16 == 0 && is_overtaken()) return aborted_ = true;
    if (nodes_ < pace_.next()) return false;
    control_->count_nodes(nodes_ - std::exchange(counted_, nodes_));
    pace_.look(watch_->seconds(), nodes_);
    if (control_->ended() || control_->stopped() || watch_->expired()) return aborted_ = true;
    if (control_->nodes() >= control_->budget().nodes) return aborted_ = true;
    if (number_ == 0 && plan_.is_active() && watch_->seconds() >= plan_.limit()) {
      return aborted_ = true;
    }
    if (number_ == 0 && control_->progress().asked()) {
      control_->progress().answer(report_so_far());
    }
    return false;
  }

  // How many nodes to search at most before the next look at the clock and at the nodes of the
  // other threads: fewer where the budget of nodes is small.
  [[nodiscard]] Pace new_pace() const noexcept {
    const std::uint64_t limit = control_->budget().nodes;
    const auto share = limit / (64 * static_cast<std::uint64_t>(options_.threads));
    return Pace(static_cast<double>(std::clamp<std::uint64_t>(share, 16, 1024)));
  }

  int number_;
  const Options& options_;
  const K& knowledge_;
  Evaluator<G, K> evaluator_;
  Table& table_;
  Team* team_;
  DeferredMoves deferred_;
  OpenNodes open_;
  Scale scale_;
  Ordering<G, K> ordering_;
  History history_;
  static_assert(History::max_ply == max_ply);
  Selectivity selectivity_;
  PickerStack lists_;
  int passes_ = 0;                                 // over the root in this search, of all threads
  bool behind_ = false;                            // another thread has finished this pass
  std::array<std::uint64_t, max_ply + 1> keys_{};  // of the positions on the current line
  std::array<Move, max_ply + 1> line_{};           // the moves that lead to the current node
  Root root_;
  G position_{};
  TimePlan plan_;
  SearchControl* control_ = nullptr;
  const Stopwatch* watch_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t counted_ = 0;  // of the nodes, those already reported to the control
  Pace pace_;
  bool aborted_ = false;
  bool reached_horizon_ = false;
};

}  // namespace tesuji::alphabeta
