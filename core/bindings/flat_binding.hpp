// Flat Monte Carlo in Python: Avalam.Flat.
#pragma once

#include "search_binding.hpp"
#include "tesuji/search/flat.hpp"
#include "tesuji/search/mcts/compatibility.hpp"

namespace tesuji::bindings {

template <Game G, class K>
struct BoundFlat {
  explicit BoundFlat(nb::dict options)
      : BoundFlat(OptionReader(options), read_rollout_options(OptionReader(options))) {}
  BoundFlat(const OptionReader& reader, const mcts::RolloutOptions& options)
      : search(fitting(options, mcts::misfit<G, K>(options)), read_knowledge<K>(reader)) {}

  Flat<G, K> search;
  Running running;
};

template <Game G, class K>
void bind_flat(nb::handle scope) {
  using Bound = BoundFlat<G, K>;
  nb::class_<Bound> bound(scope, "Flat");
  bind_running(bound);
  bound
      .def(nb::init<nb::dict>(), nb::arg("options"),
           nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"))
      .def(
          "search",
          [](Bound& self, const G& position, nb::dict budget, std::uint64_t seed) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(self.running.run([&](StopToken& stop, Progress& progress) {
              return self.search.search(position, limits, seed, stop, progress);
            }));
          },
          nb::arg("state"), nb::arg("budget"), nb::arg("seed"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any], seed: int) "
                  "-> dict[str, typing.Any]"));
}

}  // namespace tesuji::bindings
