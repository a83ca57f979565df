// Random positions of EinStein with few cubes, for tests of its solvers.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "subjects.hpp"

namespace ewn_positions {

using namespace subjects;

// Up to so many cubes per side on random squares; not over. Dice of the cyclic game are random,
// those of the standard game not yet rolled.
template <class Rules>
EwnGame<Rules> scattered(Rng& rng, std::uint32_t most) {
  using G = EwnGame<Rules>;
  while (true) {
    std::string text;
    std::uint64_t taken = 0;
    for (int side = 0; side < 2; ++side) {
      std::array<std::string, ewn::cubes> cubes;
      cubes.fill("--");
      for (std::uint32_t count = 1 + rng.below(most); count > 0;) {
        const auto square = static_cast<int>(rng.below(G::squares));
        const int goal = side == 0 ? G::squares - 1 : 0;
        if (square == goal || taken >> square & 1) continue;
        taken |= bit(square);
        --count;
        cubes[rng.below(ewn::cubes)] =
            cell_name({square / Rules::columns, square % Rules::columns});
      }
      for (const std::string& cube : cubes) text += cube;
      text += ' ';
    }
    text += rng.below(2) == 0 ? "r " : "b ";
    if constexpr (Rules::rolls) {
      text += '?';
    } else {
      for (int i = 0; i < ewn::Cycle::length; ++i) text += static_cast<char>('0' + rng.below(6));
    }
    const G position = G::parse(text);
    if (!position.outcome()) return position;
  }
}

}  // namespace ewn_positions
