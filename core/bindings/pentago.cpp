// tesuji._core.PentagoTwist, Pentago and PentagoPlacement
#include "tesuji/games/pentago.hpp"

#include "game_binding.hpp"
#include "knowledge_binding.hpp"
#include "tesuji/knowledge/pentago.hpp"

namespace tesuji::bindings {

template <PentagoRules rules>
void bind_rules(nb::module_& module, const char* name) {
  using G = Pentago<rules>;
  auto bound = bind_game<G>(module, name);
  bind_start<G>(bound, [](Rng&) { return G(); });
  bind_knowledge(bound);
  bound.def_static("parse", &G::parse, nb::arg("text"))
      .def(
          "stone",
          [](const G& position, int row, int column) -> nb::object {
            if (row < 0 || row > 5 || column < 0 || column > 5) throw nb::index_error("cell");
            for (int player = 0; player < 2; ++player) {
              if (position.stones(player) >> pentago::bit_of(row, column) & 1) {
                return nb::int_(player);
              }
            }
            return nb::none();
          },
          nb::arg("row"), nb::arg("column"),
          nb::sig("def stone(self, row: int, column: int) -> int | None"),
          "The player whose stone is on the cell, or None.");
}

void bind_pentago(nb::module_& module) {
  bind_rules<PentagoRules::twist>(module, "PentagoTwist");
  bind_rules<PentagoRules::rotate>(module, "Pentago");
  bind_rules<PentagoRules::placement_wins>(module, "PentagoPlacement");
}

}  // namespace tesuji::bindings
