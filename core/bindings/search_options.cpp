// Options, budgets and reports between Python's dictionaries and the core's structures.
#include "search_binding.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/search/alphabeta/declarations.hpp"
#include "tesuji/search/declaration.hpp"
#include "tesuji/search/mcts/declarations.hpp"

namespace tesuji::bindings {

namespace {

constexpr double bytes_per_megabyte = 1 << 20;

// Visits the declarations of a search (declaration.hpp) and fills its options.
class ReadOptions {
 public:
  explicit ReadOptions(const OptionReader& reader) : reader_(reader) {}

  template <class Number>
  void number(const char* name, Number& value, const Range&, const char*) {
    value = get<Number>(name);
  }
  void megabytes(const char* name, std::size_t& bytes, const Range&, const char*) {
    bytes = static_cast<std::size_t>(get<double>(name) * bytes_per_megabyte);
  }
  void flag(const char* name, bool& value, const char*, bool = false) { value = get<bool>(name); }
  template <class Value>
  void choice(const char* name, Value& value, const char*,
              const std::vector<Choice<std::type_identity_t<Value>>>& choices) {
    value = chosen(name, choices).value;
  }
  template <class Value>
  void slot(const char* name, Value& value, const char*,
            const std::vector<Part<std::type_identity_t<Value>>>& parts) {
    const auto& part = chosen(name, parts);
    value = part.value;
    if (!part.options) return;
    const std::string outside = std::exchange(prefix_, prefix_ + name + ".");
    part.options();
    prefix_ = outside;
  }
  void python(const char*) {}

 private:
  template <class T>
  [[nodiscard]] T get(const char* name) const {
    return reader_.get<T>((prefix_ + name).c_str());
  }
  template <class Named>
  const Named& chosen(const char* name, const std::vector<Named>& known) const {
    const auto text = get<std::string>(name);
    for (const Named& each : known) {
      if (text == each.name) return each;
    }
    throw nb::value_error((prefix_ + name + " has no choice " + text).c_str());
  }

  const OptionReader& reader_;
  std::string prefix_;  // of the part that is being read, such as "select."
};

// Visits the declarations of a search and describes them: a dictionary per option, with the
// names that tesuji.specs uses, or just the name of an option that Python declares.
class DescribeOptions {
 public:
  template <class Number>
  void number(const char* name, const Number& value, const Range& range, const char* help) {
    if constexpr (std::is_same_v<Number, double>) {
      const double initial = range.initial.value_or(value);
      parameter(name, &PyFloat_Type, nb::float_(initial), help, nb::float_(range.low),
                nb::float_(range.high));
    } else {
      const auto whole = [](double number) { return nb::int_(static_cast<std::int64_t>(number)); };
      const auto initial = range.initial.value_or(static_cast<double>(value));
      parameter(name, &PyLong_Type, whole(initial), help, whole(range.low), whole(range.high));
    }
  }
  void megabytes(const char* name, std::size_t bytes, const Range& range, const char* help) {
    number(name, static_cast<double>(bytes) / bytes_per_megabyte, range, help);
  }
  void flag(const char* name, bool value, const char* help, bool dice = false) {
    parameter(name, &PyBool_Type, nb::bool_(value), help)["dice"] = dice;
  }
  template <class Value>
  void choice(const char* name, Value value, const char* help,
              const std::vector<Choice<std::type_identity_t<Value>>>& choices) {
    nb::list words;
    for (const auto& each : choices) words.append(each.name);
    const char* initial = name_of(value, choices);
    parameter(name, &PyUnicode_Type, nb::str(initial), help)["choices"] = nb::tuple(words);
  }
  template <class Value>
  void slot(const char* name, Value value, const char* help,
            const std::vector<Part<std::type_identity_t<Value>>>& parts) {
    nb::list kinds;
    for (const auto& part : parts) {
      nb::list outside = std::exchange(declared_, nb::list());
      if (part.options) part.options();
      kinds.append(described(part.name, part.summary, part.source, part.games));
      declared_ = std::move(outside);
    }
    nb::dict entry;
    entry["name"] = name;
    entry["kinds"] = nb::tuple(kinds);
    entry["default"] = name_of(value, parts);
    entry["description"] = help;
    declared_.append(entry);
  }
  void python(const char* name) { declared_.append(name); }

  // A part with the options that were declared since the last one.
  nb::dict described(const char* name, const char* summary, const char* source,
                     const std::vector<const char*>& games) {
    nb::list names;
    for (const char* game : games) names.append(game);
    nb::dict entry;
    entry["name"] = name;
    entry["summary"] = summary;
    entry["parameters"] = declared();
    entry["source"] = source;
    entry["games"] = nb::tuple(names);
    return entry;
  }
  nb::tuple declared() { return nb::tuple(std::exchange(declared_, nb::list())); }

 private:
  nb::dict parameter(const char* name, PyTypeObject* type, const nb::object& initial,
                     const char* help, const nb::object& low = nb::none(),
                     const nb::object& high = nb::none()) {
    nb::dict entry;
    entry["name"] = name;
    entry["kind"] = nb::handle(reinterpret_cast<PyObject*>(type));
    entry["default"] = initial;
    entry["description"] = help;
    entry["low"] = low;
    entry["high"] = high;
    declared_.append(entry);
    return entry;
  }
  template <class Value, class Named>
  static const char* name_of(Value value, const std::vector<Named>& known) {
    for (const Named& each : known) {
      if (each.value == value) return each.name;
    }
    throw std::logic_error("the default is not among the choices");
  }

  nb::list declared_;
};

template <class Options>
Options read_options(const OptionReader& reader) {
  Options options{};
  ReadOptions visit(reader);
  declare(visit, options);
  return options;
}
template <class Options>
nb::tuple describe_options() {
  Options options{};
  DescribeOptions visit;
  declare(visit, options);
  return visit.declared();
}

// The weights of a game's knowledge, as a part of the slot `knowledge`.
template <HasWeights K>
nb::dict describe_knowledge(const char* name, const char* summary,
                            const std::vector<const char*>& games) {
  DescribeOptions visit;
  const typename K::Weights weights;
  K::Weights::each([&](const char* weight, auto member, const char* help) {
    if constexpr (std::is_same_v<std::decay_t<decltype(weights.*member)>, bool>) {
      visit.flag(weight, weights.*member, help);
    } else {
      visit.number(weight, weights.*member, {-1000, 1000}, help);
    }
  });
  return visit.described(name, summary, "", games);
}

}  // namespace

mcts::Options read_mcts_options(const OptionReader& reader) {
  return read_options<mcts::Options>(reader);
}
mcts::RolloutOptions read_rollout_options(const OptionReader& reader) {
  return read_options<mcts::RolloutOptions>(reader);
}
alphabeta::Options read_alphabeta_options(const OptionReader& reader) {
  return read_options<alphabeta::Options>(reader);
}
GreedyRule read_greedy_rule(const OptionReader& reader) { return read_options<GreedyRule>(reader); }

nb::dict search_options() {
  nb::dict result;
  result["mcts"] = describe_options<mcts::Options>();
  result["alphabeta"] = describe_options<alphabeta::Options>();
  result["flat"] = describe_options<mcts::RolloutOptions>();
  result["greedy"] = describe_options<GreedyRule>();
  result["knowledge"] = nb::make_tuple(
      describe_knowledge<knowledge::AvalamKnowledge>(
          "avalam", "Avalam: values of towers, and scores of moves.", {"avalam"}),
      describe_knowledge<knowledge::ColosseumKnowledge<colosseum::NarrowBoard>>(
          "colosseum", "Colosseum: room to move, and the place on the board.", {"colosseum"}),
      describe_knowledge<knowledge::PentagoKnowledge<PentagoRules::twist>>(
          "pentago", "Pentago: open lines, the centre, threats, and moves that answer them.",
          {"pentago", "pentago-twist"}),
      describe_knowledge<knowledge::EwnKnowledge<ewn::StandardRules>>(
          "ewn", "EinStein: distance to the goal, and number of cubes.", {"ewn", "ewn-cyclic"}));
  return result;
}

// A limit of None is no limit.
Budget read_budget(const OptionReader& reader) {
  const auto given = [&](const char* name) { return !reader.get<nb::object>(name).is_none(); };
  Budget budget;
  if (given("seconds")) budget.seconds = reader.get<double>("seconds");
  if (given("target")) budget.target = reader.get<double>("target");
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
