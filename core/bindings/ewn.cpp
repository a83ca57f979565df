// tesuji._core.Ewn and EwnCyclic
#include "tesuji/games/ewn.hpp"

#include "game_binding.hpp"
#include "knowledge_binding.hpp"
#include "tesuji/knowledge/ewn.hpp"

namespace tesuji::bindings {

template <class Rules>
void bind_ewn_rules(nb::class_<EwnGame<Rules>>& bound) {
  using G = EwnGame<Rules>;
  using K = knowledge::Of<G>;
  bound
      .def(
          "despair_move",
          [](const G& p) {
            require_decision(p);
            return K{}.final_move(DiagonalMove{}, p);
          },
          "The move that despair=diagonal plays in lost positions.")
      .def(
          "eliminated",
          [](const G& p) {
            require_end(p);
            return K{}.eliminated(p);
          },
          "Whether the game ended because the loser has no cubes left.");
}

template <class Rules>
void bind_variant(nb::module_& module, const char* name) {
  using G = EwnGame<Rules>;
  auto bound = bind_game<G>(module, name);
  bind_start<G>(bound, [](Rng& rng) { return G::start(rng); });
  bind_knowledge(bound);
  bind_ewn_rules(bound);
  bound.def_static("parse", &G::parse, nb::arg("text"))
      .def(
          "squares",
          [](const G& position, int player) {
            if (player != 0 && player != 1) throw nb::index_error("player");
            nb::list result;
            for (int cube = 0; cube < ewn::cubes; ++cube) {
              const int square = position.side(player)[cube];
              if (position.side(player).alive(cube)) {
                result.append(nb::make_tuple(square / Rules::columns, square % Rules::columns));
              } else {
                result.append(nb::none());
              }
            }
            return result;
          },
          nb::arg("player"),
          nb::sig("def squares(self, player: int) -> list[tuple[int, int] | None]"),
          "The (row, column) of each cube in the order of their numbers, None if it is gone.")
      .def(
          "dice",
          [](const G& position) {
            nb::list result;
            if constexpr (Rules::rolls) {
              if (!position.die().pending()) {
                result.append(position.die().number() + Rules::first_number);
              }
            } else {
              for (int i = 0; i < ewn::Cycle::length; ++i) result.append(position.die().at(i));
            }
            return result;
          },
          nb::sig("def dice(self) -> list[int]"),
          "The known dice, the next to be used first; empty before a roll.");
}

void bind_ewn(nb::module_& module) {
  bind_variant<ewn::StandardRules>(module, "Ewn");
  bind_variant<ewn::CyclicRules>(module, "EwnCyclic");
}

}  // namespace tesuji::bindings
