// The searches of tesuji._core.NarrowColosseum and WideColosseum
#include "searches.hpp"
#include "tesuji/knowledge/evaluation.hpp"

namespace tesuji::bindings {

void bind_colosseum_searches(nb::module_& module) {
  const auto evaluate = [](const auto& position) { return knowledge::evaluate(position); };
  bind_searches<NarrowColosseum, knowledge::For<NarrowColosseum>>(module, "NarrowColosseum",
                                                                  evaluate);
  bind_searches<WideColosseum, knowledge::For<WideColosseum>>(module, "WideColosseum", evaluate);
}

}  // namespace tesuji::bindings
