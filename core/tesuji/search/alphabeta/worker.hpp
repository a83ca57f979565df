// One thread of alpha-beta: iterative deepening with principal variation search over a table
// that it may share with others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/aspiration.hpp"
#include "tesuji/search/alphabeta/busy.hpp"
#include "tesuji/search/alphabeta/control.hpp"
#include "tesuji/search/alphabeta/evaluator.hpp"
#include "tesuji/search/alphabeta/frame.hpp"
#include "tesuji/search/alphabeta/hardest.hpp"
#include "tesuji/search/alphabeta/history.hpp"
#include "tesuji/search/alphabeta/node.hpp"
#include "tesuji/search/alphabeta/open_nodes.hpp"
#include "tesuji/search/alphabeta/ordering.hpp"
#include "tesuji/search/alphabeta/picker.hpp"
#include "tesuji/search/alphabeta/report.hpp"
#include "tesuji/search/alphabeta/roll.hpp"
#include "tesuji/search/alphabeta/root.hpp"
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
    const int limit = control.budget().depth;
    for (depth_ = 1; depth_ <= limit && !resolved(); ++depth_) {
      if (skips(depth_) && depth_ < limit) continue;
      reached_horizon_ = false;
      iterate();
      if (aborted_) {
        root_.decide();
        break;
      }
      root_.depth = depth_;
      // Nothing was left to an evaluation: a deeper search cannot say more.
      if (!reached_horizon_) break;
      if (is_enough()) break;
    }
    if (options_.despair == DespairRule::hardest) choose_hardest();
    control.count_nodes(nodes_ - std::exchange(counted_, nodes_));
    control.end();
  }

  [[nodiscard]] const Root& root() const noexcept { return root_; }
  [[nodiscard]] SearchReport report(double seconds) const { return report_on(root_, seconds); }

 private:
  template <Game, class>
  friend class NodeSearch;
  template <Game, class>
  friend class RollSearch;
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
    trend_ = {};
    selectivity_.begin_search();
    evaluator_.reset(position);
    keys_[0] = position.hash();
    root_.begin(ordering_.root_order(position), scale_, !beamed());
  }

  // The moves of all threads, at depths where it pays to know them; null elsewhere.
  [[nodiscard]] BusyMoves* busy_at(int depth) const noexcept {
    constexpr int least_depth = 2;
    return team_ != nullptr && depth >= least_depth ? &team_->busy : nullptr;
  }
  // Where threads do not divide the work, helpers leave depths out, each in a rhythm of its own:
  // what one finds out deeper down, the others find in the table. None leaves out the first, from
  // which all learn the same tempo: entries of the table must mean the same to all.
  [[nodiscard]] bool skips(int depth) const noexcept {
    if (number_ == 0 || depth == 1 || team_ != nullptr) return false;
    const int stretch = 1 + (number_ - 1) / 2 % 3;
    return (depth + number_) / stretch % 2 == 1;
  }

  // A forced result within the depth does not get any better by looking deeper. But where a win is
  // a win at any depth and the first move counts, an earlier move may yet turn out to be one.
  [[nodiscard]] bool resolved() const noexcept {
    if (!root_.proven) return false;
    const bool end = scale_.is_win(root_.score) || scale_.is_loss(root_.score);
    if (end && !within(root_.score, root_.depth)) return false;
    const bool first_counts = !options_.speed && !options_.sort;
    return !(first_counts && scale_.is_win(root_.score) && root_.best > 0);
  }

  // Whether the time is better kept for later moves.
  [[nodiscard]] bool is_enough() {
    const bool timed = control_->budget().seconds < std::numeric_limits<double>::infinity();
    if (!timed || number_ != 0) return false;
    if (options_.stop_early && !beamed() && is_decided(root_)) return true;
    plan_.finish_iteration(root_.moves[root_.best].move, root_.score);
    return plan_.is_enough(watch_->seconds());
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

  // Step 1. One depth, in a window round the last score; wider where that was wrong.
  void iterate() {
    window_ = first_window();
    do {
      const Score score = search_root(depth_, window_.low(), window_.high());
      if (behind_) {
        catch_up();
      } else if (aborted_) {
        return;
      } else {
        finish_pass(score);
      }
    } while (!iteration_over_);
  }
  void finish_pass(Score score) {
    iteration_over_ = false;
    if (window_.fails_low(score)) {
      options_.trend ? window_.widen_down(score) : window_.open_down();
    } else if (window_.fails_high(score) && !wins_within(score, depth_)) {
      options_.trend ? window_.widen_up(score) : window_.open_up();
    } else {
      finish_iteration();
      iteration_over_ = true;
    }
    ++passes_;
    if (team_ == nullptr) return;
    const Deepening own{passes_, depth_, window_, iteration_over_, reached_horizon_, root_, trend_};
    if (!team_->passes.publish(own)) catch_up();
  }
  // Goes on from the last pass that any thread has finished.
  void catch_up() {
    const Deepening last = team_->passes.latest();
    passes_ = last.passes;
    depth_ = last.depth;
    window_ = last.window;
    iteration_over_ = last.iteration_over;
    reached_horizon_ = last.reached_horizon;
    root_ = last.root;
    trend_ = last.trend;
    open_.clear();
    behind_ = aborted_ = false;
  }
  [[nodiscard]] Window first_window() const noexcept {
    // A step of value (0 to 1) is two steps of score (-1 to 1).
    const auto half = static_cast<Score>(options_.aspiration * 2 * win_score);
    if (!options_.prune || half == 0 || root_.depth == 0) return {};
    if (!options_.trend) return {root_.score, half};
    if (!trend_.known()) return {};
    return {trend_.centre(), trend_.half_width(half / 8)};
  }
  // A proven win, of which a wider window would only show how fast it is.
  [[nodiscard]] bool wins_within(Score score, int depth) const noexcept {
    return options_.trend && scale_.is_win(score) && !beamed() && within(score, depth);
  }
  void finish_iteration() {
    if (options_.sort) root_.sort(options_.effort);
    root_.finish();
    trend_.add(root_.score);
    if (root_.depth == 0 && options_.staged) {
      selectivity_.learn(root_, evaluator_.evaluate(position_, 0));
    }
    if (!beamed() && !reached_horizon_) root_.proven = true;
  }

  Score search_root(int depth, Score alpha, Score beta) {
    Score best = no_score;
    root_.begin_pass();
    RootPicker picker(root_.moves);
    SharedPicker shared(picker, busy_at(depth), deferred_, keys_[0], depth);
    while (const auto next = shared.next([](Move) { return 0; })) {
      const int index = next->number;
      RootMove& move = root_.moves[static_cast<std::size_t>(index)];
      const std::uint64_t before = nodes_;
      const int less = selectivity_.reduction(depth, index, true);
      const Score score =
          search_move(position_, move.move, depth, 0, alpha, beta, index == 0, less);
      if (aborted_) return best;
      move.nodes += nodes_ - before;
      root_.record(move, score, alpha, beta);
      best = std::max(best, move.bound);
      alpha = std::max(alpha, move.bound);
      if (alpha >= beta) break;
    }
    root_.end_pass(options_.sort);
    return best;
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
      reached_horizon_ = true;
      return static_score(position, ply);
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
  Selectivity selectivity_;
  PickerStack lists_;
  ScoreTrend trend_;
  Window window_;
  int depth_ = 0;   // of the current iteration
  int passes_ = 0;  // over the root in this search, of all threads
  bool iteration_over_ = false;
  bool behind_ = false;  // another thread has finished this pass
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
