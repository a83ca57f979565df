// The Pentago solvers with several threads on one table.
#include "subjects.hpp"
#include "tesuji/solve/pentago.hpp"

namespace {

using namespace subjects;

template <PentagoRules rules>
double value_with(int threads, const Pentago<rules>& position) {
  StopToken stop;
  solve::PentagoSolver<rules> solver(solve::Options{.threads = threads, .memory = 4});
  const solve::Solution solution = solver.solve(position, Budget{}, stop);
  CHECK(solution.exact());
  return solution.value.lower;
}

template <PentagoRules rules>
void threads_agree(const char* text) {
  const auto position = Pentago<rules>::parse(text);
  const double value = value_with(1, position);
  for (int round = 0; round < 5; ++round) CHECK_EQ(value_with(3, position), value);
}
TEST_CASE(threads_of_the_pentago_solver_agree) {
  threads_agree<PentagoRules::rotate>("www1ww/wbbbwb/w1wb2/2bw1b/bbw3/bwbwb1");
}
TEST_CASE(threads_of_the_pentago_twist_solver_agree) {
  threads_agree<PentagoRules::twist>("wbbb1w/w3wb/1w1w1b/wbbwbw/wb1bw1/b2wwb");
}

}  // namespace
