// The searches of tesuji._core.NarrowColosseum and WideColosseum
#include "searches.hpp"
#include "tesuji/knowledge/colosseum.hpp"

namespace tesuji::bindings {

void bind_colosseum_searches(nb::module_& module) {
  bind_searches<NarrowColosseum>(module, "NarrowColosseum");
  bind_searches<WideColosseum>(module, "WideColosseum");
}

}  // namespace tesuji::bindings
