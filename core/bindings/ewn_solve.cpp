// The solvers of tesuji._core.Ewn and EwnCyclic
#include "solve_binding.hpp"
#include "tesuji/solve/ewn.hpp"
#include "tesuji/solve/ewn_cyclic.hpp"

namespace tesuji::bindings {

void bind_ewn_solvers(nb::module_& module) {
  bind_solver<Ewn>(module, "Ewn");
  bind_solver<EwnCyclic>(module, "EwnCyclic");
}

}  // namespace tesuji::bindings
