// Alpha-beta: iterative deepening with principal variation search, a transposition table,
// killer and history ordering, aspiration windows and an optional beam; expectiminimax with
// Star1 and Star2 (Ballard, 1983) where the game has dice.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/alphabeta/table.hpp"

namespace tesuji::alphabeta {

template <Game G>
class AlphaBeta {
 public:
  // Values a position that is not over for the player to move, within +-most_evaluation.
  using Evaluate = std::function<Score(const G&)>;

  AlphaBeta(const Options& options, Evaluate evaluate)
      : options_(options), evaluate_(std::move(evaluate)), table_(options.memory) {}

  SearchReport search(const G& position, const Budget& budget, StopToken& stop,
                      Progress& progress) {
    const Stopwatch watch(budget);
    begin(position, budget, watch, stop, progress);
    for (int depth = 1; depth <= budget.depth && !settled(); ++depth) {
      reached_horizon_ = false;
      iterate(depth);
      if (aborted_) break;
      done_ = depth;
      // Nothing was left to an evaluation: a deeper search cannot say more.
      if (!reached_horizon_) break;
    }
    return report();
  }

 private:
  static constexpr bool rolls = HasChance<G>;
  static constexpr int max_ply = 256;
  static constexpr Move no_move = 0xffff;

  struct RootMove {
    Move move = 0;
    Score score = -win_score;  // what orders the moves: exact, or the least of all
    Score bound = -win_score;  // the score, or for all but the best move what it cannot exceed
    std::uint64_t nodes = 0;
    bool seen = false;  // in some iteration
  };

  void begin(const G& position, const Budget& budget, const Stopwatch& watch, StopToken& stop,
             Progress& progress) {
    position_ = position;
    budget_ = &budget;
    watch_ = &watch;
    stop_ = &stop;
    progress_ = &progress;
    nodes_ = 0;
    done_ = 0;
    deepest_ = 0;
    until_check_ = 0;
    aborted_ = false;
    root_score_ = 0;
    root_proven_ = false;
    met_chance_ = false;
    for (auto& pair : killers_) pair = {no_move, no_move};
    table_.begin_search();
    std::fill(history_.begin(), history_.end(), 0);
    roots_.clear();
    move_list_t<G> list;
    position.legal_moves(list);
    for (Move move : list) roots_.push_back({move, -win_score, -win_score, 0, false});
  }

  // A beam leaves moves out, so what it finds is proven neither for nor against anybody.
  [[nodiscard]] bool beamed() const noexcept { return options_.beam > 0; }

  // A forced result does not get any better by looking deeper.
  [[nodiscard]] bool settled() const noexcept { return aborted_ || root_proven_; }

  // Step 1. One depth, in a window round the last score; wider where that was wrong.
  void iterate(int depth) {
    Score low = -win_score - 1;
    Score high = win_score + 1;
    Score half = options_.aspiration;
    if (half > 0 && done_ > 0) {
      low = std::max(low, root_score_ - half);
      high = std::min(high, root_score_ + half);
    }
    for (;;) {
      const Score score = search_root(depth, low, high);
      if (aborted_) return;
      if (score <= low && low > -win_score - 1) {
        low = -win_score - 1;
      } else if (score >= high && high < win_score + 1) {
        high = win_score + 1;
      } else {
        finish_iteration(score);
        return;
      }
    }
  }
  void finish_iteration(Score score) {
    const bool lost = score <= -certain && !beamed();
    // Where everything loses, the last iteration's best held out longest.
    if (!(lost && rolls && done_ > 0)) {
      std::stable_sort(roots_.begin(), roots_.end(),
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }
    root_score_ = score;
    const bool end =
        rolls ? score == win_score || score == -win_score : score >= certain || score <= -certain;
    root_proven_ = !beamed() && (end || !reached_horizon_);
  }

  Score search_root(int depth, Score alpha, Score beta) {
    Score best = -win_score - 1;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      RootMove& root = roots_[i];
      const std::uint64_t before = nodes_;
      const Score score = search_move(position_, root.move, depth, 0, alpha, beta, i == 0);
      if (aborted_) {
        // What the new iteration found before it was cut short counts, once its first move,
        // the best of the last one, has been looked at.
        if (i > 0 || done_ == 0) promote_best(i);
        return best;
      }
      root.nodes += nodes_ - before;
      root.seen = true;
      root.score = score > alpha || i == 0 ? score : -win_score - 1;
      root.bound = score;
      best = std::max(best, score);
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        for (std::size_t rest = i + 1; rest < roots_.size(); ++rest) {
          roots_[rest].score = -win_score - 1;
        }
        promote_best(i + 1);
        break;
      }
    }
    return best;
  }
  void promote_best(std::size_t searched) {
    if (searched == 0) return;
    const auto best =
        std::max_element(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(searched),
                         [](const RootMove& a, const RootMove& b) { return a.score < b.score; });
    root_score_ = best->score;
    std::rotate(roots_.begin(), best, best + 1);
  }

  // The score of a move for the player who makes it.
  Score search_move(const G& position, Move move, int depth, int ply, Score alpha, Score beta,
                    bool first) {
    G next = position;
    next.play(move);
    const bool same = next.to_move() == position.to_move();
    const auto look = [&](Score low, Score high) {
      if (same) return search_position(next, depth - 1, ply + 1, low, high);
      return -search_position(next, depth - 1, ply + 1, -high, -low);
    };
    if (first || !options_.pvs) return look(alpha, beta);
    // Step 2. The first move is thought best; the others only have to be shown no better.
    const Score score = look(alpha, alpha + 1);
    if (score <= alpha || score >= beta) return score;
    return look(alpha, beta);
  }

  Score search_position(const G& position, int depth, int ply, Score alpha, Score beta) {
    ++nodes_;
    if (must_stop()) return 0;
    deepest_ = std::max(deepest_, ply);
    // Step 3. Ends, dice and the horizon.
    if (const auto outcome = position.outcome()) return end_score(*outcome, position, ply);
    if constexpr (rolls) {
      if (position.is_chance()) return search_chance(position, depth, ply, alpha, beta);
    }
    if (depth <= 0 || ply >= max_ply - 1) {
      reached_horizon_ = true;
      return evaluate_(position);
    }
    // Step 4. What the table knows.
    Move hint = 0;
    bool hinted = false;
    const std::uint64_t key = options_.table ? position.hash() : 0;
    if (options_.table) {
      if (const Entry* entry = table_.find(key, !rolls)) {
        hint = entry->move;
        hinted = true;
        const Score score = from_table(entry->score, ply);
        if ((entry->depth >= depth || entry->complete) &&
            (entry->bound == Bound::exact || (entry->bound == Bound::lower && score >= beta) ||
             (entry->bound == Bound::upper && score <= alpha))) {
          if (!entry->complete) reached_horizon_ = true;
          return score;
        }
      }
    }
    // Step 5. The moves, the most promising first.
    move_list_t<G> list;
    position.legal_moves(list);
    std::vector<Ranked>& moves = ranked_[static_cast<std::size_t>(ply)];
    rank(position, list, moves, ply, hinted, hint);
    const Score alpha_before = alpha;
    const bool horizon_before = std::exchange(reached_horizon_, false);
    Score best = -win_score - 1;
    Move best_move = moves.front().move;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i].move;
      const Score score = search_move(position, move, depth, ply, alpha, beta, i == 0);
      if (aborted_) return 0;
      if (score > best) {
        best = score;
        best_move = move;
      }
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        reward(position, move, depth, ply);
        break;
      }
    }
    // Step 6. Remember.
    if (options_.table) {
      const Bound bound = best <= alpha_before ? Bound::upper
                          : best >= beta       ? Bound::lower
                                               : Bound::exact;
      // Complete: no evaluation was needed below, so the score holds at any depth.
      Entry entry;
      entry.key = key;
      entry.score = to_table(best, ply);
      entry.move = best_move;
      entry.depth = static_cast<std::uint8_t>(std::min(depth, 255));
      entry.bound = bound;
      entry.complete = !reached_horizon_;
      table_.store(entry);
    }
    reached_horizon_ = reached_horizon_ || horizon_before;
    return best;
  }

  // The expectation over all events, which are equally likely. The mean is rounded down, and
  // all bounds are exact for that. Star1 gives each event the window within which it can still
  // matter; Star2 first tries one move of each event, which is often enough to see that the
  // whole is too good.
  Score search_chance(const G& position, int depth, int ply, Score alpha, Score beta) {
    if constexpr (rolls) {
      met_chance_ = true;
      const int events = position.event_count();
      const std::int64_t n = events;
      // What each event is worth at least; games with more rolls than this go without.
      std::array<Score, 64> floor{};
      floor.fill(-win_score);
      const bool probed = options_.star2 && depth > 0 && events <= 64;
      std::int64_t floor_sum = -n * win_score;
      for (int i = 0; i < events && probed; ++i) {
        G next = position;
        next.play_event(position.event(i));
        // Where the roll passes the turn on, one move of the other says nothing for us.
        if (next.to_move() != position.to_move()) continue;
        const Score probe = search_one(next, depth, ply);
        if (aborted_) return 0;
        floor[static_cast<std::size_t>(i)] = probe;
        floor_sum += probe + win_score;
        if (floor_sum >= n * beta) return mean(floor_sum, n);
      }
      std::int64_t sum = 0;
      std::int64_t rest_floor = floor_sum;
      for (int i = 0; i < events; ++i) {
        G next = position;
        next.play_event(position.event(i));
        const std::int64_t rest = n - i - 1;
        rest_floor -= probed ? floor[static_cast<std::size_t>(i)] : -win_score;
        Score low = -win_score - 1;
        Score high = win_score + 1;
        if (options_.star1) {
          low = clamp(n * (std::int64_t{alpha} + 1) - 1 - sum - rest * win_score);
          high = clamp(n * std::int64_t{beta} - sum - rest_floor);
        }
        const bool same = next.to_move() == position.to_move();
        const Score score = same ? search_position(next, depth, ply, low, high)
                                 : -search_position(next, depth, ply, -high, -low);
        if (aborted_) return 0;
        sum += score;
        if (options_.star1 && score <= low) return mean(sum + rest * win_score, n);
        if (options_.star1 && score >= high) return mean(sum + rest_floor, n);
      }
      return mean(sum, n);
    }
    return 0;
  }
  // A lower bound of a decision: its most promising move alone, in the whole window.
  Score search_one(const G& position, int depth, int ply) {
    if (const auto outcome = position.outcome()) return end_score(*outcome, position, ply);
    if (is_chance(position)) return -win_score;
    move_list_t<G> list;
    position.legal_moves(list);
    Move hint = 0;
    bool hinted = false;
    if (options_.table) {
      if (const Entry* entry = table_.find(position.hash(), !rolls)) {
        hint = entry->move;
        hinted = true;
      }
    }
    std::vector<Ranked>& moves = ranked_[static_cast<std::size_t>(ply)];
    rank(position, list, moves, ply, hinted, hint);
    const Move move = moves.front().move;
    return search_move(position, move, depth, ply, -win_score - 1, win_score + 1, true);
  }
  // Rounded down, but never to a certain loss while there is a chance.
  static Score mean(std::int64_t sum, std::int64_t n) noexcept {
    const std::int64_t quotient = sum / n - (sum % n < 0 ? 1 : 0);
    const bool lost = sum <= -n * win_score;
    return static_cast<Score>(lost ? quotient : std::max<std::int64_t>(quotient, 1 - win_score));
  }
  static Score clamp(std::int64_t score) noexcept {
    return static_cast<Score>(
        std::clamp<std::int64_t>(score, -std::int64_t{win_score} - 1, std::int64_t{win_score} + 1));
  }

  static bool is_certain(Score score) noexcept {
    if constexpr (rolls) return score == win_score || score == -win_score;
    return score >= certain || score <= -certain;
  }
  static Score end_score(Outcome outcome, const G& position, int ply) noexcept {
    if (outcome.winner == draw) return 0;
    const Score size = rolls ? win_score : win_score - ply;
    return outcome.winner == position.to_move() ? size : -size;
  }
  // The table counts plies to an end from the position itself.
  static Score to_table(Score score, int ply) noexcept {
    if (rolls) return score;
    return score >= certain ? score + ply : score <= -certain ? score - ply : score;
  }
  static Score from_table(Score score, int ply) noexcept {
    if (rolls) return score;
    return score >= certain ? score - ply : score <= -certain ? score + ply : score;
  }

  struct Ranked {
    Move move;
    std::int64_t rank;
  };
  // Orders the moves: the table's, killers, then history; a beam ranks by evaluation and cuts.
  void rank(const G& position, const move_list_t<G>& list, std::vector<Ranked>& moves, int ply,
            bool hinted, Move hint) {
    moves.clear();
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    for (Move move : list) {
      std::int64_t rank = 0;
      if (options_.history) rank = history_[history_index(position, move)];
      if (options_.killers && (move == killers[0] || move == killers[1])) rank = killer_rank;
      if (options_.beam > 0) rank = value_after(position, move);
      if (hinted && move == hint) rank = hint_rank;
      moves.push_back({move, rank});
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank > b.rank; });
    if (options_.beam > 0 && moves.size() > static_cast<std::size_t>(options_.beam)) {
      moves.resize(static_cast<std::size_t>(options_.beam));
    }
  }
  static constexpr std::int64_t killer_rank = std::int64_t{1} << 40;
  static constexpr std::int64_t hint_rank = std::int64_t{1} << 41;

  Score value_after(const G& position, Move move) const {
    G next = position;
    next.play(move);
    const bool same = next.to_move() == position.to_move();
    Score score = 0;
    if (const auto outcome = next.outcome()) {
      score = end_score(*outcome, next, 0);
    } else {
      score = evaluate_(next);
    }
    return same ? score : -score;
  }
  static std::size_t history_index(const G& position, Move move) noexcept {
    return static_cast<std::size_t>(position.to_move()) << 16 | move;
  }
  void reward(const G& position, Move move, int depth, int ply) noexcept {
    history_[history_index(position, move)] += depth * depth;
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
  }

  bool must_stop() {
    if (aborted_) return true;
    // The first iteration is finished whatever happens: it is the answer to a budget of zero,
    // and costs one evaluation a move.
    if (done_ == 0 && !stop_->stopped()) return false;
    if (nodes_ >= budget_->nodes) return aborted_ = true;
    if (until_check_-- > 0) return false;
    if (stop_->stopped() || watch_->expired()) return aborted_ = true;
    if (progress_->asked()) progress_->answer(report());
    until_check_ = 32;
    return false;
  }

  SearchReport report() const {
    SearchReport result;
    result.nodes = nodes_;
    result.simulations = nodes_;
    result.depth = done_;
    result.seconds = watch_->seconds();
    for (const RootMove& root : roots_) {
      MoveReport move;
      move.move = root.move;
      move.visits = root.nodes;
      move.value = root.seen ? to_value(root.bound) : 0.5;
      // An upper bound that is a loss is a loss.
      if (!beamed() && root.seen && is_certain(root.bound)) {
        if (root.bound < 0) move.proof = Proof::loss;
        if (root.score > 0) move.proof = Proof::win;
      }
      result.moves.push_back(move);
    }
    if (roots_.empty()) return result;
    result.best = roots_.front().move;
    result.value = to_value(root_score_);
    if (root_proven_) {
      result.proof = is_certain(root_score_) ? (root_score_ > 0 ? Proof::win : Proof::loss)
                     : root_score_ == 0 && !met_chance_ ? Proof::draw
                                                        : Proof::none;
      result.moves.front().proof = result.proof;
    }
    result.line = line();
    return result;
  }
  static double to_value(Score score) noexcept {
    if (!rolls && score >= certain) return 1;
    if (!rolls && score <= -certain) return 0;
    return 0.5 + 0.5 * score / win_score;
  }
  // The expected line, as far as the table has it.
  [[nodiscard]] std::vector<Move> line() const {
    std::vector<Move> moves{roots_.front().move};
    G position = position_;
    position.play(moves.front());
    while (options_.table && moves.size() < 64 && !position.outcome() && !is_chance(position)) {
      const Entry* entry = table_.find(position.hash(), !rolls);
      if (entry == nullptr) break;
      move_list_t<G> list;
      position.legal_moves(list);
      if (!list.contains(entry->move)) break;
      moves.push_back(entry->move);
      position.play(entry->move);
    }
    return moves;
  }

  Options options_;
  Evaluate evaluate_;
  Table table_;
  G position_{};
  const Budget* budget_ = nullptr;
  const Stopwatch* watch_ = nullptr;
  StopToken* stop_ = nullptr;
  Progress* progress_ = nullptr;
  std::uint64_t nodes_ = 0;
  int done_ = 0;
  int deepest_ = 0;
  int until_check_ = 0;
  bool aborted_ = false;
  bool reached_horizon_ = false;
  bool root_proven_ = false;
  bool met_chance_ = false;  // an even chance is no draw
  Score root_score_ = 0;
  std::vector<RootMove> roots_;
  std::array<std::array<Move, 2>, max_ply> killers_{};
  std::vector<std::int64_t> history_ = std::vector<std::int64_t>(2u << 16, 0);
  std::array<std::vector<Ranked>, max_ply> ranked_{};
};

}  // namespace tesuji::alphabeta
