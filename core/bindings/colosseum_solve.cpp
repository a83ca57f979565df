// The solvers of tesuji._core.NarrowColosseum and WideColosseum
#include "solve_binding.hpp"
#include "tesuji/solve/colosseum.hpp"

namespace tesuji::bindings {

void bind_colosseum_solvers(nb::module_& module) {
  bind_solver<NarrowColosseum>(module, "NarrowColosseum");
  bind_solver<WideColosseum>(module, "WideColosseum");
}

}  // namespace tesuji::bindings
