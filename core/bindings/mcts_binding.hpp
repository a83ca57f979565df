// Monte-Carlo tree search in Python: Avalam.Mcts.
#pragma once

#include "search_binding.hpp"
#include "tesuji/search/mcts/compatibility.hpp"
#include "tesuji/search/mcts/mcts.hpp"

namespace tesuji::bindings {

template <Game G, class K>
struct BoundMcts {
  BoundMcts(nb::dict options, nb::object evaluate)
      : BoundMcts(OptionReader(options), read_mcts_options(OptionReader(options)), evaluate) {}
  BoundMcts(const OptionReader& reader, const mcts::Options& options, const nb::object& evaluate)
      : search(compatible(options, mcts::incompatibility<G, K>(options, !evaluate.is_none())),
               read_knowledge<K>(reader), evaluator_of<G>(evaluate)) {}

  mcts::Mcts<G, K> search;
  Running running;
};

template <class Search>
nb::dict tree_to_python(Search& search, const mcts::Node& node, int depth,
                        std::uint64_t min_visits) {
  const auto& tree = search.tree();
  nb::dict result;
  result["visits"] = node.visits;
  result["mover"] = node.mover;
  result["chance"] = node.chance;
  result["proof"] = static_cast<int>(node.proof);
  result["untried"] = node.total - node.count;
  result["k"] = search.exploration(node);
  nb::list children;
  if (depth > 0) {
    tree.each_child(node, [&](const auto& edges, int i, int) {
      if (edges.visits(i) < min_visits) return;
      const MoveReport report = mcts::move_report<false>(edges, i);
      nb::dict child;
      child["code"] = report.move;
      child["visits"] = report.visits;
      child["value"] = report.value;
      child["prior"] = report.prior;
      child["exploit"] = edges.exploit(i);
      child["explore"] = edges.explore(i);
      child["score"] = search.score(node, edges, i);
      child["proof"] = static_cast<int>(report.proof);
      child["exhausted"] = (edges.flags(i) & mcts::Edges::exhausted) != 0;
      child["node"] = nb::none();
      if (Search::Tree::is_node(edges.child(i))) {
        child["node"] = tree_to_python(search, tree.node(edges.child(i)), depth - 1, min_visits);
      }
      children.append(child);
    });
  }
  result["children"] = children;
  return result;
}

// None where nothing was simulated; without a value where an evaluator gave it.
template <class Search>
nb::object last_simulation_to_python(Search& search) {
  if (search.tree().root() == Pool::none) return nb::none();
  const mcts::SimulationReport report = search.last_simulation();
  if (report.path.empty() && report.games == 0) return nb::none();
  nb::dict result;
  result["path"] = report.path;
  result["rollout"] = report.played ? nb::cast(report.rollout) : nb::none();
  result["value"] = report.games > 0 ? nb::cast(report.value) : nb::none();
  result["games"] = report.games;
  return result;
}

template <Game G, class K>
void bind_mcts(nb::handle scope) {
  using Bound = BoundMcts<G, K>;
  nb::class_<Bound> bound(scope, "Mcts");
  bind_running(bound);
  bound
      .def(nb::init<nb::dict, nb::object>(), nb::arg("options"), nb::arg("evaluate").none(),
           nb::sig("def __init__(self, options: dict[str, typing.Any], evaluate: typing.Any) -> "
                   "None"))
      .def(
          "search",
          [](Bound& self, const G& position, nb::dict budget, std::uint64_t seed, bool reuse) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(self.running.run([&](StopToken& stop, Progress& progress) {
              try {
                return self.search.search(position, limits, seed, reuse, stop, progress);
              } catch (...) {
                // A Python game or evaluator failed during a simulation: the tree cannot be
                // trusted.
                self.search.forget();
                throw;
              }
            }));
          },
          nb::arg("state"), nb::arg("budget"), nb::arg("seed"), nb::arg("reuse"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any], seed: int, "
                  "reuse: bool) -> dict[str, typing.Any]"))
      .def("forget", [](Bound& self) { self.search.forget(); })
      .def(
          "tree",
          [](Bound& self, int depth, std::uint64_t min_visits) -> nb::object {
            return self.search.with_first([&](auto& search) -> nb::object {
              const auto& tree = search.tree();
              if (tree.root() == Pool::none) return nb::none();
              return tree_to_python(search, tree.node(tree.root()), depth, min_visits);
            });
          },
          nb::arg("depth"), nb::arg("min_visits"),
          nb::sig("def tree(self, depth: int, min_visits: int) -> dict[str, typing.Any] | None"))
      .def(
          "last_simulation",
          [](Bound& self) {
            return self.search.with_first(
                [](auto& search) { return last_simulation_to_python(search); });
          },
          nb::sig("def last_simulation(self) -> dict[str, typing.Any] | None"))
      .def_prop_ro("memory_used", [](Bound& self) { return self.search.memory_used(); });
}

}  // namespace tesuji::bindings
