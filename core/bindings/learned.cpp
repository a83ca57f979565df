// Learned evaluations of tesuji._core: Avalam.Patterns, ... and what training reads from shards.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "game_binding.hpp"
#include "learned_binding.hpp"
#include "tesuji/learned/avalam_patterns.hpp"
#include "tesuji/learned/colosseum_patterns.hpp"
#include "tesuji/learned/ewn_cyclic_patterns.hpp"
#include "tesuji/learned/ewn_patterns.hpp"
#include "tesuji/learned/net.hpp"
#include "tesuji/learned/patterns.hpp"
#include "tesuji/learned/pentago_patterns.hpp"
#include "tesuji/learned/shard.hpp"
#include "tesuji/learned/summed_evaluation.hpp"

namespace tesuji::bindings {

namespace {

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

template <class T>
nb::bytes as_bytes(const std::vector<T>& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::vector<std::int16_t> numbers_in(const nb::bytes& bytes) {
  const std::string_view data = view(bytes);
  std::vector<std::int16_t> numbers(data.size() / sizeof(std::int16_t));
  std::memcpy(numbers.data(), data.data(), numbers.size() * sizeof(std::int16_t));
  return numbers;
}

// The position in a text, of the same game as another one.
template <Game G>
G parse_like(const std::string& text, const G& like) {
  if constexpr (requires { G::parse(text, like.size()); }) {
    return G::parse(text, like.size());
  } else {
    return G::parse(text);
  }
}

// The weights that each position of a shard uses, and how many they are.
template <Game G>
nb::tuple features(const nb::bytes& bytes, const G& start) {
  const learned::Shard shard(view(bytes));
  const std::vector<std::uint32_t>& weight_of = learned::sharing<G>().weight_of;
  std::vector<std::uint32_t> used;
  std::vector<std::uint32_t> counts;
  for (std::size_t i = 0; i < shard.size(); ++i) {
    const G position = parse_like<G>(shard.position(i), start);
    const std::size_t before = used.size();
    learned::PatternsOf<G>::for_each(position,
                                     [&](std::size_t slot) { used.push_back(weight_of[slot]); });
    counts.push_back(static_cast<std::uint32_t>(used.size() - before));
  }
  return nb::make_tuple(as_bytes(used), as_bytes(counts));
}

template <Game G>
void bind_patterns(nb::module_& module, const char* name) {
  using Patterns = learned::Patterns<G>;
  const nb::object scope = module.attr(name);
  using Learned = learned::LearnedEvaluation<G>;
  nb::class_<Evaluation<G>>(scope, "Evaluation")
      .def("value", &Evaluation<G>::value, nb::arg("state"),
           "The expected result, from 0 to 1 for the player to move.");
  nb::class_<Learned, Evaluation<G>>(scope, "Learned")
      .def("log_odds", &Learned::log_odds, nb::arg("state"),
           "The log-odds of winning of the player to move, in units of 1 / weight_unit.");
  auto bound = nb::class_<Patterns, Learned>(scope, "Patterns");
  bound
      .def(
          "__init__",
          [](Patterns* self, const nb::bytes& bytes) { new (self) Patterns(numbers_in(bytes)); },
          nb::arg("weights"))
      .def_static(
          "net",
          [](std::size_t width, const nb::bytes& bytes) {
            return learned::make_net<G>(width, numbers_in(bytes));
          },
          nb::arg("width"), nb::arg("numbers"), "A network over the same slots.")
      .def_static("weight_count", &learned::weight_count<G>)
      .def_static(
          "coarse", [] { return as_bytes(learned::sharing<G>().coarse_of); },
          "The coarser pattern of each weight as a 32-bit integer, or -1.")
      .def_static(
          "features", &features<G>, nb::arg("shard"), nb::arg("start"),
          nb::sig("def features(shard: bytes, start: typing.Any) -> tuple[bytes, bytes]"),
          "The weights that each position uses, and their number; `start` is any position.");
  bound.attr("layout") = std::string(learned::PatternsOf<G>::layout);
  bound.attr("coarse_count") = int{learned::PatternsOf<G>::coarse_count};
  bound.attr("ignores_roll") = IgnoresRoll<learned::PatternsOf<G>>;
  bound.attr("weight_unit") = int{learned::weight_unit};
}

// Everything that a shard holds, read by the core.
nb::list shard_rows(const nb::bytes& bytes) {
  const learned::Shard shard(view(bytes));
  nb::list rows;
  for (std::size_t i = 0; i < shard.size(); ++i) {
    const learned::ShardRecord record = shard.record(i);
    rows.append(nb::make_tuple(record.key, record.game, record.value, record.ply, record.best,
                               record.count, record.score, record.depth, record.flags,
                               shard.position(i)));
  }
  return rows;
}

}  // namespace

void bind_learned(nb::module_& module) {
  bind_patterns<Avalam>(module, "Avalam");
  bind_patterns<Colosseum<colosseum::NarrowBoard>>(module, "NarrowColosseum");
  bind_patterns<Colosseum<colosseum::WideBoard>>(module, "WideColosseum");
  bind_patterns<Ewn>(module, "Ewn");
  bind_patterns<EwnCyclic>(module, "EwnCyclic");
  bind_patterns<Pentago<PentagoRules::twist>>(module, "PentagoTwist");
  bind_patterns<Pentago<PentagoRules::rotate>>(module, "Pentago");
  bind_patterns<Pentago<PentagoRules::placement_wins>>(module, "PentagoPlacement");
  module.def("shard_rows", &shard_rows, nb::arg("shard"),
             nb::sig("def shard_rows(shard: bytes) -> list[tuple[typing.Any, ...]]"),
             "The records of a shard: key, game, value, ply, best, count, score, depth, flags and "
             "position.");
}

}  // namespace tesuji::bindings
