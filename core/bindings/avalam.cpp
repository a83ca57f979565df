// tesuji._core.Avalam
#include "tesuji/games/avalam.hpp"

#include "game_binding.hpp"
#include "knowledge_binding.hpp"
#include "tesuji/knowledge/avalam.hpp"

namespace tesuji::bindings {

void bind_avalam(nb::module_& module) {
  auto bound = bind_game<Avalam>(module, "Avalam");
  bind_start<Avalam>(bound, [](Rng&) { return Avalam(); });
  bind_knowledge(bound);
  bound.def_static("parse", &Avalam::parse, nb::arg("text"))
      .def(
          "tower",
          [](const Avalam& position, int row, int column) {
            const int cell = avalam::index_of(row, column);
            if (cell < 0) throw nb::index_error("not a cell of the board");
            return position.red_on_top(cell) ? -position.height(cell) : position.height(cell);
          },
          nb::arg("row"), nb::arg("column"),
          "Height of a tower: positive with yellow on top, negative with red, 0 if empty.");
}

}  // namespace tesuji::bindings
