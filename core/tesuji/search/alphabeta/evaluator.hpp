// The evaluation of one thread: the knowledge's own, a function or an object, from scratch or
// updated from move to move.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <memory>
#include <utility>

#include "tesuji/base/evaluation.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

inline constexpr int max_ply = 256;

// The score of an expected result from 0 to 1.
inline Score score_of_result(double result) noexcept {
  return static_cast<Score>((2 * result - 1) * most_evaluation);
}

// What values a position that is not over for the player to move, within +-most_evaluation: a
// function or an object. Threads call it at the same time. An empty one stands for the evaluation
// of the knowledge.
template <Game G>
class Evaluate {
 public:
  Evaluate() = default;
  template <class Function>
    requires std::convertible_to<Function, std::function<Score(const G&)>> &&
             (!std::same_as<Function, Evaluate>)
  Evaluate(Function function) : score_(std::move(function)) {}
  explicit Evaluate(std::shared_ptr<const Evaluation<G>> object)
      : score_([object](const G& position) { return score_of_result(object->value(position)); }),
        object_(std::move(object)) {}

  explicit operator bool() const noexcept { return static_cast<bool>(score_); }
  [[nodiscard]] Score operator()(const G& position) const { return score_(position); }
  // Whether it is an object: it never throws and is fast, unlike a function of the caller.
  [[nodiscard]] bool is_object() const noexcept { return object_ != nullptr; }
  // Whether an object says that its values are the same before and after a roll.
  [[nodiscard]] bool ignores_roll() const noexcept { return object_ && object_->ignores_roll(); }
  // Null where each position is evaluated from scratch.
  [[nodiscard]] std::unique_ptr<Follower<G>> follower() const {
    return object_ ? object_->follower(max_ply + 1) : nullptr;
  }

 private:
  std::function<Score(const G&)> score_;
  std::shared_ptr<const Evaluation<G>> object_;
};

// The score of a value from -1 to 1 for player 0.
template <Game G>
Score score_of_value(double value, const G& position) noexcept {
  const double first = std::clamp(value, -1.0, 1.0);
  return static_cast<Score>((position.to_move() == 0 ? first : -first) * most_evaluation);
}

template <class K, class G>
struct AccumulatorOf {
  struct type {};
};
template <class K, class G>
  requires HasIncrementalEvaluation<K, G>
struct AccumulatorOf<K, G> {
  using type = typename K::Accumulator;
};

// An evaluator follows the search: `reset` at the root, `push` after each move. A ply's
// accumulator stays valid until the next `push` from the ply above, so there is nothing to undo.
// Events change the position without a ply, so games with dice evaluate from scratch.
template <Game G, class K>
class Evaluator {
 public:
  // What is given must outlive the evaluator.
  Evaluator(const K& knowledge, const Evaluate<G>& function)
      : knowledge_(knowledge), function_(function), by_function_(static_cast<bool>(function)) {
    if constexpr (!HasChance<G>) follower_ = function.follower();
  }

  void reset(const G& root) {
    if (follower_) follower_->reset(root);
    if constexpr (incremental) {
      if (!by_function_) knowledge_.start(root, accumulators_[0]);
    }
  }
  // The move leads from the position at `ply` to `after`, at the next ply.
  void push(const G& before, Move move, const G& after, int ply) {
    if (follower_) follower_->push(before, move, after, ply);
    if constexpr (incremental) {
      const auto from = static_cast<std::size_t>(ply);
      if (!by_function_) {
        knowledge_.advance(accumulators_[from], before, move, after, accumulators_[from + 1]);
      }
    }
  }
  // The evaluation of the position at `ply`, the last one pushed there.
  [[nodiscard]] Score evaluate(const G& position, int ply) const {
    if (follower_) return score_of_result(follower_->value(position, ply));
    if constexpr (incremental) {
      const auto at = static_cast<std::size_t>(ply);
      if (!by_function_) {
        return score_of_value(knowledge_.evaluate(position, accumulators_[at]), position);
      }
    }
    return evaluate(position);
  }
  // Whether the evaluation is that of the knowledge.
  [[nodiscard]] bool knows() const noexcept { return !by_function_; }
  // Whether it is that of an object.
  [[nodiscard]] bool is_object() const noexcept { return function_.is_object(); }
  // Whether `evaluate_after` is faster than making a move.
  [[nodiscard]] bool follows_moves() const noexcept {
    return follower_ && follower_->values_moves();
  }
  // The evaluation after a move from the position at `ply`, for the player whose turn it is then.
  [[nodiscard]] Score evaluate_after(const G& position, Move move, int ply) const {
    return score_of_result(follower_->value_after(position, move, ply));
  }
  // The evaluation of any position, from scratch.
  [[nodiscard]] Score evaluate(const G& position) const {
    if constexpr (HasEvaluation<K, G>) {
      if (!by_function_) return score_of_value(knowledge_.evaluate(position), position);
    }
    return by_function_ ? function_(position) : Score{0};
  }

 private:
  static constexpr bool incremental = HasIncrementalEvaluation<K, G> && !HasChance<G>;
  using Accumulator = typename AccumulatorOf<K, G>::type;

  const K& knowledge_;
  const Evaluate<G>& function_;
  bool by_function_;
  std::unique_ptr<Follower<G>> follower_;
  std::array<Accumulator, incremental ? max_ply + 1 : 0> accumulators_{};
};

}  // namespace tesuji::alphabeta
