// Binds what is known about a game to its class in Python, power by power, and reads the weights
// of knowledge from Python's dictionaries. Positions are checked here, not in the core.
#pragma once

#include <nanobind/stl/optional.h>

#include <string>
#include <string_view>

#include "game_binding.hpp"
#include "tesuji/knowledge/for.hpp"

namespace tesuji::bindings {

// Knowledge with the weights of `options` whose names start with `prefix`; those that are missing
// keep their defaults, and so do all if the option named like the prefix is the kind "default".
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

// The same from a dictionary of weights alone, which must not have other names.
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
void want_decision(const G& position) {
  if (!is_decision(position)) {
    throw nb::value_error(("nobody is to move in " + position.text()).c_str());
  }
}
template <Game G>
void want_end(const G& position) {
  if (!position.outcome()) {
    throw nb::value_error(("the game is not over in " + position.text()).c_str());
  }
}
template <Game G>
void want_legal(const G& position, Move move) {
  if (!legal_moves(position).contains(move)) {
    const std::string name = G::is_code(move) ? G::move_text(move) : std::to_string(move);
    throw nb::value_error((name + " is not legal in " + position.text()).c_str());
  }
}

// The weights by name, as they are without any word from outside.
template <HasWeights K>
nb::dict default_weights() {
  nb::dict result;
  const K known;
  K::Weights::each(
      [&](const char* name, auto member, const char*) { result[name] = known.weights.*member; });
  return result;
}

// What most games have: evaluation, scores of moves, winning moves.
template <Game G, class K>
void bind_values(nb::class_<G>& bound) {
  if constexpr (HasEvaluation<K, G>) {
    bound.def("evaluate", [](const G& p) { return K{}.evaluate(p); })
        .def(
            "evaluation",
            [](const G& p, const nb::dict& weights) { return weighted<K>(weights).evaluate(p); },
            nb::arg("weights"),
            nb::sig("def evaluation(self, weights: dict[str, typing.Any]) -> float"),
            "What the position looks worth to player 0, from -1 to 1.");
  }
  if constexpr (HasMoveScore<K, G>) {
    bound.def(
        "move_score",
        [](const G& p, Move move, const nb::dict& weights) {
          want_legal(p, move);
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
        "Some move that wins at once, if there is one.");
  }
}

// Rules of a game's own for playing it out.
template <Game G, class K>
void bind_rollout_rules(nb::class_<G>& bound) {
  if constexpr (HasEpsGreedy<K, G>) {
    bound.def(
        "eps_greedy_move",
        [](const G& p, std::uint64_t seed, double greedy, int k, const nb::dict& weights) {
          want_decision(p);
          if (k < 1) throw nb::value_error(("k is at least 1, not " + std::to_string(k)).c_str());
          Rng rng(seed);
          return weighted<K>(weights).eps_greedy_move(p, rng, greedy, k);
        },
        nb::arg("seed"), nb::arg("greedy"), nb::arg("k"), nb::arg("weights") = nb::dict(),
        nb::sig("def eps_greedy_move(self, seed: int, greedy: float, k: int, weights: dict[str, "
                "typing.Any] = {}) -> int"),
        "A move of `eps_greedy` rollouts.");
  }
  if constexpr (requires(const K& k, const G& p) { k.roll_score(p, Move{}); }) {
    bound.def(
        "roll_score",
        [](const G& p, Move move, const nb::dict& weights) {
          want_legal(p, move);
          return weighted<K>(weights).roll_score(p, move);
        },
        nb::arg("code"), nb::arg("weights"),
        nb::sig("def roll_score(self, code: int, weights: dict[str, typing.Any]) -> float"),
        "How good a move looks to `eps_greedy` rollouts.");
  }
  if constexpr (HasFilter<K, G>) {
    bound
        .def(
            "preferred_moves",
            [](const G& p) {
              want_decision(p);
              MoveList list;
              K{}.preferred(p, list);
              return as_tuple(list);
            },
            nb::sig("def preferred_moves(self) -> tuple[int, ...]"),
            "The moves of `filtered` rollouts.")
        .def(
            "filtered_move",
            [](const G& p, std::uint64_t seed) {
              want_decision(p);
              Rng rng(seed);
              return K{}.filtered_move(p, rng);
            },
            nb::arg("seed"), "One of the preferred moves, drawn uniformly.");
  }
  if constexpr (HasDespair<K, G>) {
    bound.def(
        "despair_move",
        [](const G& p) {
          want_decision(p);
          return K{}.despair_move(p);
        },
        "The move for when all is lost.");
  }
}

// How well somebody stands, and how a game ended.
template <Game G, class K>
void bind_results(nb::class_<G>& bound) {
  if constexpr (HasBlend<K, G>) {
    bound.def(
        "blend",
        [](const G& p, int mover, double moves, double distance) {
          if (mover != 0 && mover != 1) throw nb::index_error("mover");
          return K{}.blend(p, mover, moves, distance);
        },
        nb::arg("mover"), nb::arg("moves"), nb::arg("distance"),
        "How well the player who has just moved stands, from 0 to 1.");
  }
  if constexpr (HasShare<K, G>) {
    bound.def(
        "share",
        [](const G& p) {
          want_end(p);
          return K{}.share(p);
        },
        "Player 0's share of what was fought for, where the game is over.");
  }
  if constexpr (HasElimination<K, G>) {
    bound.def(
        "eliminated",
        [](const G& p) {
          want_end(p);
          return K{}.eliminated(p);
        },
        "Whether the game ended because the loser has nothing left.");
  }
}

// All that is known about a game; nothing is bound for a power that its knowledge lacks.
template <Game G, HasWeights K = knowledge::For<G>>
void bind_knowledge(nb::class_<G>& bound) {
  bound.def_static("default_weights", &default_weights<K>,
                   nb::sig("def default_weights() -> dict[str, typing.Any]"));
  bind_values<G, K>(bound);
  bind_rollout_rules<G, K>(bound);
  bind_results<G, K>(bound);
}

}  // namespace tesuji::bindings
