// Options, budgets and reports between Python's dictionaries and the core's structures.
#include "search_binding.hpp"

namespace tesuji::bindings {

mcts::Options read_mcts_options(const OptionReader& reader) {
  mcts::Options options;
  options.select.rule = reader.one_of<mcts::SelectRule>("select", {"ucb1", "puct"});
  options.select.c = reader.get<double>("select.c");
  options.select.fpu = reader.get<double>("select.fpu");
  options.expand.rule = reader.one_of<mcts::ExpandRule>("expand", {"one", "all"});
  options.expand.merge = reader.get<bool>("expand.merge");
  options.rollout = reader.one_of<mcts::RolloutRule>("rollout", {"uniform", "decisive"});
  options.result.rule = reader.one_of<mcts::ResultRule>("result", {"wdl", "score"});
  options.result.scale = reader.get<double>("result.scale");
  options.solver = reader.get<bool>("solver");
  const bool guarded = reader.get<std::string>("guard") != "none";
  options.guard.root = guarded ? reader.get<int>("guard.root") : 0;
  options.guard.nodes = guarded ? reader.get<int>("guard.nodes") : 0;
  options.choice.rule = reader.one_of<mcts::FinalRule>("final", {"visits", "value"});
  options.choice.temperature = reader.get<double>("final.temperature");
  options.memory = static_cast<std::size_t>(reader.get<double>("memory") * (1 << 20));
  options.batch = reader.get<int>("batch");
  return options;
}

alphabeta::Options read_alphabeta_options(const OptionReader& reader) {
  alphabeta::Options options;
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
