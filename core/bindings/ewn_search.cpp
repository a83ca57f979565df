// The searches of tesuji._core.Ewn and EwnCyclic
#include "searches.hpp"
#include "tesuji/knowledge/ewn.hpp"

namespace tesuji::bindings {

void bind_ewn_searches(nb::module_& module) {
  bind_searches<Ewn>(module, "Ewn");
  bind_searches<EwnCyclic>(module, "EwnCyclic");
}

}  // namespace tesuji::bindings
