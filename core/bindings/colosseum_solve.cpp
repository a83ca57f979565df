// The solvers of tesuji._core.NarrowColosseum and WideColosseum
#include "solve_binding.hpp"
#include "tesuji/games/colosseum.hpp"

namespace tesuji::solve {

template std::unique_ptr<AnySolver<NarrowColosseum>> make_solver<NarrowColosseum>(const Options&, bool);
template std::unique_ptr<AnySolver<WideColosseum>> make_solver<WideColosseum>(const Options&, bool);

}  // namespace tesuji::solve

namespace tesuji::bindings {

void bind_colosseum_solvers(nb::module_& module) {
  bind_solver<NarrowColosseum>(module, "NarrowColosseum");
  bind_solver<WideColosseum>(module, "WideColosseum");
}

}  // namespace tesuji::bindings
