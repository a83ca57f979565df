// Solvers in Python: Avalam.Solver.
#pragma once

#include "search_binding.hpp"
#include "tesuji/solve/any_solver.hpp"
#include "tesuji/solve/progress.hpp"
#include "tesuji/solve/solver_of.hpp"

namespace tesuji::bindings {

solve::Options read_solve_options(const OptionReader& reader, solve::SolveProgress& progress);
nb::object solution_to_python(const solve::Solution& solution);

// The solver of a game, or the generic one if the options ask for it.
template <Game G>
std::unique_ptr<solve::AnySolver<G>> make_solver(const OptionReader& reader,
                                                 solve::SolveProgress& progress) {
  using solve::GenericSolver, solve::Wrapped;
  const solve::Options options = read_solve_options(reader, progress);
  if (reader.get<bool>("generic")) return std::make_unique<Wrapped<G, GenericSolver<G>>>(options);
  return std::make_unique<Wrapped<G, solve::Of<G>>>(options);
}

template <Game G>
struct BoundSolver {
  explicit BoundSolver(const OptionReader& reader) : solver(make_solver<G>(reader, progress)) {}

  solve::SolveProgress progress;
  std::unique_ptr<solve::AnySolver<G>> solver;
  Running running;
};

// Include the game's solver header, if it has one.
template <Game G>
void bind_solver(nb::module_& module, const char* name) {
  using Bound = BoundSolver<G>;
  nb::class_<Bound> bound(module.attr(name), "Solver");
  bound
      .def(
          "__init__",
          [](Bound* self, nb::dict options) { new (self) Bound(OptionReader(options)); },
          nb::arg("options"), nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"))
      .def(
          "solve",
          [](Bound& self, const G& position, nb::dict budget) {
            const Budget limits = read_budget(OptionReader(budget));
            return solution_to_python(self.running.run([&](StopToken& stop, Progress&) {
              self.progress.reset();
              const solve::Solution found = self.solver->solve(position, limits, stop);
              self.progress.learn(found.value, found.score);
              return found;
            }));
          },
          nb::arg("state"), nb::arg("budget"),
          nb::sig("def solve(self, state: typing.Any, budget: dict[str, typing.Any]) -> "
                  "dict[str, typing.Any]"))
      .def(
          "reachable",
          [](const Bound& self, const G& position, std::uint64_t nodes) {
            return self.solver->reachable(position, nodes);
          },
          nb::arg("state"), nb::arg("nodes"),
          nb::sig("def reachable(self, state: typing.Any, nodes: int) -> bool"))
      .def(
          "progress", [](Bound& self) { return solution_to_python(self.progress.latest()); },
          nb::sig("def progress(self) -> dict[str, typing.Any]"))
      .def("forget_progress", [](Bound& self) { self.progress.reset(); })
      .def("stop", [](Bound& self) { self.running.stop(); });
}

void bind_avalam_solver(nb::module_& module);
void bind_colosseum_solvers(nb::module_& module);
void bind_ewn_solvers(nb::module_& module);
void bind_ewn_tables(nb::module_& module);
void bind_pentago_solvers(nb::module_& module);
void bind_erased_solver(nb::module_& module);

}  // namespace tesuji::bindings
