// What a position looks worth, without search, with each game's own weights. Values are for player
// 0, from -1 (lost) to 1 (won), and small steps apart from real results.
#pragma once

#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"

namespace tesuji::knowledge {

template <class G>
  requires HasEvaluation<For<G>, G>
double evaluate(const G& position) noexcept {
  return For<G>{}.evaluate(position);
}

}  // namespace tesuji::knowledge
