// The solver of tesuji._core.PythonGame
#include "solve_binding.hpp"
#include "tesuji/base/erased.hpp"

namespace tesuji::solve {

template std::unique_ptr<AnySolver<ErasedGame>> make_solver<ErasedGame>(const Options&, bool);

}  // namespace tesuji::solve

namespace tesuji::bindings {

void bind_erased_solver(nb::module_& module) {
  bind_solver<ErasedGame>(module, "PythonGame");
}

}  // namespace tesuji::bindings
