// The searches of tesuji._core.PentagoTwist, Pentago and PentagoPlacement
#include "searches.hpp"
#include "tesuji/knowledge/pentago.hpp"

namespace tesuji::bindings {

void bind_pentago_searches(nb::module_& module) {
  bind_searches<Pentago<PentagoRules::twist>>(module, "PentagoTwist");
  bind_searches<Pentago<PentagoRules::rotate>>(module, "Pentago");
  bind_searches<Pentago<PentagoRules::placement_wins>>(module, "PentagoPlacement");
}

}  // namespace tesuji::bindings
