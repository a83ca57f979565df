// One entry of the table for all images of a position under the symmetries of the board.
#pragma once

#include <cstdint>

#include "tesuji/base/game.hpp"
#include "tesuji/base/move.hpp"

namespace tesuji::alphabeta {

// The key of a position in the table, and the symmetry that turns it into the image with that key.
// Symmetry 0 is the identity, so a position that is its own image keeps its own moves.
struct Frame {
  std::uint64_t key = 0;
  int symmetry = 0;
};

// The frame of the image with the smallest hash.
template <Game G>
Frame common_frame(const G& position) {
  Frame frame{.key = position.hash()};
  if constexpr (HasSymmetry<G>) {
    for (int symmetry = 1; symmetry < G::symmetry_count; ++symmetry) {
      const std::uint64_t key = position.transformed(symmetry).hash();
      if (key < frame.key) frame = {.key = key, .symmetry = symmetry};
    }
  }
  return frame;
}

// A move of the position as a move of its image.
template <Game G>
Move to_frame(const G& position, Move move, const Frame& frame) {
  if constexpr (HasSymmetry<G>) {
    if (frame.symmetry > 0 && move != no_move) {
      return position.transformed_move(move, frame.symmetry);
    }
  }
  return move;
}

// A move of the image as a move of the position; no_move if it has none.
template <Game G>
Move from_frame(const G& position, Move move, const Frame& frame) {
  if (frame.symmetry == 0) return move;
  move_list_t<G> list;
  position.legal_moves(list);
  for (const Move own : list) {
    if (to_frame(position, own, frame) == move) return own;
  }
  return no_move;
}

}  // namespace tesuji::alphabeta
