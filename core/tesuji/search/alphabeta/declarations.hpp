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
  visit.choice("wins", options.wins,
               "Ask the game for an immediate win: never, above the horizon, everywhere, or at the "
               "horizon only where the evaluation is below the window.",
               {{"none", WinRule::none},
                {"inner", WinRule::inner},
                {"all", WinRule::all},
                {"needed", WinRule::needed}});
  visit.flag("skip_lost", options.skip_lost,
             "Leave out moves that lose at once, where the game's knowledge sees it.");
  visit.flag("distinct", options.distinct,
             "Leave out moves that lead to the same position as another, below the root, where the "
             "game can tell.");
  visit.flag("staged", options.staged,
             "Order moves in stages, with a history that also counts failures; without it there "
             "are no reductions and no forward pruning.");
  visit.flag("countermoves", options.countermoves,
             "Try the move early that last refuted the opponent's move.");
  visit.flag("leaf_values", options.leaf_values,
             "Evaluate moves to the horizon without making them, where the game's knowledge can.");
  visit.choice("presort", options.presort,
               "Order moves also by the game's move score, or by the evaluation after each.",
               {{"none", PresortRule::none},
                {"score", PresortRule::score},
                {"evaluation", PresortRule::evaluation}});
  visit.number("presort_depth", options.presort_depth, {1, 100},
               "The least depth at which moves are presorted.");
  visit.flag("buckets", options.buckets,
             "Replace table entries within cache lines by depth, age and proof; false is pairs.");
  visit.flag("leaf_proofs", options.leaf_proofs,
             "Look for proven results in the table at the horizon too.");
  visit.number("symmetry", options.symmetry, {0, 100},
               "The least depth at which mirrored and rotated positions share a table entry; 0 is "
               "off.");
  visit.flag("trend", options.trend,
             "Centre the aspiration window on the score two depths ago and widen it in steps.");
  visit.number("reduce", options.reduce, {0, 10},
               "Late move reductions: the factor of ln(depth) * ln(move number); 0 is off.");
  visit.number(
      "reduce_history", options.reduce_history, {0, 10},
      "Plies by which the history changes a reduction below the root: less for a move that "
      "often caused cutoffs, more for one that failed to; 0 is off.");
  visit.number("tempo", options.tempo, {0, 2},
               "With reductions, add this share of what the first move gains to evaluations, so "
               "that odd and even depths agree; 0 is off.");
  visit.flag("iir", options.iir,
             "Internal iterative reduction: one ply less where the table has no move.");
  visit.number("futility", options.futility, {0, 1000},
               "Cut positions this many swings per ply above the window; 0 is off.");
  visit.number("razor", options.razor, {0, 1000},
               "Cut positions this many swings per ply below the window; 0 is off.");
  visit.number("late", options.late, {0, 1000},
               "Near the horizon, leave out all but this many moves per ply; 0 is off.");
  visit.number("late_depth", options.late_depth, {1, 100},
               "The largest depth at which late moves are left out.");
  visit.number("null_move", options.null_move, {0, 10},
               "Plies by which a null move is reduced, where a game has one; 0 is off.");
  visit.flag("threats", options.threats,
             "Search a ply deeper where the opponent threatens to win.");
  visit.flag("sort", options.sort, "Order the root moves by the last iteration.");
  visit.flag("effort", options.effort,
             "Order root moves that were not good enough by the nodes they took.");
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
  visit.flag(
      "vote", options.vote,
      "Threads that do not divide the work, as with dice, vote; false takes the deepest one's "
      "answer.");
  visit.megabytes("memory", options.memory, {0.1, 1e6}, "Megabytes for the transposition table.");
}

}  // namespace tesuji::alphabeta
