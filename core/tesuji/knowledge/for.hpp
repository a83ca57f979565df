// Which knowledge belongs to a game. A game without a specialisation is known by its rules alone.
#pragma once

#include "tesuji/base/knowledge.hpp"

namespace tesuji::knowledge {

template <class G>
struct Known {
  using type = NoKnowledge;
};

// The knowledge of a game, to be had where the game's own knowledge header is included.
template <class G>
using For = typename Known<G>::type;

}  // namespace tesuji::knowledge
