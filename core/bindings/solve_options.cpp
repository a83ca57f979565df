// Options and answers of solvers between Python's dictionaries and the core's structures.
#include "solve_binding.hpp"

namespace tesuji::bindings {

solve::Options read_solve_options(const OptionReader& reader, solve::SolveProgress& progress) {
  return {reader.get<int>("threads"), reader.get<double>("memory"), reader.get<bool>("score"),
          &progress};
}

nb::object solution_to_python(const solve::Solution& solution) {
  nb::list line;
  for (Move move : solution.line) line.append(move);
  nb::dict result;
  result["value"] = nb::make_tuple(solution.value.lower, solution.value.upper);
  result["score"] = nb::none();
  if (solution.score) {
    result["score"] = nb::make_tuple(solution.score->lower, solution.score->upper);
  }
  result["best"] = solution.best ? nb::cast(*solution.best) : nb::none();
  result["line"] = line;
  result["nodes"] = solution.nodes;
  result["seconds"] = solution.seconds;
  return result;
}

}  // namespace tesuji::bindings
