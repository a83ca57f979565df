// An evaluation that adds up what the slots of a position contribute, from scratch or from move to
// move. A table says what a slot contributes: one weight (patterns.hpp) or a row of a network
// (net.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tesuji/base/evaluation.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/learned/log_odds.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <Game G, class Table>
  requires HasIncrementalPatterns<G>
class SumFollower final : public Follower<G> {
 public:
  // The table must outlive the follower.
  SumFollower(const Table& table, int plies)
      : table_(table), follows_(static_cast<std::size_t>(plies)) {}

  void reset(const G& root) noexcept override { follows_[0].start(table_, root); }
  void push(const G& before, Move move, const G& after, int ply) noexcept override {
    const auto next = static_cast<std::size_t>(ply) + 1;
    follows_[next].advance(table_, follows_[next - 1], before, move, after);
  }
  [[nodiscard]] double value(const G& position, int ply) const noexcept override {
    return probability(at(ply).log_odds(table_, position.to_move()));
  }
  [[nodiscard]] bool values_moves() const noexcept override { return true; }
  [[nodiscard]] double value_after(const G& position, Move move, int ply) const noexcept override {
    return probability(at(ply).log_odds_after(table_, position, move));
  }

 private:
  using Follow = typename PatternsOf<G>::template Follow<Table>;
  [[nodiscard]] const Follow& at(int ply) const noexcept {
    return follows_[static_cast<std::size_t>(ply)];
  }

  const Table& table_;
  std::vector<Follow> follows_;  // by ply
};

// An evaluation in log-odds of winning of the player to move, in units of 1 / `weight_unit`.
template <Game G>
class LearnedEvaluation : public Evaluation<G> {
 public:
  [[nodiscard]] virtual std::int32_t log_odds(const G& position) const noexcept = 0;
};

template <Game G, class Table>
  requires HasPatterns<G>
class SummedEvaluation final : public LearnedEvaluation<G> {
 public:
  template <class Numbers>
  explicit SummedEvaluation(const Numbers& numbers) : table_(numbers) {}

  [[nodiscard]] std::int32_t log_odds(const G& position) const noexcept override {
    typename Table::Sum sum = table_.start();
    PatternsOf<G>::for_each(position, [&](std::size_t slot) { table_.add(sum, slot, 0); });
    return table_.log_odds(sum);
  }
  [[nodiscard]] double value(const G& position) const noexcept override {
    return probability(log_odds(position));
  }
  [[nodiscard]] bool ignores_roll() const noexcept override { return IgnoresRoll<PatternsOf<G>>; }
  [[nodiscard]] std::unique_ptr<Follower<G>> follower(int plies) const override {
    if constexpr (HasIncrementalPatterns<G>) {
      return std::make_unique<SumFollower<G, Table>>(table_, plies);
    }
    return nullptr;
  }

 private:
  Table table_;
};

template <Game G>
  requires HasPatterns<G>
using Patterns = SummedEvaluation<G, PatternTable<G>>;

}  // namespace tesuji::learned
