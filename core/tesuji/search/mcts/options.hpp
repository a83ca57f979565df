// The options of Monte-Carlo tree search, one group per part. The initial values are the
// defaults; declarations.hpp gives each option its name, range and help.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tesuji::mcts {

enum class SelectRule : std::uint8_t { ucb1, ucb1_tuned, puct, prior };
enum class ScheduleRule : std::uint8_t { constant, size, moves, size_or_moves, behind };
enum class AmafRule : std::uint8_t { none, rave, grave };
enum class OrderRule : std::uint8_t { spread, listed, score, filter };
enum class ExpandRule : std::uint8_t { one, all, evaluated };
enum class RolloutRule : std::uint8_t { uniform, decisive, eps_greedy, filtered, walk, mast };
enum class ResultRule : std::uint8_t { wdl, graded, score, area };
enum class FinalRule : std::uint8_t { visits, value, uct, blended, bonus, softmax, near_best };
enum class ThreadRule : std::uint8_t { one, root, tree };

// How games are played out, and the value of their results; flat Monte Carlo has these too.
struct RolloutOptions {
  RolloutRule rule = RolloutRule::uniform;
  double greedy = 0.4;  // eps_greedy, mast: probability of the best-looking move
  int k = 5;            // of this many
  int cutoff = 0;       // plies before the evaluation; 0: to the end
  struct {
    ResultRule rule = ResultRule::wdl;
    double scale = 10.0;  // score: the score that counts as a full win
    bool raw = false;     // score: c is in points
    double eliminate = 1.0;
    double goal = 0.9;
    double close = 0;  // graded: how much less a win counts if the loser was about to win
  } result;
};

struct Options {
  struct {
    SelectRule rule = SelectRule::ucb1;
    double c = 1.0;
    double c1 = 1.414;
    double c2 = 0.25;
    bool own = false;  // ucb1: a node's own first simulation counts in N
    double fpu = 0.1;  // puct: how far below its parent an unvisited child starts
  } select;
  struct {
    ScheduleRule rule = ScheduleRule::constant;
    double reference = 8;  // the size, or the number of moves, at which c is unchanged
    double power = 1;
    int until = 8;  // size_or_moves: the largest small board
    double moves = 100;
    double moves_power = 0.5;
    double weight = 0.25;  // behind
  } schedule;
  struct {
    bool on = false;
    double ratio = 0.6;
    double moves = 0.3;
    double distance = 0.1;
    double edge = 0;
    double walls = 0;
    [[nodiscard]] double all() const noexcept { return ratio + moves + distance + edge + walls; }
  } blend;
  struct {
    AmafRule rule = AmafRule::none;
    double bias = 0.001;
    std::uint32_t ref = 50;
  } amaf;
  struct {
    bool on = false;
    double weight = 1;
  } bias;
  struct {
    bool on = false;
    double k = 20;
  } sampling;
  struct {
    ExpandRule rule = ExpandRule::one;
    bool merge = false;       // one child for all moves that lead to equal positions
    std::uint32_t after = 1;  // simulations through a move before it gets a node
    OrderRule order = OrderRule::spread;
    bool plus_c = false;  // evaluated: an unvisited child gets c, not c * sqrt(ln N)
  } expand;
  struct {
    bool on = false;
    double base = 2;
    double power = 0.5;
  } widen;
  int height = 0;  // maximum depth of the tree; 0: unlimited
  RolloutOptions rollout;
  std::uint32_t rollouts = 1;  // per visit of a leaf
  struct {
    bool on = false;
    double alpha = 0.2;
  } implicit;
  bool solver = true;
  bool exhausted = false;  // skip moves below which every line has been played out
  struct {
    bool on = true;
    int root = 1;   // plies searched for forced ends at the root
    int nodes = 0;  // and at every new node
  } guard;
  struct {
    FinalRule rule = FinalRule::visits;
    double temperature = 0;
    double half = 10;
    double weight = 1;
    double k = 20;
    double bound = 0.1;    // near_best
    double spread = 0.05;  // near_best
  } choice;
  bool transpositions = false;
  struct {
    ThreadRule rule = ThreadRule::one;
    int count = 2;
    std::uint32_t virtual_loss = 1;
  } threads;
  std::size_t memory = std::size_t{256} << 20;
  int batch = 8;  // positions per call of an evaluator

  [[nodiscard]] int root_threads() const noexcept {
    return threads.rule == ThreadRule::root ? threads.count : 1;
  }
  [[nodiscard]] int root_guard() const noexcept { return guard.on ? guard.root : 0; }
  [[nodiscard]] int node_guard() const noexcept { return guard.on ? guard.nodes : 0; }
  [[nodiscard]] int tree_threads() const noexcept {
    return threads.rule == ThreadRule::tree ? threads.count : 1;
  }
};

}  // namespace tesuji::mcts
