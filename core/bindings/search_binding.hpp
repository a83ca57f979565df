// Binds the searches of a game to Python as nested classes: Avalam.Mcts, Avalam.AlphaBeta,
// Avalam.Flat. Options come as a dictionary with dotted names ("select.c"), as the specs of
// tesuji.agents declare them. Searches run with the interpreter released.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "tesuji/base/report.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"
#include "tesuji/search/flat.hpp"
#include "tesuji/search/mcts/mcts.hpp"

namespace tesuji::bindings {

namespace nb = nanobind;

// Reads options by dotted name; Python has checked types and ranges.
class OptionReader {
 public:
  explicit OptionReader(nb::dict options) : options_(std::move(options)) {}

  template <class T>
  [[nodiscard]] T get(const char* name) const {
    if (!options_.contains(name)) {
      throw nb::key_error((std::string("missing option ") + name).c_str());
    }
    return nb::cast<T>(options_[name]);
  }
  // The option's text as the number of the name in a list.
  template <class Enum>
  [[nodiscard]] Enum one_of(const char* name, std::initializer_list<const char*> names) const {
    const auto text = get<std::string>(name);
    int number = 0;
    for (const char* known : names) {
      if (text == known) return static_cast<Enum>(number);
      ++number;
    }
    throw nb::value_error((std::string(name) + " has no choice " + text).c_str());
  }

 private:
  nb::dict options_;
};

mcts::Options read_mcts_options(const OptionReader& reader);
alphabeta::Options read_alphabeta_options(const OptionReader& reader);
Budget read_budget(const OptionReader& reader);
nb::object report_to_python(const SearchReport& report);

// What all searches share: one run at a time, a stop from elsewhere, progress for onlookers.
class Running {
 public:
  // Runs with the interpreter released; an exception of the search passes through.
  template <class Run>
  SearchReport run(Run&& search) {
    if (busy_.exchange(true)) throw nb::value_error("this search is running already");
    const Release release(busy_);
    stop_.reset();
    progress_.reset();
    const nb::gil_scoped_release released;
    return search(stop_, progress_);
  }
  void stop() noexcept { stop_.stop(); }
  void forget_progress() { progress_.reset(); }
  nb::object progress() {
    progress_.ask();
    const auto [report, answers] = progress_.latest();
    return answers == 0 ? nb::none() : report_to_python(report);
  }

 private:
  struct Release {
    explicit Release(std::atomic<bool>& flag) : flag_(flag) {}
    ~Release() { flag_ = false; }
    Release(const Release&) = delete;
    Release& operator=(const Release&) = delete;
    std::atomic<bool>& flag_;
  };

  std::atomic<bool> busy_{false};
  StopToken stop_;
  Progress progress_;
};

// Calls a Python function with a list of states; it returns (value, priors or None) for each.
template <Game G>
class PythonEvaluator : public mcts::Evaluator<G> {
 public:
  explicit PythonEvaluator(nb::object function) : function_(std::move(function)) {}
  ~PythonEvaluator() override {
    const nb::gil_scoped_acquire held;
    function_.reset();
  }
  std::vector<mcts::Evaluation> evaluate(const std::vector<G>& positions) override {
    const nb::gil_scoped_acquire held;
    nb::list states;
    for (const G& position : positions) states.append(to_python(position));
    std::vector<mcts::Evaluation> found;
    for (nb::handle item : nb::list(function_(states))) {
      mcts::Evaluation evaluation;
      evaluation.value = nb::cast<double>(item[0]);
      if (!item[1].is_none()) evaluation.priors = nb::cast<std::vector<float>>(item[1]);
      found.push_back(std::move(evaluation));
    }
    return found;
  }
  static nb::object to_python(const G& position) { return nb::cast(position); }

 private:
  nb::object function_;
};

template <Game G>
struct BoundMcts {
  BoundMcts(nb::dict options, nb::object evaluate)
      : search(read_mcts_options(OptionReader(options)),
               evaluate.is_none() ? nullptr : std::make_shared<PythonEvaluator<G>>(evaluate)) {}

  mcts::Mcts<G> search;
  Running running;
};

template <Game G>
nb::dict tree_to_python(const mcts::Mcts<G>& search, const mcts::Node& node, int depth,
                        std::uint64_t min_visits) {
  const mcts::Tree& tree = search.tree();
  nb::dict result;
  result["visits"] = node.visits;
  result["mover"] = node.mover;
  result["chance"] = node.chance;
  result["proof"] = static_cast<int>(node.proof);
  result["untried"] = node.total - node.count;
  result["k"] = search.exploration(node);
  nb::list children;
  if (depth > 0 && node.count > 0) {
    const mcts::Edges edges = tree.edges(node);
    for (int i = 0; i < node.count; ++i) {
      if (edges.visits[i] < min_visits) continue;
      const MoveReport report = mcts::move_report(edges, i);
      nb::dict child;
      child["code"] = report.move;
      child["visits"] = report.visits;
      child["value"] = report.value;
      child["prior"] = report.prior;
      child["explore"] = edges.explore[i];
      child["proof"] = static_cast<int>(report.proof);
      child["node"] = nb::none();
      if (edges.child[i] != Pool::none) {
        child["node"] = tree_to_python(search, tree.node(edges.child[i]), depth - 1, min_visits);
      }
      children.append(child);
    }
  }
  result["children"] = children;
  return result;
}

template <Game G>
void bind_mcts(nb::handle scope) {
  using Bound = BoundMcts<G>;
  nb::class_<Bound>(scope, "Mcts")
      .def(nb::init<nb::dict, nb::object>(), nb::arg("options"), nb::arg("evaluate").none(),
           nb::sig("def __init__(self, options: dict[str, typing.Any], evaluate: typing.Any) -> "
                   "None"))
      .def(
          "search",
          [](Bound& bound, const G& position, nb::dict budget, std::uint64_t seed, bool reuse) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(bound.running.run([&](StopToken& stop, Progress& progress) {
              try {
                return bound.search.search(position, limits, seed, reuse, stop, progress);
              } catch (...) {
                // A Python game or evaluator failed half way: the tree is not to be trusted.
                bound.search.forget();
                throw;
              }
            }));
          },
          nb::arg("state"), nb::arg("budget"), nb::arg("seed"), nb::arg("reuse"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any], seed: int, "
                  "reuse: bool) -> dict[str, typing.Any]"))
      .def("stop", [](Bound& bound) { bound.running.stop(); })
      .def("forget_progress", [](Bound& bound) { bound.running.forget_progress(); })
      .def(
          "progress", [](Bound& bound) { return bound.running.progress(); },
          nb::sig("def progress(self) -> dict[str, typing.Any] | None"))
      .def("forget", [](Bound& bound) { bound.search.forget(); })
      .def(
          "tree",
          [](const Bound& bound, int depth, std::uint64_t min_visits) -> nb::object {
            const mcts::Tree& tree = bound.search.tree();
            if (tree.root() == Pool::none) return nb::none();
            return tree_to_python(bound.search, tree.node(tree.root()), depth, min_visits);
          },
          nb::arg("depth"), nb::arg("min_visits"),
          nb::sig("def tree(self, depth: int, min_visits: int) -> dict[str, typing.Any] | None"))
      .def_prop_ro("memory_used",
                   [](const Bound& bound) { return bound.search.tree().memory_used(); });
}

template <Game G>
struct BoundAlphaBeta {
  BoundAlphaBeta(nb::dict options, typename alphabeta::AlphaBeta<G>::Evaluate evaluate)
      : search(read_alphabeta_options(OptionReader(options)), std::move(evaluate)) {}

  alphabeta::AlphaBeta<G> search;
  Running running;
};

// `evaluate` gives a value from -1 to 1 for player 0, or is empty where only ends count.
template <Game G, class Evaluate>
typename alphabeta::AlphaBeta<G>::Evaluate as_score(Evaluate evaluate) {
  return [evaluate](const G& position) {
    const double value = std::clamp(evaluate(position), -1.0, 1.0) * alphabeta::most_evaluation;
    return static_cast<alphabeta::Score>(position.to_move() == 0 ? value : -value);
  };
}
template <Game G>
typename alphabeta::AlphaBeta<G>::Evaluate python_score(nb::object function) {
  auto evaluator = std::make_shared<PythonEvaluator<G>>(function);
  return [evaluator](const G& position) {
    const double value = evaluator->evaluate({position}).front().value;
    return static_cast<alphabeta::Score>((2 * value - 1) * alphabeta::most_evaluation);
  };
}

template <Game G, class Evaluate>
void bind_alphabeta(nb::handle scope, Evaluate evaluate) {
  using Bound = BoundAlphaBeta<G>;
  nb::class_<Bound>(scope, "AlphaBeta")
      .def(
          "__init__",
          [evaluate](Bound* self, nb::dict options, nb::object function) {
            const auto rule = OptionReader(options).get<std::string>("evaluate");
            if (!function.is_none()) {
              new (self) Bound(options, python_score<G>(function));
            } else if (rule == "none") {
              new (self) Bound(options, [](const G&) { return 0; });
            } else {
              new (self) Bound(options, as_score<G>(evaluate));
            }
          },
          nb::arg("options"), nb::arg("evaluate").none(),
          nb::sig("def __init__(self, options: dict[str, typing.Any], evaluate: typing.Any) -> "
                  "None"))
      .def(
          "search",
          [](Bound& bound, const G& position, nb::dict budget) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(bound.running.run([&](StopToken& stop, Progress& progress) {
              return bound.search.search(position, limits, stop, progress);
            }));
          },
          nb::arg("state"), nb::arg("budget"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any]) -> "
                  "dict[str, typing.Any]"))
      .def("stop", [](Bound& bound) { bound.running.stop(); })
      .def("forget_progress", [](Bound& bound) { bound.running.forget_progress(); })
      .def(
          "progress", [](Bound& bound) { return bound.running.progress(); },
          nb::sig("def progress(self) -> dict[str, typing.Any] | None"));
}

template <Game G>
struct BoundFlat {
  explicit BoundFlat(nb::dict options) : search(read_mcts_options(OptionReader(options))) {}

  Flat<G> search;
  Running running;
};

template <Game G>
void bind_flat(nb::handle scope) {
  using Bound = BoundFlat<G>;
  nb::class_<Bound>(scope, "Flat")
      .def(nb::init<nb::dict>(), nb::arg("options"),
           nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"))
      .def(
          "search",
          [](Bound& bound, const G& position, nb::dict budget, std::uint64_t seed) {
            const Budget limits = read_budget(OptionReader(budget));
            return report_to_python(bound.running.run([&](StopToken& stop, Progress& progress) {
              return bound.search.search(position, limits, seed, stop, progress);
            }));
          },
          nb::arg("state"), nb::arg("budget"), nb::arg("seed"),
          nb::sig("def search(self, state: typing.Any, budget: dict[str, typing.Any], seed: int) "
                  "-> dict[str, typing.Any]"))
      .def("stop", [](Bound& bound) { bound.running.stop(); })
      .def("forget_progress", [](Bound& bound) { bound.running.forget_progress(); })
      .def(
          "progress", [](Bound& bound) { return bound.running.progress(); },
          nb::sig("def progress(self) -> dict[str, typing.Any] | None"));
}

// All searches of a game; `evaluate` values a position from -1 to 1 for player 0.
template <Game G, class Evaluate>
void bind_searches(nb::module_& module, const char* name, Evaluate evaluate) {
  const nb::object scope = module.attr(name);
  bind_mcts<G>(scope);
  bind_alphabeta<G>(scope, evaluate);
  bind_flat<G>(scope);
}

void bind_avalam_searches(nb::module_& module);
void bind_colosseum_searches(nb::module_& module);
void bind_ewn_searches(nb::module_& module);
void bind_pentago_searches(nb::module_& module);
void bind_erased_game(nb::module_& module);

}  // namespace tesuji::bindings
