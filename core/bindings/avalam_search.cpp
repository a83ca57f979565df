// The searches of tesuji._core.Avalam
#include "searches.hpp"
#include "tesuji/knowledge/evaluation.hpp"

namespace tesuji::bindings {

void bind_avalam_searches(nb::module_& module) {
  bind_searches<Avalam, knowledge::For<Avalam>>(
      module, "Avalam", [](const Avalam& p) { return knowledge::evaluate(p); });
}

}  // namespace tesuji::bindings
