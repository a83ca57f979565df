// Which parts fit which games: some need knowledge that not every game has.
#pragma once

#include "tesuji/base/game.hpp"
#include "tesuji/base/knowledge.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// Why the rollouts do not fit this game; null where they do.
template <Game G, class K>
const char* incompatibility(const RolloutOptions& options) {
  constexpr bool valued = HasEvaluation<K, G>;
  constexpr bool scored = HasMoveScore<K, G> || valued;
  if (options.rule == RolloutRule::eps_greedy && !scored &&
      !HasRolloutRule<K, EpsGreedyRollout, G>) {
    return "rollout=eps_greedy needs a game with an evaluation or move scores";
  }
  if (options.rule == RolloutRule::filtered && !HasRolloutRule<K, FilteredRollout, G>) {
    return "rollout=filtered needs a game with a filter of moves";
  }
  if (options.rule == RolloutRule::walk && !HasRolloutRule<K, WalkRollout, G>) {
    return "rollout=walk needs a game with walks";
  }
  if (options.rule == RolloutRule::mast && !HasStableMoveCodes<G>) {
    return "rollout=mast needs moves that mean the same in every position, which games written"
           " in Python do not promise";
  }
  if (options.cutoff > 0 && !valued) return "cutoff needs a game with an evaluation";
  if (options.result.rule == ResultRule::graded && !HasResultRule<K, GradedResult, G>) {
    return "result=graded needs a game that can end in two ways";
  }
  if (options.result.rule == ResultRule::area && !HasResultRule<K, AreaResult, G>) {
    return "result=area needs a game with areas";
  }
  return nullptr;
}

// The same for all parts of the search.
template <Game G, class K>
const char* incompatibility(const Options& options, bool evaluator) {
  constexpr bool valued = HasEvaluation<K, G>;
  constexpr bool scored = HasMoveScore<K, G> || valued;
  if (const char* wrong = incompatibility<G, K>(options.rollout)) return wrong;
  if (options.expand.rule == ExpandRule::evaluated && !valued) {
    return "expand=evaluated needs a game with an evaluation";
  }
  if (options.bias.on && !valued) return "bias=progressive needs a game with an evaluation";
  if (options.implicit.on && !valued) return "backup=implicit needs a game with an evaluation";
  constexpr bool blends = HasValueRule<K, MobilityValue, G>;
  if (options.blend.on && !blends) return "blend=heuristic needs a game with one";
  if (options.expand.order == OrderRule::score && !scored) {
    return "order=score needs a game with an evaluation or move scores";
  }
  if (options.expand.order == OrderRule::filter && !HasPreferredMoves<K, G>) {
    return "order=filter needs a game with a filter of moves";
  }
  if (options.choice.rule == FinalRule::blended && !(blends || valued)) {
    return "final=blended needs a game with an evaluation";
  }
  if (options.choice.rule == FinalRule::bonus && !scored) {
    return "final=bonus needs a game with an evaluation or move scores";
  }
  if (options.amaf.rule != AmafRule::none && !HasStableMoveCodes<G>) {
    return "amaf needs moves that mean the same in every position, which games written in"
           " Python do not promise";
  }
  const bool sized = options.schedule.rule == ScheduleRule::size ||
                     options.schedule.rule == ScheduleRule::size_or_moves;
  if (sized && !HasSize<G>) return "this schedule needs a game with boards of several sizes";
  const bool threaded = options.root_threads() > 1 || options.tree_threads() > 1;
  if (threaded && !IsThreadSafe<G>) return "games written in Python are searched by one thread";
  if (threaded && evaluator) return "an evaluator written in Python is asked by one thread";
  if (evaluator && options.amaf.rule != AmafRule::none) {
    return "amaf learns from rollouts, and an evaluator makes none";
  }
  if (evaluator && options.implicit.on) {
    return "backup=implicit and an evaluator both value positions: take one of them";
  }
  if (options.transpositions && options.expand.plus_c) {
    return "transpositions do not go with plus_c: an unvisited child belongs to one parent";
  }
  if (options.transpositions && evaluator) {
    return "transpositions do not go with an evaluator: its priors belong to one parent";
  }
  return nullptr;
}

}  // namespace tesuji::mcts
