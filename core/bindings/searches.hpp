// Binds the searches of a game to Python as nested classes: Avalam.Mcts, Avalam.AlphaBeta,
// Avalam.Flat, Avalam.Greedy.
#pragma once

#include "alphabeta_binding.hpp"
#include "flat_binding.hpp"
#include "greedy_binding.hpp"
#include "mcts_binding.hpp"

namespace tesuji::bindings {

// All searches of a game. Include the game's knowledge header, if it has one.
template <Game G, class K = knowledge::Of<G>>
void bind_searches(nb::module_& module, const char* name) {
  const nb::object scope = module.attr(name);
  bind_mcts<G, K>(scope);
  bind_alphabeta<G, K>(scope);
  bind_flat<G, K>(scope);
  bind_greedy<G, K>(scope);
}

void bind_avalam_searches(nb::module_& module);
void bind_colosseum_searches(nb::module_& module);
void bind_ewn_searches(nb::module_& module);
void bind_pentago_searches(nb::module_& module);
void bind_erased_game(nb::module_& module);

}  // namespace tesuji::bindings
