// What all bound searches share: options from a dictionary with dotted names ("select.c"), one
// run at a time with the GIL released, and evaluators written in Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "knowledge_binding.hpp"
#include "tesuji/base/budget.hpp"
#include "tesuji/base/evaluation.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/greedy.hpp"
#include "tesuji/search/mcts/evaluator.hpp"
#include "tesuji/search/mcts/options.hpp"

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
  [[nodiscard]] const nb::dict& options() const noexcept { return options_; }

 private:
  nb::dict options_;
};

mcts::Options read_mcts_options(const OptionReader& reader);
mcts::RolloutOptions read_rollout_options(const OptionReader& reader);
alphabeta::Options read_alphabeta_options(const OptionReader& reader);
GreedyRule read_greedy_rule(const OptionReader& reader);
Budget read_budget(const OptionReader& reader);
nb::object report_to_python(const SearchReport& report);
// The declared options of every search and the weights of every game's knowledge.
nb::dict search_options();

// The knowledge that the options describe: the game's own weights unless others are given.
template <class K>
K read_knowledge(const OptionReader& reader) {
  return read_weights<K>(reader.options());
}

// The evaluation of the knowledge, from -1 to 1 for the player to move; 0 if it has none.
template <Game G, class K>
double static_value(const K& knowledge, const G& position) {
  if constexpr (HasEvaluation<K, G>) {
    const double first = std::clamp(knowledge.evaluate(position), -1.0, 1.0);
    return position.to_move() == 0 ? first : -first;
  } else {
    return 0;
  }
}

// The options, or an error that says why they do not fit the game.
template <class Options>
const Options& compatible(const Options& options, const char* problem) {
  if (problem != nullptr) throw nb::value_error(problem);
  return options;
}

// What all searches share: one run at a time, a stop from elsewhere, progress for onlookers.
class Running {
 public:
  // Runs with the interpreter released; an exception of the search passes through.
  template <class Run>
  auto run(Run&& search) {
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

// Stopping and watching a search, for every bound search.
template <class Bound>
void bind_running(nb::class_<Bound>& bound) {
  bound.def("stop", [](Bound& self) { self.running.stop(); })
      .def("forget_progress", [](Bound& self) { self.running.forget_progress(); })
      .def(
          "progress", [](Bound& self) { return self.running.progress(); },
          nb::sig("def progress(self) -> dict[str, typing.Any] | None"));
}

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

// A learned evaluation behind the interface of Monte-Carlo tree search.
template <Game G>
class LearnedEvaluator : public mcts::Evaluator<G> {
 public:
  explicit LearnedEvaluator(std::shared_ptr<const tesuji::Evaluation<G>> learned)
      : learned_(std::move(learned)) {}
  std::vector<mcts::Evaluation> evaluate(const std::vector<G>& positions) override {
    std::vector<mcts::Evaluation> found(positions.size());
    for (std::size_t i = 0; i < found.size(); ++i) found[i].value = learned_->value(positions[i]);
    return found;
  }

 private:
  std::shared_ptr<const tesuji::Evaluation<G>> learned_;
};

// The learned evaluation that Python gave; empty if it gave a function or None.
template <Game G>
std::shared_ptr<const tesuji::Evaluation<G>> learned_evaluation(const nb::object& given) {
  if (!nb::isinstance<tesuji::Evaluation<G>>(given)) return nullptr;
  return nb::cast<std::shared_ptr<tesuji::Evaluation<G>>>(given);
}

// The evaluator that Python gave: a learned evaluation, a function, or None.
template <Game G>
std::shared_ptr<mcts::Evaluator<G>> evaluator_of(const nb::object& given) {
  if (given.is_none()) return nullptr;
  if (auto learned = learned_evaluation<G>(given)) {
    return std::make_shared<LearnedEvaluator<G>>(std::move(learned));
  }
  return std::make_shared<PythonEvaluator<G>>(given);
}

}  // namespace tesuji::bindings
