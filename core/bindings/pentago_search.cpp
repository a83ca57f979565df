// The searches of tesuji._core.PentagoTwist, Pentago and PentagoPlacement
#include "searches.hpp"
#include "tesuji/knowledge/evaluation.hpp"

namespace tesuji::bindings {

void bind_pentago_searches(nb::module_& module) {
  const auto evaluate = [](const auto& position) { return knowledge::evaluate(position); };
  bind_searches<Pentago<PentagoRules::twist>, knowledge::For<Pentago<PentagoRules::twist>>>(
      module, "PentagoTwist", evaluate);
  bind_searches<Pentago<PentagoRules::rotate>, knowledge::For<Pentago<PentagoRules::rotate>>>(
      module, "Pentago", evaluate);
  bind_searches<Pentago<PentagoRules::placement_wins>,
                knowledge::For<Pentago<PentagoRules::placement_wins>>>(module, "PentagoPlacement",
                                                                       evaluate);
}

}  // namespace tesuji::bindings
