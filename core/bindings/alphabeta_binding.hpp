// Alpha-beta in Python: Avalam.AlphaBeta.
#pragma once

#include "search_binding.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace tesuji::bindings {

template <Game G, class K>
struct BoundAlphaBeta {
  BoundAlphaBeta(const OptionReader& reader, const alphabeta::Evaluate<G>& evaluate)
      : search(options(reader, evaluate), evaluate, read_knowledge<K>(reader)) {}

  static alphabeta::Options options(const OptionReader& reader,
                                    const alphabeta::Evaluate<G>& evaluate) {
    alphabeta::Options options = read_alphabeta_options(reader);
    options.ignores_roll = evaluate ? evaluate.ignores_roll() : IgnoresRoll<K>;
    return options;
  }

  alphabeta::AlphaBeta<G, K> search;
  Running running;
};

// The evaluation that the options name, for the player to move: empty for that of the knowledge.
// `function` is a learned evaluation, a Python function or None.
template <Game G, class K>
alphabeta::Evaluate<G> score_by(const OptionReader& reader, nb::object function) {
  using alphabeta::Score;
  if (auto learned = learned_evaluation<G>(function)) {
    return alphabeta::Evaluate<G>(std::move(learned));
  }
  if (!function.is_none()) {
    auto evaluator = std::make_shared<PythonEvaluator<G>>(function);
    return [evaluator](const G& position) {
      const double value = evaluator->evaluate({position}).front().value;
      return alphabeta::score_of_result(value);
    };
  }
  if (reader.get<std::string>("evaluate") == "none") return [](const G&) { return Score{0}; };
  return {};
}

template <Game G, class K>
void bind_alphabeta(nb::handle scope) {
  using Bound = BoundAlphaBeta<G, K>;
  auto bound = nb::class_<Bound>(scope, "AlphaBeta");
  bound
      .def(
          "__init__",
          [](Bound* self, nb::dict options, nb::object function) {
            const OptionReader reader(options);
            new (self) Bound(reader, score_by<G, K>(reader, std::move(function)));
          },
          nb::arg("options"), nb::arg("evaluate").none(),
          nb::sig("def __init__(self, options: dict[str, typing.Any], evaluate: typing.Any) -> "
                  "None"))
      .def(
          "search",
          [](Bound& self, const G& position, nb::dict budget) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(self.running.run([&](StopToken& stop, Progress& progress) {
              return self.search.search(position, limits, stop, progress);
            }));
          },
          nb::arg("state"), nb::arg("budget"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any]) -> "
                  "dict[str, typing.Any]"));
  bound.def(
      "prepare", [](Bound& self) { self.search.prepare(); },
      nb::call_guard<nb::gil_scoped_release>(), "Gets ready for a search that counts its time.");
  bind_running(bound);
  bound.attr("has_despair") = HasFinalRule<K, DiagonalMove, G>;
}

}  // namespace tesuji::bindings
