// The solver of tesuji._core.Avalam
#include "solve_binding.hpp"
#include "tesuji/games/avalam.hpp"

namespace tesuji::bindings {

void bind_avalam_solver(nb::module_& module) { bind_solver<Avalam>(module, "Avalam"); }

}  // namespace tesuji::bindings
