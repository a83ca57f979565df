// The solvers of tesuji._core.Ewn and EwnCyclic
#include "solve_binding.hpp"
#include "tesuji/games/ewn.hpp"

namespace tesuji::solve {

template std::unique_ptr<AnySolver<Ewn>> make_solver<Ewn>(const Options&, bool);
template std::unique_ptr<AnySolver<EwnCyclic>> make_solver<EwnCyclic>(const Options&, bool);

}  // namespace tesuji::solve

namespace tesuji::bindings {

void bind_ewn_solvers(nb::module_& module) {
  bind_solver<Ewn>(module, "Ewn");
  bind_solver<EwnCyclic>(module, "EwnCyclic");
}

}  // namespace tesuji::bindings
