// The switches of Monte-Carlo tree search, one group a part. Python declares their names,
// defaults and ranges (tesuji/agents); the values here are what C++ tests start from.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tesuji::mcts {

enum class SelectRule : std::uint8_t { ucb1, puct };
enum class ExpandRule : std::uint8_t { one, all };
enum class RolloutRule : std::uint8_t { uniform, decisive };
enum class ResultRule : std::uint8_t { wdl, score };
enum class FinalRule : std::uint8_t { visits, value };

struct Options {
  struct {
    SelectRule rule = SelectRule::ucb1;
    double c = 1.0;
    double fpu = 0.0;  // puct: how much below its parent an unvisited child is thought to be
  } select;
  struct {
    ExpandRule rule = ExpandRule::one;
    bool merge = false;  // one child for all moves that lead to equal positions
  } expand;
  RolloutRule rollout = RolloutRule::uniform;
  struct {
    ResultRule rule = ResultRule::wdl;
    double scale = 1.0;  // score: the score that counts as a full win
  } result;
  bool solver = true;
  struct {
    int root = 1;   // plies searched for forced ends at the root
    int nodes = 0;  // and at every new node
  } guard;
  struct {
    FinalRule rule = FinalRule::visits;
    double temperature = 0;
  } choice;
  std::size_t memory = std::size_t{256} << 20;
  int batch = 8;  // positions an evaluator gets at once
};

}  // namespace tesuji::mcts
