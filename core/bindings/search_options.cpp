// Options, budgets and reports between Python's dictionaries and the core's structures.
#include "search_binding.hpp"

namespace tesuji::bindings {

mcts::RolloutOptions read_rollout_options(const OptionReader& reader) {
  mcts::RolloutOptions options;
  options.rule = reader.one_of<mcts::RolloutRule>(
      "rollout", {"uniform", "decisive", "eps_greedy", "filtered", "walk", "mast"});
  options.greedy = reader.get<double>("rollout.greedy");
  options.k = reader.get<int>("rollout.k");
  options.cutoff = reader.get<int>("cutoff");
  options.result.rule =
      reader.one_of<mcts::ResultRule>("result", {"wdl", "graded", "score", "area"});
  options.result.scale = reader.get<double>("result.scale");
  options.result.eliminate = reader.get<double>("result.eliminate");
  options.result.goal = reader.get<double>("result.goal");
  return options;
}

namespace {

// How a simulation finds its way.
void read_selection(const OptionReader& reader, mcts::Options& options) {
  options.select.rule =
      reader.one_of<mcts::SelectRule>("select", {"ucb1", "ucb1_tuned", "puct", "prior"});
  options.select.c = reader.get<double>("select.c");
  options.select.c1 = reader.get<double>("select.c1");
  options.select.c2 = reader.get<double>("select.c2");
  options.select.fpu = reader.get<double>("select.fpu");
  options.schedule.rule = reader.one_of<mcts::ScheduleRule>(
      "schedule", {"constant", "size", "moves", "size_or_moves", "behind"});
  options.schedule.reference = reader.get<double>("schedule.reference");
  options.schedule.power = reader.get<double>("schedule.power");
  options.schedule.until = reader.get<int>("schedule.until");
  options.schedule.moves = reader.get<double>("schedule.moves");
  options.schedule.moves_power = reader.get<double>("schedule.moves_power");
  options.schedule.weight = reader.get<double>("schedule.weight");
  options.blend.on = reader.is_on("blend");
  options.blend.ratio = reader.get<double>("blend.ratio");
  options.blend.moves = reader.get<double>("blend.moves");
  options.blend.distance = reader.get<double>("blend.distance");
  options.amaf.rule = reader.one_of<mcts::AmafRule>("amaf", {"none", "rave", "grave"});
  options.amaf.bias = reader.get<double>("amaf.bias");
  options.amaf.ref = reader.get<std::uint32_t>("amaf.ref");
  options.bias.on = reader.is_on("bias");
  options.bias.weight = reader.get<double>("bias.weight");
  options.sampling.on = reader.is_on("sampling");
  options.sampling.k = reader.get<double>("sampling.k");
}

// How the tree grows.
void read_growth(const OptionReader& reader, mcts::Options& options) {
  options.expand.rule = reader.one_of<mcts::ExpandRule>("expand", {"one", "all", "evaluated"});
  options.expand.merge = reader.get<bool>("expand.merge");
  options.expand.after = reader.get<std::uint32_t>("expand.after");
  options.expand.order =
      reader.one_of<mcts::OrderRule>("expand.order", {"spread", "score", "filter"});
  options.widen.on = reader.is_on("widen");
  options.widen.base = reader.get<double>("widen.base");
  options.widen.power = reader.get<double>("widen.power");
  options.height = reader.get<int>("height");
  options.transpositions = reader.get<bool>("transpositions");
  options.memory = static_cast<std::size_t>(reader.get<double>("memory") * (1 << 20));
}

// What results come to, and which move they lead to.
void read_ending(const OptionReader& reader, mcts::Options& options) {
  options.implicit.on = reader.get<std::string>("backup") == "implicit";
  options.implicit.alpha = reader.get<double>("backup.alpha");
  options.solver = reader.get<bool>("solver");
  options.exhausted = reader.get<bool>("exhausted");
  const bool guarded = reader.is_on("guard");
  options.guard.root = guarded ? reader.get<int>("guard.root") : 0;
  options.guard.nodes = guarded ? reader.get<int>("guard.nodes") : 0;
  options.choice.rule = reader.one_of<mcts::FinalRule>(
      "final", {"visits", "value", "uct", "blended", "bonus", "softmax"});
  options.choice.temperature = reader.get<double>("final.temperature");
  options.choice.half = reader.get<double>("final.half");
  options.choice.weight = reader.get<double>("final.weight");
  options.choice.k = reader.get<double>("final.k");
}

}  // namespace

mcts::Options read_mcts_options(const OptionReader& reader) {
  mcts::Options options;
  read_selection(reader, options);
  read_growth(reader, options);
  read_ending(reader, options);
  options.rollout = read_rollout_options(reader);
  options.rollout.result.raw = reader.get<bool>("result.raw");
  options.rollouts = reader.get<std::uint32_t>("rollouts");
  options.batch = reader.get<int>("batch");
  options.threads.rule = reader.one_of<mcts::ThreadRule>("threads", {"one", "root", "tree"});
  options.threads.count = reader.get<int>("threads.count");
  options.threads.virtual_loss = reader.get<std::uint32_t>("threads.loss");
  return options;
}

alphabeta::Options read_alphabeta_options(const OptionReader& reader) {
  alphabeta::Options options;
  options.prune = reader.get<bool>("prune");
  options.pvs = reader.get<bool>("pvs");
  options.table = reader.get<bool>("table");
  options.killers = reader.get<bool>("killers");
  options.history = reader.get<bool>("history");
  // A step of value (0 to 1) is two of score (-1 to 1).
  options.aspiration =
      static_cast<int>(reader.get<double>("aspiration") * 2 * alphabeta::win_score);
  options.beam = reader.get<int>("beam");
  options.rank = reader.one_of<alphabeta::RankRule>("rank", {"evaluation", "score"});
  options.sort = reader.get<bool>("sort");
  options.speed = reader.get<bool>("speed");
  options.despair = reader.one_of<alphabeta::DespairRule>("despair", {"best", "diagonal"});
  options.star1 = reader.get<bool>("star1");
  options.star2 = reader.get<bool>("star2");
  options.threads = reader.get<int>("threads");
  options.memory = static_cast<std::size_t>(reader.get<double>("memory") * (1 << 20));
  return options;
}

// A limit of None is no limit.
Budget read_budget(const OptionReader& reader) {
  const auto given = [&](const char* name) { return !reader.get<nb::object>(name).is_none(); };
  Budget budget;
  if (given("seconds")) budget.seconds = reader.get<double>("seconds");
  if (given("simulations")) budget.simulations = reader.get<std::uint64_t>("simulations");
  if (given("nodes")) budget.nodes = reader.get<std::uint64_t>("nodes");
  if (given("depth")) budget.depth = reader.get<int>("depth");
  budget.cpu_clock = reader.get<std::string>("clock") == "cpu";
  return budget;
}

nb::object report_to_python(const SearchReport& report) {
  nb::list moves;
  for (const MoveReport& move : report.moves) {
    moves.append(nb::make_tuple(move.move, move.visits, move.value, static_cast<int>(move.proof),
                                move.prior));
  }
  nb::list line;
  for (Move move : report.line) line.append(move);
  nb::dict result;
  result["best"] = report.best;
  result["value"] = report.value;
  result["proof"] = static_cast<int>(report.proof);
  result["simulations"] = report.simulations;
  result["nodes"] = report.nodes;
  result["depth"] = report.depth;
  result["seconds"] = report.seconds;
  result["reused"] = report.reused;
  result["moves"] = moves;
  result["line"] = line;
  return result;
}

}  // namespace tesuji::bindings
