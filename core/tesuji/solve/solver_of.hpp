// `solve::Of<G>`: the solver of a game. A game's solver header specialises `SolverType`; a game
// without a specialisation has the generic solver.
#pragma once

#include "tesuji/solve/generic.hpp"
#include "tesuji/solve/solution.hpp"

namespace tesuji::solve {

template <class G>
struct SolverType {
  using type = GenericSolver<G>;
};

template <class G>
using Of = typename SolverType<G>::type;

}  // namespace tesuji::solve
