// The searches of tesuji._core.Avalam
#include "searches.hpp"
#include "tesuji/knowledge/avalam.hpp"

namespace tesuji::bindings {

void bind_avalam_searches(nb::module_& module) { bind_searches<Avalam>(module, "Avalam"); }

}  // namespace tesuji::bindings
