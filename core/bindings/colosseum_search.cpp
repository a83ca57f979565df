// The searches of tesuji._core.NarrowColosseum and WideColosseum
#include "searches.hpp"
#include "tesuji/knowledge/evaluation.hpp"

namespace tesuji::bindings {

void bind_colosseum_searches(nb::module_& module) {
  const auto evaluate = [](const auto& position) { return knowledge::evaluate(position); };
  bind_searches<NarrowColosseum>(module, "NarrowColosseum", evaluate);
  bind_searches<WideColosseum>(module, "WideColosseum", evaluate);
}

}  // namespace tesuji::bindings
