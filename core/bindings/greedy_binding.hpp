// The greedy search in Python: Avalam.Greedy.
#pragma once

#include "search_binding.hpp"
#include "tesuji/search/greedy.hpp"

namespace tesuji::bindings {

template <Game G, class K>
struct BoundGreedy {
  BoundGreedy(const OptionReader& reader, GreedyRule rule, typename Greedy<G, K>::Evaluate evaluate)
      : search(rule, std::move(evaluate), read_knowledge<K>(reader)) {}

  Greedy<G, K> search;
  Running running;
};

// The evaluation that the options name, from 0 to 1 for the player to move; `function` is a learned
// evaluation, a Python function or None.
template <Game G, class K>
typename Greedy<G, K>::Evaluate value_by(const OptionReader& reader, nb::object function) {
  if (auto learned = learned_evaluation<G>(function)) {
    return [learned](const G& position) { return learned->value(position); };
  }
  if (!function.is_none()) {
    auto evaluator = std::make_shared<PythonEvaluator<G>>(function);
    return [evaluator](const G& p) { return double{evaluator->evaluate({p}).front().value}; };
  }
  if (reader.get<std::string>("evaluate") == "none") return [](const G&) { return 0.5; };
  const auto knowledge = read_knowledge<K>(reader);
  return [knowledge](const G& position) { return 0.5 + 0.5 * static_value(knowledge, position); };
}

template <Game G, class K>
void bind_greedy(nb::handle scope) {
  using Bound = BoundGreedy<G, K>;
  nb::class_<Bound> bound(scope, "Greedy");
  bind_running(bound);
  bound
      .def(
          "__init__",
          [](Bound* self, nb::dict options, nb::object function) {
            const OptionReader reader(options);
            // An evaluator that is given is always asked.
            const auto rule =
                function.is_none() ? read_greedy_rule(reader) : GreedyRule::evaluation;
            new (self) Bound(reader, rule, value_by<G, K>(reader, std::move(function)));
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
}

}  // namespace tesuji::bindings
