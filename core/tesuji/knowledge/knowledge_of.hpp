// `knowledge::Of<G>`: the knowledge type of a game. A game's knowledge header specialises
// `KnowledgeOf`; a game without a specialisation has `NoKnowledge`.
#pragma once

#include "tesuji/base/knowledge.hpp"

namespace tesuji::knowledge {

template <class G>
struct KnowledgeOf {
  using type = NoKnowledge;
};

template <class G>
using Of = typename KnowledgeOf<G>::type;

}  // namespace tesuji::knowledge
