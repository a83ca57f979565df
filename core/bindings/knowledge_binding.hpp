// How the searches in Python get at what is known about a game.
#pragma once

#include "search_binding.hpp"
#include "tesuji/base/knowledge.hpp"

namespace tesuji::bindings {

// What is known about a game, with the weights that the options name.
template <class K>
K read_knowledge(const OptionReader&) {
  return K{};  // where K has weights by name: K{read_weights<K>(reader)}
}

// The plain evaluation: that of the knowledge where it has one, else `plain`, a function.
template <Game G, class K, class Plain>
double plain_value(const K& knowledge, const Plain& plain, const G& position) {
  if constexpr (HasEvaluation<K, G>) {
    return knowledge.evaluate(position);
  } else {
    return plain(position);
  }
}

}  // namespace tesuji::bindings
