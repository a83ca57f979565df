// A solver behind a virtual interface, so that a game's own and the generic one are one type.
#pragma once

#include <memory>

#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

template <Game G>
class AnySolver {
 public:
  virtual ~AnySolver() = default;
  virtual Solution solve(const G& position, const Budget& budget, StopToken& stop) = 0;
  [[nodiscard]] virtual bool reachable(const G& position, std::uint64_t nodes) const = 0;
};

template <Game G, SolverOf<G> S>
class Wrapped final : public AnySolver<G> {
 public:
  explicit Wrapped(const Options& options) : solver_(options) {}
  Solution solve(const G& position, const Budget& budget, StopToken& stop) override {
    return solver_.solve(position, budget, stop);
  }
  [[nodiscard]] bool reachable(const G& position, std::uint64_t nodes) const override {
    return solver_.reachable(position, nodes);
  }

 private:
  S solver_;
};

}  // namespace tesuji::solve
