// Binds a game to Python. Every game's class has the same methods: the protocol `State` of
// tesuji/games/state.py. Legality is checked here, not in the core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <string_view>

#include "tesuji/base/game.hpp"
#include "tesuji/base/perft.hpp"
#include "tesuji/base/platform.hpp"
#include "tesuji/base/playout.hpp"
#include "tesuji/base/text.hpp"

namespace tesuji::bindings {

namespace nb = nanobind;

// Streams of random numbers, so that one seed gives independent numbers for each purpose.
enum Stream : std::uint64_t { start_stream = 1, playout_stream = 1u << 20 };

template <class Moves>
nb::tuple as_tuple(const Moves& moves) {
  nb::list codes;
  for (Move move : moves) codes.append(move);
  return nb::tuple(codes);
}

template <Game G>
move_list_t<G> legal_moves(const G& position) {
  move_list_t<G> list;
  if (!position.outcome() && !is_chance(position)) position.legal_moves(list);
  return list;
}

template <Game G>
move_list_t<G> events(const G& position) {
  move_list_t<G> list;
  if constexpr (HasChance<G>) {
    if (position.is_chance()) {
      for (int i = 0; i < position.event_count(); ++i) list.push(position.event(i));
    }
  }
  return list;
}

// The position after a move or event, or nothing if it is not possible here.
template <Game G>
std::optional<G> try_play(const G& position, Move move) {
  G next = position;
  if constexpr (HasChance<G>) {
    if (events(position).contains(move)) {
      next.play_event(move);
      return next;
    }
  }
  if (!legal_moves(position).contains(move)) return std::nullopt;
  next.play(move);
  return next;
}

// None, or (winner or None, score for player 0, reason).
template <Game G>
nb::object outcome(const G& position) {
  const auto result = position.outcome();
  if (!result) return nb::none();
  nb::object winner = nb::none();
  if (result->winner != draw) winner = nb::int_(result->winner);
  const std::string_view reason = reasons<G>()[reason_of<G>(*result)];
  return nb::make_tuple(winner, final_score(position, *result),
                        nb::str(reason.data(), reason.size()));
}

using Statistics = nb::typed<nb::dict, nb::str, nb::any>;

// Plays random games with the GIL released; `start(rng)` makes each first position.
template <Game G, class Start>
Statistics playouts(std::uint64_t games, std::uint64_t seed, std::uint64_t chunk, bool count_moves,
                    Start&& start) {
  Playouts totals;
  double seconds = 0;
  {
    const nb::gil_scoped_release released;
    Rng rng(seed, playout_stream + chunk);
    const double begun = thread_cpu_seconds();
    if (count_moves) {
      run_playouts<true, G>(totals, games, rng, start);
    } else {
      run_playouts<false, G>(totals, games, rng, start);
    }
    seconds = thread_cpu_seconds() - begun;
  }
  nb::dict ends;
  for (std::size_t i = 0; i < reasons<G>().size(); ++i) {
    const std::string_view reason = reasons<G>()[i];
    ends[nb::str(reason.data(), reason.size())] = totals.reasons[i];
  }
  Statistics result;
  result["games"] = totals.games;
  result["wins"] = nb::make_tuple(totals.winners[0], totals.winners[1]);
  result["draws"] = totals.winners[2];
  result["plies"] = totals.plies;
  result["choices"] = totals.choices;
  result["shortest"] = totals.shortest;
  result["longest"] = totals.longest;
  result["score"] = totals.score;
  result["reasons"] = ends;
  result["cpu_seconds"] = seconds;
  return result;
}

// Whether some move or event has this code.
template <BindableGame G>
bool is_code(Move move) {
  if constexpr (HasCodeCheck<G>) {
    return G::is_code(move);
  } else {
    try {
      return G::parse_move(G::move_text(move)) == move;
    } catch (const NotationError&) {
      return false;
    }
  }
}

// Symmetries; the identity alone if the game declares none.
template <Game G>
void bind_symmetries(nb::class_<G>& bound) {
  static constexpr int count = [] {
    if constexpr (HasSymmetry<G>) return static_cast<int>(G::symmetry_count);
    return 1;
  }();
  const auto check = [](int symmetry) {
    if (symmetry < 0 || symmetry >= count) throw nb::index_error("symmetry");
  };
  bound
      .def(
          "transformed",
          [check](const G& p, int symmetry) {
            check(symmetry);
            if constexpr (HasSymmetry<G>) return p.transformed(symmetry);
            return p;
          },
          nb::arg("symmetry"))
      .def(
          "transformed_move",
          [check](const G& p, Move move, int symmetry) {
            check(symmetry);
            if constexpr (HasSymmetry<G>) return p.transformed_move(move, symmetry);
            return move;
          },
          nb::arg("code"), nb::arg("symmetry"));
  bound.attr("symmetry_count") = count;
}

// Declares the class with what every game has. The caller adds `start`, `parse` and whatever the
// game's scene reads.
template <BindableGame G>
nb::class_<G> bind_game(nb::module_& module, const char* name) {
  auto bound = nb::class_<G>(module, name);
  bound.def_prop_ro("to_move", &G::to_move)
      .def_prop_ro("is_chance", [](const G& p) { return !p.outcome() && is_chance(p); })
      .def(
          "legal_moves", [](const G& p) { return as_tuple(legal_moves(p)); },
          nb::sig("def legal_moves(self) -> tuple[int, ...]"))
      .def(
          "events", [](const G& p) { return as_tuple(events(p)); },
          nb::sig("def events(self) -> tuple[int, ...]"))
      .def(
          "probability",
          [](const G& p, Move event) {
            const auto all = events(p);
            return all.contains(event) ? 1.0 / all.size() : 0.0;
          },
          nb::arg("event"))
      .def(
          "play",
          [](const G& p, Move move) -> nb::object {
            auto next = try_play(p, move);
            return next ? nb::cast(*next) : nb::none();
          },
          nb::arg("code"), nb::sig("def play(self, code: int) -> typing.Self | None"))
      .def("outcome", &outcome<G>,
           nb::sig("def outcome(self) -> tuple[int | None, int, str] | None"))
      .def("text", &G::text)
      .def_static(
          "move_text",
          [](Move move) {
            if (!is_code<G>(move)) throw nb::value_error("no move has this code");
            return G::move_text(move);
          },
          nb::arg("code"))
      .def_static("is_code", &is_code<G>, nb::arg("code"))
      .def_static(
          "parse_move", [](std::string_view text) { return G::parse_move(text); }, nb::arg("text"))
      .def(
          "perft",
          [](const G& p, int depth) {
            G position = p;
            return perft(position, depth);
          },
          nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>())
      .def(
          "playouts",
          [](const G& p, std::uint64_t games, std::uint64_t seed, std::uint64_t chunk,
             bool count_moves) {
            return playouts<G>(games, seed, chunk, count_moves, [&](Rng&) { return p; });
          },
          nb::arg("games"), nb::arg("seed"), nb::arg("chunk"), nb::arg("count_moves"))
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const G& p) { return static_cast<Py_hash_t>(p.hash() >> 2); });
  bind_symmetries(bound);
  bound.attr("nbytes") = sizeof(G);
  return bound;
}

// `start`, and `start_playouts` with a new start per game. The function `start` takes the game's
// arguments and a random number generator.
template <Game G, class... Args, class Start, class... Names>
void bind_start(nb::class_<G>& bound, Start start, Names... names) {
  bound
      .def_static(
          "start",
          [start](std::uint64_t seed, Args... args) {
            Rng rng(seed, start_stream);
            return start(args..., rng);
          },
          nb::arg("seed"), names...)
      .def_static(
          "start_playouts",
          [start](std::uint64_t games, std::uint64_t seed, std::uint64_t chunk, bool count_moves,
                  Args... args) {
            return playouts<G>(games, seed, chunk, count_moves,
                               [&](Rng& rng) { return start(args..., rng); });
          },
          nb::arg("games"), nb::arg("seed"), nb::arg("chunk"), nb::arg("count_moves"), names...);
}

void bind_avalam(nb::module_& module);
void bind_colosseum(nb::module_& module);
void bind_ewn(nb::module_& module);
void bind_pentago(nb::module_& module);

}  // namespace tesuji::bindings
