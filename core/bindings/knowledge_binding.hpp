// Binds the knowledge of a game to its class in Python, and reads weights from Python's
// dictionaries. Positions are checked here, not in the core.
#pragma once

#include <nanobind/stl/optional.h>

#include <string>
#include <string_view>

#include "game_binding.hpp"
#include "tesuji/knowledge/knowledge_of.hpp"

namespace tesuji::bindings {

// Knowledge with the weights of `options` whose names start with `prefix`. Missing weights keep
// their defaults, and so do all if the option named by the prefix is the kind "default".
template <HasWeights K>
K read_weights(const nb::dict& options, const std::string& prefix = "knowledge.") {
  K knowledge;
  const std::string kind = prefix.substr(0, prefix.find('.'));
  if (!kind.empty() && options.contains(kind.c_str()) &&
      nb::cast<std::string>(options[kind.c_str()]) == "default") {
    return knowledge;
  }
  K::Weights::each([&](const char* name, auto member, const char*) {
    const std::string key = prefix + name;
    if (!options.contains(key.c_str())) return;
    if (!nb::try_cast(options[key.c_str()], knowledge.weights.*member)) {
      throw nb::type_error(
          ("weight " + key + " cannot be " + nb::cast<std::string>(nb::repr(options[key.c_str()])))
              .c_str());
    }
  });
  return knowledge;
}

// Knowledge from a dictionary that holds weights only; other names are an error.
template <HasWeights K>
K weighted(const nb::dict& weights) {
  for (nb::handle key : weights.keys()) {
    const auto given = nb::cast<std::string>(nb::str(key));
    std::string known;
    bool found = false;
    K::Weights::each([&](const char* name, auto, const char*) {
      found = found || given == name;
      known += (known.empty() ? "" : ", ") + std::string(name);
    });
    if (!found) throw nb::value_error(("no weight '" + given + "'; there are " + known).c_str());
  }
  return read_weights<K>(weights, "");
}

template <Game G>
bool is_decision(const G& position) {
  return !position.outcome() && !is_chance(position);
}
template <Game G>
void require_decision(const G& position) {
  if (!is_decision(position)) {
    throw nb::value_error(("no player is to move in " + position.text()).c_str());
  }
}
template <Game G>
void require_end(const G& position) {
  if (!position.outcome()) {
    throw nb::value_error(("the game is not over in " + position.text()).c_str());
  }
}
template <Game G>
void require_legal(const G& position, Move move) {
  if (!legal_moves(position).contains(move)) {
    const std::string name = is_code<G>(move) ? G::move_text(move) : std::to_string(move);
    throw nb::value_error((name + " is not legal in " + position.text()).c_str());
  }
}

// The default weights by name.
template <HasWeights K>
nb::dict default_weights() {
  nb::dict result;
  const K known;
  K::Weights::each(
      [&](const char* name, auto member, const char*) { result[name] = known.weights.*member; });
  return result;
}

// The weights, and what most games have. A game's own file binds the rules of its knowledge.
template <Game G, HasWeights K = knowledge::Of<G>>
void bind_knowledge(nb::class_<G>& bound) {
  bound.def_static("default_weights", &default_weights<K>,
                   nb::sig("def default_weights() -> dict[str, typing.Any]"));
  if constexpr (HasEvaluation<K, G>) {
    bound.def("evaluate", [](const G& p) { return K{}.evaluate(p); })
        .def(
            "evaluation",
            [](const G& p, const nb::dict& weights) { return weighted<K>(weights).evaluate(p); },
            nb::arg("weights"),
            nb::sig("def evaluation(self, weights: dict[str, typing.Any]) -> float"),
            "The evaluation of the position for player 0, from -1 to 1.");
  }
  if constexpr (HasMoveScore<K, G>) {
    bound.def(
        "move_score",
        [](const G& p, Move move, const nb::dict& weights) {
          require_legal(p, move);
          return weighted<K>(weights).move_score(p, move);
        },
        nb::arg("code"), nb::arg("weights"),
        nb::sig("def move_score(self, code: int, weights: dict[str, typing.Any]) -> float"),
        "How good a move looks to the player who makes it.");
    bound.attr("score_unit") = static_cast<double>(K::score_unit);
  }
  if constexpr (HasWinningMove<K, G>) {
    bound.def(
        "winning_move",
        [](const G& p) { return is_decision(p) ? K{}.winning_move(p) : std::nullopt; },
        "A winning move, if there is one.");
  }
}

}  // namespace tesuji::bindings
