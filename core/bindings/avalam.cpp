// tesuji._core.Avalam
#include "tesuji/games/avalam.hpp"

#include "game_binding.hpp"
#include "knowledge_binding.hpp"
#include "tesuji/knowledge/avalam.hpp"

namespace tesuji::bindings {

void bind_avalam_rollouts(nb::class_<Avalam>& bound) {
  using K = knowledge::Of<Avalam>;
  bound
      .def(
          "eps_greedy_move",
          [](const Avalam& p, std::uint64_t seed, double greedy, int k, const nb::dict& weights) {
            require_decision(p);
            if (k < 1) throw nb::value_error(("k is at least 1, not " + std::to_string(k)).c_str());
            Rng rng(seed);
            return weighted<K>(weights).rollout_move(EpsGreedyRollout{greedy, k}, p, rng);
          },
          nb::arg("seed"), nb::arg("greedy"), nb::arg("k"), nb::arg("weights") = nb::dict(),
          nb::sig("def eps_greedy_move(self, seed: int, greedy: float, k: int, weights: dict[str, "
                  "typing.Any] = {}) -> int"),
          "A move of `eps_greedy` rollouts.")
      .def(
          "roll_score",
          [](const Avalam& p, Move move, const nb::dict& weights) {
            require_legal(p, move);
            return weighted<K>(weights).roll_score(p, move);
          },
          nb::arg("code"), nb::arg("weights"),
          nb::sig("def roll_score(self, code: int, weights: dict[str, typing.Any]) -> float"),
          "How good a move looks to `eps_greedy` rollouts.");
}

void bind_avalam(nb::module_& module) {
  auto bound = bind_game<Avalam>(module, "Avalam");
  bind_start<Avalam>(bound, [](Rng&) { return Avalam(); });
  bind_knowledge(bound);
  bind_avalam_rollouts(bound);
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
