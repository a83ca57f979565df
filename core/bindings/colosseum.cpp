// tesuji._core.NarrowColosseum and WideColosseum
#include "tesuji/games/colosseum.hpp"

#include "game_binding.hpp"
#include "knowledge_binding.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/colosseum_random_walk.hpp"

namespace tesuji::bindings {

template <class Board>
void bind_colosseum_rules(nb::class_<Colosseum<Board>>& bound) {
  using G = Colosseum<Board>;
  using K = knowledge::Of<G>;
  bound
      .def(
          "preferred_moves",
          [](const G& p) {
            require_decision(p);
            MoveList list;
            K{}.preferred_moves(p, list);
            return as_tuple(list);
          },
          nb::sig("def preferred_moves(self) -> tuple[int, ...]"),
          "The moves of `filtered` rollouts.")
      .def(
          "filtered_move",
          [](const G& p, std::uint64_t seed) {
            require_decision(p);
            Rng rng(seed);
            return K{}.rollout_move(FilteredRollout{}, p, rng);
          },
          nb::arg("seed"), "A random preferred move.")
      .def(
          "random_walk",
          [](const G& position, std::uint64_t seed) {
            Rng rng(seed);
            return knowledge::random_walk(position, rng);
          },
          nb::arg("seed"), "A move of the courses' random agent.")
      .def(
          "blend",
          [](const G& p, int mover, double moves, double distance, double edge, double walls) {
            if (mover != 0 && mover != 1) throw nb::index_error("mover");
            return K{}.value(MobilityValue{moves, distance, edge, walls}, p, mover);
          },
          nb::arg("mover"), nb::arg("moves"), nb::arg("distance"), nb::arg("edge") = 0.0,
          nb::arg("walls") = 0.0, "How well the player who has just moved stands, from 0 to 1.")
      .def(
          "share",
          [](const G& p) {
            require_end(p);
            return K{}.result(AreaResult{}, p, *p.outcome());
          },
          "Player 0's share of the area of both players, when the game is over.");
}

// What the scene reads.
template <class Board>
void bind_colosseum_board(nb::class_<Colosseum<Board>>& bound) {
  using G = Colosseum<Board>;
  bound.def_prop_ro("size", &G::size)
      .def(
          "cell",
          [](const G& position, int player) {
            if (player != 0 && player != 1) throw nb::index_error("player");
            const Cell cell = position.cell(player);
            return nb::make_tuple(cell.row, cell.column);
          },
          nb::arg("player"), nb::sig("def cell(self, player: int) -> tuple[int, int]"))
      .def(
          "is_open",
          [](const G& position, int row, int column, int direction) {
            const int size = position.size();
            if (row < 0 || row >= size || column < 0 || column >= size || direction < 0 ||
                direction > 3) {
              throw nb::index_error("not a side of a cell");
            }
            return position.is_open({row, column}, direction);
          },
          nb::arg("row"), nb::arg("column"), nb::arg("direction"),
          "Whether a side of a cell (0 up, 1 right, 2 down, 3 left) has no wall.")
      .def(
          "region",
          [](const G& position, int player) {
            if (player != 0 && player != 1) throw nb::index_error("player");
            nb::list cells;
            position.region(player).for_each([&](int index) {
              cells.append(nb::make_tuple(index / Board::stride, index % Board::stride));
            });
            return cells;
          },
          nb::arg("player"), nb::sig("def region(self, player: int) -> list[tuple[int, int]]"));
}

template <class Board>
void bind_width(nb::module_& module, const char* name) {
  using G = Colosseum<Board>;
  const auto check_size = [](int size) {
    if (size < colosseum::min_size || size > Board::max_size) throw nb::value_error("size");
  };
  auto bound = bind_game<G>(module, name);
  bind_start<G, int, int>(
      bound,
      [check_size](int size, int pairs, Rng& rng) {
        check_size(size);
        if (pairs < 0 || pairs > colosseum::longest_walk(size)) throw nb::value_error("pairs");
        return G::start(size, pairs, rng);
      },
      nb::arg("size"), nb::arg("pairs"));
  bind_knowledge(bound);
  bind_colosseum_rules(bound);
  bind_colosseum_board(bound);
  bound
      .def_static(
          "parse",
          [check_size](std::string_view text, int size) {
            check_size(size);
            return G::parse(text, size);
          },
          nb::arg("text"), nb::arg("size"))
      .def_static(
          "parse_move",
          [check_size](std::string_view text, int size) {
            check_size(size);
            return G::parse_move(text, size);
          },
          nb::arg("text"), nb::arg("size"));
}

void bind_colosseum(nb::module_& module) {
  bind_width<colosseum::NarrowBoard>(module, "NarrowColosseum");
  bind_width<colosseum::WideBoard>(module, "WideColosseum");
}

}  // namespace tesuji::bindings
