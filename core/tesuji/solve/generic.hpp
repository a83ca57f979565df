// The solver of any game: proof-number search for games without dice, bounds by deepening for
// games with dice and for games in which positions can repeat.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/solve/bound_search.hpp"
#include "tesuji/solve/control.hpp"
#include "tesuji/solve/line.hpp"
#include "tesuji/solve/proof_search.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

// Results of player 0: 1 for a win, 0 for a draw, -1 for a loss; or points.
struct OutcomeResult {
  static constexpr bool counts_points = false;
  static constexpr std::uint64_t salt = 0;
  static constexpr Range<int> whole{-1, 1};
  template <Game G>
  int operator()(const G&, Outcome outcome) const {
    return outcome.winner == draw ? 0 : 1 - 2 * outcome.winner;
  }
};
struct ScoreResult {
  static constexpr Range<int> whole{-no_upper, no_upper};  // symmetric: can be negated
  static constexpr bool counts_points = true;
  static constexpr std::uint64_t salt = 0x5c0e'5c0e'5c0e'5c0eu;
  template <Game G>
  int operator()(const G& position, Outcome outcome) const {
    return final_score(position, outcome);
  }
};

template <Game G, class Guide = NoGuide>
class GenericSolver {
 public:
  explicit GenericSolver(const Options& options) : options_(options) {}

  Solution solve(const G& position, const Budget& budget, StopToken& stop) {
    Control control(budget, stop, options_.progress);
    Solution solution;
    if (const auto outcome = position.outcome()) {
      solution = solved_end(position, *outcome);
    } else {
      if (!always_bounds && !needs_bounds_) {
        prove(position, control, solution);
        if (needs_bounds_) proofs_.reset();
      }
      if (always_bounds || needs_bounds_) deepen(position, control, solution);
    }
    solution.nodes = control.nodes();
    solution.seconds = control.seconds();
    return solution;
  }

  // Estimates the size of the tree by a few random games: half of all moves at each turn are cut.
  [[nodiscard]] bool reachable(const G& position, std::uint64_t nodes) const {
    const double most = std::log(static_cast<double>(std::max<std::uint64_t>(nodes, 1)));
    Rng rng(position.hash());
    double sum = 0;
    constexpr int games = 4;
    for (int i = 0; i < games; ++i) {
      const auto size = log_size(position, rng, games * most - sum);
      if (!size) return false;
      sum += *size;
    }
    return sum <= games * most;
  }

 private:
  // Dice of compiled games are known in advance, those of other games when they appear.
  static constexpr bool always_bounds = HasChance<G> && IsThreadSafe<G>;
  static constexpr double bytes_per_megabyte = 1 << 20;

  // What is known about the root from all questions so far. Results are those of player 0.
  struct Root {
    Range<int> whole;
    Range<int> result = whole;
    std::vector<RootMove> moves{};

    void learn(Range<int> found, const std::vector<RootMove>& found_moves) {
      narrow(result, found);
      for (const RootMove& found_move : found_moves) {
        const auto known = std::find_if(moves.begin(), moves.end(), [&](const RootMove& each) {
          return each.move == found_move.move;
        });
        RootMove& move = known == moves.end() ? moves.emplace_back(found_move.move, whole) : *known;
        narrow(move.result, found_move.result);
      }
    }
    static void narrow(Range<int>& range, Range<int> other) {
      range = {std::max(range.lower, other.lower), std::min(range.upper, other.upper)};
    }
    // A move that reaches the bound of the player to move, if one is known.
    [[nodiscard]] std::optional<Move> best(int mover) const {
      for (const RootMove& each : moves) {
        const bool good =
            mover == 0 ? each.result.lower >= result.lower : each.result.upper <= result.upper;
        if (good) return each.move;
      }
      return std::nullopt;
    }
  };

  static Range<double> value_for(int player, Range<double> result) {
    const Range<double> value{(result.lower + 1) / 2, (result.upper + 1) / 2};
    return player == 0 ? value : Range<double>{1 - value.upper, 1 - value.lower};
  }
  static Range<int> score_for(int player, Range<int> result) {
    return player == 0 ? result : Range<int>{-result.upper, -result.lower};
  }
  static Range<double> as_double(Range<int> range) {
    return {static_cast<double>(range.lower), static_cast<double>(range.upper)};
  }

  Solution solved_end(const G& position, Outcome outcome) const {
    Solution solution;
    const double result = OutcomeResult{}(position, outcome);
    solution.value = value_for(position.to_move(), {result, result});
    if (options_.score) {
      const int score = ScoreResult{}(position, outcome);
      solution.score = score_for(position.to_move(), {score, score});
    }
    return solution;
  }

  [[nodiscard]] int threads() const noexcept { return IsThreadSafe<G> ? options_.threads : 1; }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return static_cast<std::size_t>(options_.memory * bytes_per_megabyte);
  }

  // Proof-number search.

  void prove(const G& position, Control& control, Solution& solution) {
    begin_proof(position);
    const int mover = position.to_move();
    Root outcome{OutcomeResult::whole};
    Turn turn;
    // Ask for the best result first: win, then draw.
    while (!outcome.result.exact()) {
      const int threshold = mover == 0 ? outcome.result.upper : outcome.result.lower + 1;
      const std::uint64_t begun = control.nodes();
      turn.limit = can_deepen() && !turn.deepens ? turn.nodes : Control::no_limit;
      ask<OutcomeResult>(position, threshold, control, outcome, turn);
      solution.value = value_for(mover, as_double(outcome.result));
      report(options_, solution.value);
      if (control.spent() || needs_bounds_) break;
      if (turn.deepens) turn.nodes = std::max(least_turn, (control.nodes() - begun) / turn_share);
      turn.deepens = !turn.deepens && can_deepen();
    }
    describe<OutcomeResult>(position, outcome, solution);
    if (options_.score && outcome.result.exact())
      prove_score(position, control, solution);
    else if (options_.score)
      solution.score = score_for(mover, most_scores);
  }

  // The companion searches one depth, then the proof numbers search for a share of its nodes.
  struct Turn {
    bool deepens = false;  // whether it is the companion's turn
    std::uint64_t nodes = least_turn;
    std::uint64_t limit = Control::no_limit;
  };
  static constexpr std::uint64_t least_turn = 200;
  static constexpr std::uint64_t turn_share = 150;
  using Companion = CompanionOf<Guide>;

  void begin_proof(const G& position) {
    bool accompanied = false;
    if constexpr (Companion::exists) {
      accompanied = Companion::type::suits(position);
      if (accompanied && !companion_) companion_.emplace(bytes() / 2);
      if (accompanied) companion_->begin(position);
    }
    if (!proofs_) proofs_.emplace(accompanied ? bytes() / 2 : bytes(), threads() > 1);
  }
  [[nodiscard]] bool can_deepen() const {
    if constexpr (Companion::exists) return companion_ && companion_->can_deepen();
    return false;
  }
  void deepen_companion(Control& control) {
    if constexpr (Companion::exists) {
      companion_->deepen(control, [&](const G& position, bool wins, std::uint64_t work) {
        const int result = wins == (position.to_move() == 0) ? 1 : -1;
        proofs_->update(key_of<Guide>(position, OutcomeResult::salt),
                        [&](ProofEntry& entry) { learn_bounds(entry, {result, result}, work); });
      });
    }
  }

  static constexpr Range<int> most_scores = ScoreResult::whole;

  // Doubles its steps until the score is between two bounds, then halves the distance.
  void prove_score(const G& position, Control& control, Solution& solution) {
    Root score{most_scores};
    int step = 1;
    while (!score.result.exact()) {
      if (!ask<ScoreResult>(position, next_threshold(score.result, step), control, score)) break;
      report(options_, solution.value, score_for(position.to_move(), score.result));
      step = std::min(2 * step, 1 << 24);
    }
    solution.score = score_for(position.to_move(), score.result);
    if (score.result.exact()) describe<ScoreResult>(position, score, solution);
  }
  static int next_threshold(Range<int> known, int step) noexcept {
    const bool below = known.lower > most_scores.lower;
    const bool above = known.upper < most_scores.upper;
    if (below && above) return known.lower + (known.upper - known.lower + 1) / 2;
    if (below) return known.lower > no_upper - step ? no_upper : known.lower + step;
    if (above)
      return known.upper < most_scores.lower + step ? most_scores.lower + 1
                                                    : known.upper + 1 - step;
    return 0;
  }

  // Whether the question was answered; adds what was learned, even if it was not. In the turn of
  // the companion, the other threads go on with proof numbers.
  template <class Result>
  bool ask(const G& position, int threshold, Control& control, Root& root, Turn turn = {}) {
    if (control.spent()) return false;
    control.begin_question(turn.limit);
    bool answered = false;
    std::mutex mutex;
    run_threads(threads(), control, [&](int index) {
      if (turn.deepens && index == 0) {
        deepen_companion(control);
        return control.answer();
      }
      ProofSearch<G, Result, Guide> search(*proofs_, control, Result{}, Result::salt, index);
      const ProofStatus status = search.run(position, threshold);
      const std::lock_guard lock(mutex);
      root.learn(search.result(), search.root_moves());
      if (status == ProofStatus::stopped) return;
      control.answer();
      if (status == ProofStatus::answered)
        answered = true;
      else
        needs_bounds_ = true;
    });
    return answered && !needs_bounds_;
  }

  template <class Result>
  void describe(const G& position, const Root& root, Solution& solution) {
    const auto known = [&](const G& next) {
      if (const auto outcome = next.outcome()) {
        const double result = Result{}(next, *outcome);
        return Known{{result, result}, 0};
      }
      const auto entry = proofs_->find(key_of<Guide>(next, Result::salt));
      if (!entry) return Known{as_double(Result::whole), 0};
      Range<int> bounds = Result::whole;
      Root::narrow(bounds, bounds_of(*entry));
      return Known{as_double(bounds), entry->work};
    };
    const int mover = position.to_move();
    const bool proven = mover == 0 ? root.result.lower > -1 : root.result.upper < 1;
    if (!proven && !root.result.exact()) return;
    solution.best = root.best(mover);
    solution.line.clear();
    if (!root.result.exact()) return;
    solution.line = best_line(position, root.result.lower, solution.best, known);
    if (solution.best && !solution.line.empty()) solution.best = solution.line.front();
  }

  // Bounds by deepening.

  void deepen(const G& position, Control& control, Solution& solution) {
    if (!bounds_) bounds_.emplace(bytes(), threads() > 1);
    const Bounds outcome = deepen_to<OutcomeResult>(position, control, {-1, 1}, solution);
    const Range<double> value = value_for(position.to_move(), outcome);
    solution.value = {std::max(solution.value.lower, value.lower),
                      std::min(solution.value.upper, value.upper)};
    if (!options_.score || has_dice()) return;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Range<int> score = most_scores;
    if (outcome.exact()) {
      const Bounds found =
          deepen_to<ScoreResult>(position, control, {-infinite, infinite}, solution);
      score = {found.lower == -infinite ? score.lower : static_cast<int>(found.lower),
               found.upper == infinite ? score.upper : static_cast<int>(found.upper)};
    }
    if (!has_dice()) solution.score = score_for(position.to_move(), score);
  }
  // With dice, there is no single final score.
  [[nodiscard]] bool has_dice() const noexcept { return always_bounds || dice_; }

  template <class Result>
  Bounds deepen_to(const G& position, Control& control, Bounds whole, Solution& solution) {
    Bounds best = whole;
    std::mutex mutex;
    control.begin_question();
    if (control.spent()) return best;
    run_threads(threads(), control, [&](int index) {
      BoundSearch<G, Result> search(*bounds_, control, Result{}, whole, Result::salt, index);
      for (int depth = 1; depth <= BoundSearch<G, Result>::deepest; depth *= 2) {
        const Bounds found = search.run(position, depth);
        const std::lock_guard lock(mutex);
        best = {std::max(best.lower, found.lower), std::min(best.upper, found.upper)};
        dice_ = dice_ || search.met_dice();
        if constexpr (!Result::counts_points) report(options_, value_for(position.to_move(), best));
        if (search.must_stop()) return;
        if (best.exact() || !search.reached_limit()) break;
      }
      control.answer();
    });
    describe_bounds<Result>(position, best, whole, solution);
    return best;
  }

  template <class Result>
  void describe_bounds(const G& position, Bounds root, Bounds whole, Solution& solution) {
    if (is_chance(position)) return;
    const auto known = [&](const G& next) {
      if (const auto outcome = next.outcome()) {
        const double result = Result{}(next, *outcome);
        return Known{{result, result}, 0};
      }
      const auto entry = bounds_->find(key_of<NoGuide>(next, Result::salt));
      return entry ? Known{entry->bounds, entry->work} : Known{whole, 0};
    };
    const bool greatest = position.to_move() == 0;
    const double reached = greatest ? root.lower : root.upper;
    if (!root.exact() && reached == (greatest ? whole.lower : whole.upper)) return;
    const auto best = move_that_reaches(position, reached, known);
    if (!best) return;
    solution.best = best;
    solution.line = {*best};
    if (root.exact()) solution.line = best_line(position, reached, best, known);
  }

  // The logarithm of the number of positions that a proof along one random game needs; empty if
  // it exceeds `most` or the game is very long.
  static std::optional<double> log_size(G position, Rng& rng, double most) {
    double sum = 0;
    for (int ply = 0; ply < 200; ++ply) {
      if (position.outcome()) return sum;
      if (is_chance(position)) {
        if constexpr (HasChance<G>) {
          const int count = position.event_count();
          sum += std::log(static_cast<double>(count));
          position.play_event(
              position.event(static_cast<int>(rng.below(static_cast<std::uint32_t>(count)))));
        }
      } else {
        sum += std::log(static_cast<double>(move_count(position))) / 2;
        position.play(random_move(position, rng));
      }
      if (sum > most) return std::nullopt;
    }
    return std::nullopt;
  }

  Options options_;
  std::optional<ProofTable> proofs_;
  std::optional<typename Companion::type> companion_;
  std::optional<BoundTable> bounds_;
  bool needs_bounds_ = false;
  bool dice_ = false;
};

}  // namespace tesuji::solve
