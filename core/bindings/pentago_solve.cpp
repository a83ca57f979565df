// The solvers of tesuji._core.PentagoTwist, Pentago and PentagoPlacement
#include "solve_binding.hpp"
#include "tesuji/games/pentago.hpp"

namespace tesuji::bindings {

void bind_pentago_solvers(nb::module_& module) {
  bind_solver<Pentago<PentagoRules::twist>>(module, "PentagoTwist");
  bind_solver<Pentago<PentagoRules::rotate>>(module, "Pentago");
  bind_solver<Pentago<PentagoRules::placement_wins>>(module, "PentagoPlacement");
}

}  // namespace tesuji::bindings
