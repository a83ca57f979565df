// The options of alpha-beta: names, ranges and help. Types and defaults are those of options.hpp.
#pragma once

#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/declaration.hpp"

namespace tesuji::alphabeta {

template <class Visitor>
void declare(Visitor& visit, Options& options) {
  visit.python("evaluate");
  visit.python("knowledge");
  visit.python("horizon");
  visit.flag("prune", options.prune, "Alpha-beta pruning; false is plain minimax.");
  visit.flag("pvs", options.pvs,
             "Principal variation search: null windows for all moves after the first.");
  visit.flag("table", options.table, "Transposition table.");
  visit.flag("killers", options.killers, "Try moves first that refuted a sibling position.");
  visit.flag("history", options.history, "Try moves first that have often caused cutoffs.");
  visit.number("aspiration", options.aspiration, {0, 1},
               "Half the width of the aspiration window around the last value; 0 searches the "
               "full window.");
  visit.number("beam", options.beam, {0, 1000},
               "Search only this many best-ranked moves; 0 searches all.");
  visit.slot("rank", options.rank, "How a beam ranks moves.",
             {{"evaluation", RankRule::evaluation, "By the evaluation of the position after it."},
              {"score", RankRule::score, "By the game's move score."}});
  visit.flag("sort", options.sort, "Order the root moves by the last iteration.");
  visit.flag("speed", options.speed, "Prefer quick wins and slow losses.");
  visit.choice("despair", options.despair,
               "What to play in a lost position: the longest defence, the first diagonal move "
               "(EinStein), or the move to which the opponent has the fewest winning replies.",
               {{"best", DespairRule::best},
                {"diagonal", DespairRule::diagonal},
                {"hardest", DespairRule::hardest}});
  visit.flag("star1", options.star1, "Star1: cut off chance nodes by bounds.", true);
  visit.flag("star2", options.star2, "Star2: probe one move of each chance event first.", true);
  visit.flag(
      "roll_leaf", options.roll_leaf,
      "Evaluate leaves before the roll, not after each number, if the evaluation ignores it.",
      true);
  visit.flag("roll_probe", options.roll_probe,
             "Star2: probe in the narrowest window that can decide.", true);
  visit.flag("roll_table", options.roll_table, "Keep chance nodes in the transposition table.",
             true);
  visit.flag("roll_hints", options.roll_hints,
             "Try the best moves of earlier searches first, in games with dice too.", true);
  visit.flag(
      "stop_early", options.stop_early,
      "Stop a timed search once only one move is left that is not lost, or a win is proven.");
  visit.flag(
      "adapt", options.adapt,
      "On a clock for the game, think longer while the best move changes or its value falls, "
      "and shorter while both are stable.");
  visit.number("threads", options.threads, {1, 256}, "Threads that share the transposition table.");
  visit.megabytes("memory", options.memory, {0.1, 1e6}, "Megabytes for the transposition table.");
}

}  // namespace tesuji::alphabeta
