// The searches of tesuji._core.Ewn and EwnCyclic
#include "searches.hpp"
#include "tesuji/knowledge/evaluation.hpp"

namespace tesuji::bindings {

void bind_ewn_searches(nb::module_& module) {
  const auto evaluate = [](const auto& position) { return knowledge::evaluate(position); };
  bind_searches<Ewn, knowledge::For<Ewn>>(module, "Ewn", evaluate);
  bind_searches<EwnCyclic, knowledge::For<EwnCyclic>>(module, "EwnCyclic", evaluate);
}

}  // namespace tesuji::bindings
