// What a solver knows about positions without a search: nothing, unless the game has a guide.
#pragma once

#include <cstdint>
#include <limits>

#include "tesuji/base/game.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

inline constexpr int no_lower = std::numeric_limits<int>::min();
inline constexpr int no_upper = std::numeric_limits<int>::max();

// The work that is left to prove, and to disprove, that a player reaches its aim: player 0 the
// threshold, player 1 less.
struct ProofNumbers {
  std::uint32_t prove;
  std::uint32_t disprove;

  [[nodiscard]] ProofNumbers swapped() const noexcept { return {disprove, prove}; }
};

// What is known about a position without a search. A game's own guide has the same functions.
struct NoGuide {
  // Equal for positions that have the same future.
  template <Game G>
  static std::uint64_t hash(const G& position) {
    return position.hash();
  }
  // Proven bounds of player 0's result.
  template <class Result, Game G>
  static Range<int> bounds(const G&) {
    return {no_lower, no_upper};
  }
  // A guess at the work, for the player who has just moved.
  template <Game G>
  static ProofNumbers numbers(const G&) {
    return {1, 1};
  }
};

// A guide may have a companion: another search, which takes turns with the proof numbers. Its
// proofs go to the table of proofs, where the proof numbers find them.
template <class Guide>
struct CompanionOf {
  static constexpr bool exists = false;
  struct type {};
};
template <class Guide>
  requires requires { typename Guide::Companion; }
struct CompanionOf<Guide> {
  static constexpr bool exists = true;
  using type = typename Guide::Companion;
};

// The key of a position; `salt` keeps different kinds of results apart.
template <class Guide, Game G>
std::uint64_t key_of(const G& position, std::uint64_t salt) {
  return mix(Guide::hash(position) ^ salt);
}

}  // namespace tesuji::solve
