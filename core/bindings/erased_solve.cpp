// The solver of tesuji._core.PythonGame
#include "solve_binding.hpp"
#include "tesuji/base/erased.hpp"

namespace tesuji::bindings {

void bind_erased_solver(nb::module_& module) { bind_solver<ErasedGame>(module, "PythonGame"); }

}  // namespace tesuji::bindings
