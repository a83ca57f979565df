// The options of Monte-Carlo tree search: names, ranges and help. Types and defaults are those
// of options.hpp.
#pragma once

#include "tesuji/search/declaration.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// Flat Monte Carlo has no tree, so no rollouts that learn from it.
enum class WithTree : bool { no, yes };

template <class Visitor>
void declare_rollout(Visitor& visit, RolloutOptions& rollout, WithTree tree) {
  constexpr auto drawn = "How many moves are drawn to choose from, repeats allowed.";
  std::vector<Part<RolloutRule>> parts = {
      {"uniform", RolloutRule::uniform, "Every legal move is equally likely."},
      {"decisive", RolloutRule::decisive,
       "Plays an immediate win if there is one, else a random move.", nullptr,
       "Teytaud and Teytaud, On the huge benefit of decisive moves in Monte-Carlo tree "
       "search algorithms, 2010"},
      {"eps_greedy", RolloutRule::eps_greedy,
       "With probability greedy the best-looking of k random moves, else a random move.",
       [&] {
         visit.number("greedy", rollout.greedy, {0, 1},
                      "Probability of playing the best-looking move.");
         visit.number("k", rollout.k, {1, 384}, drawn);
       }},
      Part("filtered", RolloutRule::filtered,
           "A winning move, else one that avoids walls, border and defeat, else a random "
           "move.")
          .only_for({"colosseum"}),
      Part("walk", RolloutRule::walk, "The courses' random walk, then a random wall.")
          .only_for({"colosseum"})};
  if (tree == WithTree::yes) {
    parts.push_back(
        {"mast", RolloutRule::mast,
         "With probability greedy the one of k random moves with the best results so far in any "
         "position, else a random move.",
         [&] {
           visit.number("greedy", rollout.greedy, {0, 1, 0.6},
                        "Probability of playing the best move so far.");
           visit.number("k", rollout.k, {1, 384, 4}, drawn);
         },
         "Finnsson and Björnsson, Simulation-based approach to general game playing, 2008"});
  }
  visit.slot("rollout", rollout.rule, "How a game is played out to value a leaf.", parts);
}

template <class Visitor>
void declare_cutoff(Visitor& visit, RolloutOptions& rollout) {
  visit.number("cutoff", rollout.cutoff, {0, 1000},
               "Evaluate a rollout after this many plies; 0 plays to the end.");
}

template <class Visitor>
void declare_result(Visitor& visit, RolloutOptions& rollout, WithTree tree) {
  auto& result = rollout.result;
  visit.slot(
      "result", result.rule, "The value of a finished game.",
      {{"wdl", ResultRule::wdl, "1 for a win, 0.5 for a draw, 0 for a loss."},
       Part("graded", ResultRule::graded,
            "A win by capturing all cubes counts more than a win by reaching the goal.",
            [&] {
              visit.number("eliminate", result.eliminate, {0.5, 1},
                           "Value of a win by capturing all cubes.");
              visit.number("goal", result.goal, {0.5, 1}, "Value of a win by reaching the goal.");
              visit.number("close", result.close, {0, 0.5},
                           "How much less a win counts if the loser was a step from its goal; less "
                           "of it the farther it was.");
            })
           .only_for({"ewn", "ewn-cyclic"}),
       {"score", ResultRule::score, "The score difference, scaled to 0 to 1.",
        [&] {
          visit.number("scale", result.scale, {0.001, 1e6}, "Score difference that counts as 1.");
          if (tree == WithTree::yes) {
            visit.flag("raw", result.raw, "Measure c and schedule=behind in points.");
          }
        }},
       Part("area", ResultRule::area, "The share of the captured area.").only_for({"colosseum"})});
}

// Which child a simulation follows.
template <class Visitor>
void declare_select(Visitor& visit, Options& options) {
  auto& select = options.select;
  const auto c = [&] { visit.number("c", select.c, {0, 100}, "Exploration constant."); };
  visit.slot(
      "select", select.rule, "Which child a simulation follows.",
      {{"ucb1", SelectRule::ucb1,
        "Mean plus c * sqrt(ln N / n): optimism in the face of uncertainty.",
        [&, c] {
          c();
          visit.flag("own", select.own, "Count the first simulation of a node itself in its N.");
        },
        "Kocsis and Szepesvári, Bandit based Monte-Carlo planning, 2006"},
       {"ucb1_tuned", SelectRule::ucb1_tuned,
        "UCB1 with an exploration term bounded by the variance of the results.",
        [&, c] {
          c();
          visit.number("c1", select.c1, {0, 100}, "Uncertainty of the variance itself.");
          visit.number("c2", select.c2, {0, 100}, "Upper bound of the variance.");
        },
        "Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem, "
        "2002"},
       {"puct", SelectRule::puct,
        "Mean plus c * prior * sqrt(N) / (1 + n): the prior says where to look first.",
        [&] {
          visit.number("c", select.c, {0, 100, 1.5}, "Exploration constant.");
          visit.number("fpu", select.fpu, {-1, 1},
                       "First-play urgency: how far below its parent an untried move starts.");
        },
        "Silver et al., Mastering the game of Go without human knowledge, 2017"},
       {"prior", SelectRule::prior, "Draws a move by its prior and ignores all results."}});
}

// How c changes between searches.
template <class Visitor>
void declare_schedule(Visitor& visit, Options& options) {
  auto& schedule = options.schedule;
  visit.slot("schedule", schedule.rule, "How c changes from move to move.",
             {{"constant", ScheduleRule::constant, "c does not change."},
              Part("size", ScheduleRule::size, "c grows with the board size.",
                   [&] {
                     visit.number("reference", schedule.reference, {1, 100},
                                  "Board size at which c is unchanged.");
                     visit.number("power", schedule.power, {0, 10}, "Exponent of the growth.");
                   })
                  .only_for({"colosseum"}),
              {"moves", ScheduleRule::moves,
               "c grows with the number of legal moves at the root, so it falls during a game.",
               [&] {
                 visit.number("reference", schedule.reference, {1, 10000, 100},
                              "Number of moves at which c is unchanged.");
                 visit.number("power", schedule.power, {0, 10, 0.5}, "Exponent of the growth.");
               }},
              Part("size_or_moves", ScheduleRule::size_or_moves,
                   "By board size on small boards, by the number of moves on large ones.",
                   [&] {
                     visit.number("until", schedule.until, {1, 100},
                                  "Largest size of a small board.");
                     visit.number("reference", schedule.reference, {1, 100},
                                  "Small boards: size at which c is unchanged.");
                     visit.number("power", schedule.power, {0, 10},
                                  "Small boards: exponent of the growth.");
                     visit.number("moves", schedule.moves, {1, 10000},
                                  "Large boards: number of moves at which c is unchanged.");
                     visit.number("moves_power", schedule.moves_power, {0, 10},
                                  "Large boards: exponent of the growth.");
                   })
                  .only_for({"colosseum"}),
              {"behind", ScheduleRule::behind,
               "Multiplies c by exp(weight - Q) when the value Q of the last move played was below "
               "weight.",
               [&] {
                 visit.number("weight", schedule.weight, {-100, 100},
                              "Value below which c is raised, from -1 to 1.");
               }}});
}

// What else selection knows of a child beside the mean of its results, and how it decides.
template <class Visitor>
void declare_child_value(Visitor& visit, Options& options) {
  auto& blend = options.blend;
  visit.slot("blend", blend.on, "The value of a child in selection.",
             {{"none", false, "The mean of its results."},
              Part("heuristic", true,
                   "Weighted sum of the mean, few moves for the adversary, a short way to the "
                   "adversary, and a good cell.",
                   [&] {
                     visit.number("ratio", blend.ratio, {0, 1}, "Weight of the mean.");
                     visit.number("moves", blend.moves, {0, 1},
                                  "Weight of the adversary's lack of moves.");
                     visit.number("distance", blend.distance, {0, 1},
                                  "Weight of nearness to the adversary.");
                     visit.number("edge", blend.edge, {0, 1}, "Weight of keeping off the border.");
                     visit.number("walls", blend.walls, {0, 1},
                                  "Weight of a cell with fewer than two walls.");
                   })
                  .only_for({"colosseum"})});
  auto& amaf = options.amaf;
  const auto amaf_bias = [&] {
    visit.number("bias", amaf.bias, {0, 1},
                 "How fast a move's own results replace its AMAF results.");
  };
  visit.slot("amaf", amaf.rule, "Whether a move also learns from simulations that played it later.",
             {{"none", AmafRule::none, "A move's own results alone."},
              {"rave", AmafRule::rave,
               "Mixes in the results of all simulations in which the move came later.", amaf_bias,
               "Gelly and Silver, Monte-Carlo tree search and rapid action value estimation in "
               "computer Go, 2011"},
              {"grave", AmafRule::grave,
               "RAVE with the statistics of the nearest ancestor that has enough visits.",
               [&, amaf_bias] {
                 amaf_bias();
                 visit.number("ref", amaf.ref, {0, 1e6}, "Visits that are enough.");
               },
               "Cazenave, Generalized rapid action value estimation, 2015"}});
  auto& bias = options.bias;
  visit.slot(
      "bias", bias.on, "What knowledge adds to the value of a child.",
      {{"none", false, "No bias."},
       {"progressive", true, "Adds weight * evaluation / (1 + n): knowledge first, results later.",
        [&] { visit.number("weight", bias.weight, {0, 100}, "Weight of the evaluation."); },
        "Chaslot et al., Progressive strategies for Monte-Carlo tree search, 2008"}});
  auto& sampling = options.sampling;
  visit.slot("sampling", sampling.on, "Whether selection takes the best child or draws one.",
             {{"none", false, "Takes the child with the highest score."},
              {"softmax", true, "Draws a child with probability proportional to exp(k * score).",
               [&] { visit.number("k", sampling.k, {0, 1e6}, "Sharpness; 0 draws uniformly."); }}});
}

// How the tree grows.
template <class Visitor>
void declare_growth(Visitor& visit, Options& options) {
  auto& expand = options.expand;
  const auto common = [&] {
    visit.flag("merge", expand.merge, "One child for all moves that lead to equal positions.");
    visit.number("after", expand.after, {1, 1e6},
                 "Simulations through a move before it gets a node.");
  };
  const auto order = [&] {
    visit.slot("order", expand.order, "The order in which untried moves are tried.",
               {{"spread", OrderRule::spread, "Spread over the list from a random start."},
                {"listed", OrderRule::listed, "In the order in which the game lists them."},
                {"score", OrderRule::score, "Best first, by the game's move score."},
                Part("filter", OrderRule::filter, "Moves that the filter prefers first.")
                    .only_for({"colosseum"})});
  };
  visit.slot(
      "expand", expand.rule, "How the tree grows.",
      {{"one", ExpandRule::one, "One new child per visit.",
        [common, order] {
          common();
          order();
        }},
       {"all", ExpandRule::all, "All children at once when a node is created.", common},
       {"evaluated", ExpandRule::evaluated,
        "All children at once, each starting with its evaluation as if visited once.", [&, common] {
          common();
          visit.flag("plus_c", expand.plus_c,
                     "Add c to the evaluation of an unvisited child, not c * sqrt(ln N).");
        }}});
  auto& widen = options.widen;
  visit.slot("widen", widen.on, "How many moves of a node are searched.",
             {{"none", false, "All of them."},
              {"progressive", true,
               "At most base * N^power children; works best with expand=one(order=score).",
               [&] {
                 visit.number("base", widen.base, {0.01, 1000}, "Children at the first visit.");
                 visit.number("power", widen.power, {0, 1}, "How fast more children are added.");
               },
               "Coulom, Computing Elo ratings of move patterns in the game of Go, 2007"}});
  visit.number("height", options.height, {0, 10000},
               "Maximum depth of the tree in plies; 0 is unlimited, 1 is a bandit.");
}

// What is known for certain, and which move is played in the end.
template <class Visitor>
void declare_ending(Visitor& visit, Options& options) {
  auto& guard = options.guard;
  auto& choice = options.choice;
  visit.slot("backup", options.implicit.on, "How the results of a move are combined.",
             {{"mean", false, "The mean of all results."},
              {"implicit", true, "The mean, mixed with the minimax value of the evaluations below.",
               [&] {
                 visit.number("alpha", options.implicit.alpha, {0, 1},
                              "Weight of the minimax value.");
               },
               "Lanctot et al., Monte Carlo tree search with heuristic evaluations using implicit "
               "minimax backups, 2014"}});
  visit.flag("solver", options.solver, "Prove wins, losses and draws during the search.");
  visit.flag("exhausted", options.exhausted,
             "Skip moves below which every line has been played out.");
  visit.slot("guard", guard.on, "Look-ahead for forced wins and losses.",
             {{"none", false, "No look-ahead."},
              {"ahead", true, "Exhaustive search a few plies ahead.", [&] {
                 visit.number("root", guard.root, {0, 6}, "Plies at the root.");
                 visit.number("nodes", guard.nodes, {0, 4}, "Plies at every new node.");
               }}});
  const auto temperature = [&] {
    visit.number("temperature", choice.temperature, {0, 1000},
                 "Draw the move at this temperature; 0 plays the best.");
  };
  visit.slot(
      "final", choice.rule, "Which move is played; proven wins come first, proven losses last.",
      {{"visits", FinalRule::visits, "The most visited move (robust child).", temperature},
       {"value", FinalRule::value, "The move with the highest mean.", temperature},
       {"uct", FinalRule::uct, "The move with the highest selection score; the prior breaks ties."},
       {"blended", FinalRule::blended,
        "Mean and heuristic; the mean weighs more as the root's moves get more visits.",
        [&] {
          visit.number("half", choice.half, {0.001, 1e6},
                       "Mean visits at which both weigh the same.");
        }},
       {"bonus", FinalRule::bonus, "The highest sum of the mean and the game's move score.",
        [&] { visit.number("weight", choice.weight, {0, 1000}, "Weight of the move score."); }},
       {"softmax", FinalRule::softmax, "Drawn with probability proportional to exp(k * mean).",
        [&] { visit.number("k", choice.k, {0, 1e6}, "Sharpness; 0 draws uniformly."); }},
       {"near_best", FinalRule::near_best,
        "Errs within a bound: drawn with probability proportional to exp(value / spread) from the "
        "moves whose value is within bound of the most visited move's.",
        [&] {
          visit.number("bound", choice.bound, {0, 1}, "Largest value that the move may give away.");
          visit.number("spread", choice.spread, {0, 100},
                       "How evenly moves are drawn; 0 plays the most visited move.");
        }}});
}

template <class Visitor>
void declare_threads(Visitor& visit, Options& options) {
  auto& threads = options.threads;
  const auto count = [&] { visit.number("count", threads.count, {1, 256}, "Number of threads."); };
  visit.slot("threads", threads.rule, "How many threads search, and what they share.",
             {{"one", ThreadRule::one, "One thread."},
              {"root", ThreadRule::root,
               "Root parallel: one tree per thread; the results at the root are added up.", count,
               "Chaslot, Winands and van den Herik, Parallel Monte-Carlo tree search, 2008"},
              {"tree", ThreadRule::tree,
               "Tree parallel: all threads share one tree and keep apart by virtual losses.",
               [&, count] {
                 count();
                 visit.number("loss", threads.virtual_loss, {0, 100},
                              "Virtual losses per visit in progress.");
               },
               "Enzenberger and Müller, A lock-free multithreaded Monte-Carlo tree search, 2009"}});
}

template <class Visitor>
void declare(Visitor& visit, Options& options) {
  declare_select(visit, options);
  declare_schedule(visit, options);
  declare_child_value(visit, options);
  declare_growth(visit, options);
  declare_rollout(visit, options.rollout, WithTree::yes);
  visit.number("rollouts", options.rollouts, {1, 10000}, "Rollouts per visit of a leaf.");
  declare_cutoff(visit, options.rollout);
  declare_result(visit, options.rollout, WithTree::yes);
  declare_ending(visit, options);
  visit.flag("transpositions", options.transpositions, "One node for equal positions.");
  visit.python("knowledge");
  visit.python("evaluate");
  visit.number("batch", options.batch, {1, 4096}, "Positions per call of the evaluator.");
  declare_threads(visit, options);
  visit.python("reuse");
  visit.megabytes("memory", options.memory, {0.1, 1e6}, "Megabytes for the tree.");
}

// Flat Monte Carlo.
template <class Visitor>
void declare(Visitor& visit, RolloutOptions& options) {
  declare_rollout(visit, options, WithTree::no);
  declare_cutoff(visit, options);
  declare_result(visit, options, WithTree::no);
  visit.python("knowledge");
}

}  // namespace tesuji::mcts
