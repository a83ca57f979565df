// Binds the searches of a game to Python as nested classes: Avalam.Mcts, Avalam.AlphaBeta,
// Avalam.Flat, Avalam.Greedy.
#pragma once

#include "alphabeta_binding.hpp"
#include "flat_binding.hpp"
#include "greedy_binding.hpp"
#include "mcts_binding.hpp"

namespace tesuji::bindings {

// All searches of a game with what is known about it. `plain` values a position from -1 to 1
// for player 0, where the knowledge has no evaluation of its own.
template <Game G, class K = NoKnowledge, class Plain>
void bind_searches(nb::module_& module, const char* name, Plain plain) {
  const nb::object scope = module.attr(name);
  bind_mcts<G, K>(scope);
  bind_alphabeta<G, K>(scope, plain);
  bind_flat<G, K>(scope);
  bind_greedy<G, K>(scope, plain);
}

void bind_avalam_searches(nb::module_& module);
void bind_colosseum_searches(nb::module_& module);
void bind_ewn_searches(nb::module_& module);
void bind_pentago_searches(nb::module_& module);
void bind_erased_game(nb::module_& module);

}  // namespace tesuji::bindings
