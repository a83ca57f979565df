// Alpha-beta in Python: Avalam.AlphaBeta.
#pragma once

#include "search_binding.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace tesuji::bindings {

template <Game G>
struct BoundAlphaBeta {
  BoundAlphaBeta(nb::dict options, typename alphabeta::AlphaBeta<G>::Evaluate evaluate)
      : search(read_alphabeta_options(OptionReader(options)), std::move(evaluate)) {}

  alphabeta::AlphaBeta<G> search;
  Running running;
};

// `evaluate` gives a value from -1 to 1 for player 0, or is empty where only ends count.
template <Game G, class Evaluate>
typename alphabeta::AlphaBeta<G>::Evaluate as_score(Evaluate evaluate) {
  return [evaluate](const G& position) {
    const double value = std::clamp(evaluate(position), -1.0, 1.0) * alphabeta::most_evaluation;
    return static_cast<alphabeta::Score>(position.to_move() == 0 ? value : -value);
  };
}
template <Game G>
typename alphabeta::AlphaBeta<G>::Evaluate python_score(nb::object function) {
  auto evaluator = std::make_shared<PythonEvaluator<G>>(function);
  return [evaluator](const G& position) {
    const double value = evaluator->evaluate({position}).front().value;
    return static_cast<alphabeta::Score>((2 * value - 1) * alphabeta::most_evaluation);
  };
}

template <Game G, class Evaluate>
void bind_alphabeta(nb::handle scope, Evaluate evaluate) {
  using Bound = BoundAlphaBeta<G>;
  nb::class_<Bound>(scope, "AlphaBeta")
      .def(
          "__init__",
          [evaluate](Bound* self, nb::dict options, nb::object function) {
            const auto rule = OptionReader(options).get<std::string>("evaluate");
            if (!function.is_none()) {
              new (self) Bound(options, python_score<G>(function));
            } else if (rule == "none") {
              new (self) Bound(options, [](const G&) { return 0; });
            } else {
              new (self) Bound(options, as_score<G>(evaluate));
            }
          },
          nb::arg("options"), nb::arg("evaluate").none(),
          nb::sig("def __init__(self, options: dict[str, typing.Any], evaluate: typing.Any) -> "
                  "None"))
      .def(
          "search",
          [](Bound& bound, const G& position, nb::dict budget) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(bound.running.run([&](StopToken& stop, Progress& progress) {
              return bound.search.search(position, limits, stop, progress);
            }));
          },
          nb::arg("state"), nb::arg("budget"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any]) -> "
                  "dict[str, typing.Any]"))
      .def("stop", [](Bound& bound) { bound.running.stop(); })
      .def("forget_progress", [](Bound& bound) { bound.running.forget_progress(); })
      .def(
          "progress", [](Bound& bound) { return bound.running.progress(); },
          nb::sig("def progress(self) -> dict[str, typing.Any] | None"));
}

}  // namespace tesuji::bindings
