// The report on the root, and the principal variation.
#pragma once

#include <vector>

#include "tesuji/base/game.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/alphabeta/frame.hpp"
#include "tesuji/search/alphabeta/root.hpp"
#include "tesuji/search/alphabeta/table.hpp"

namespace tesuji::alphabeta {

// What is known for certain of the root's best move.
inline Proof root_proof(const Root& root) noexcept {
  if (!root.proven) return Proof::none;
  if (root.scale.is_win(root.score)) return Proof::win;
  if (root.scale.is_loss(root.score)) return Proof::loss;
  return root.score == 0 && !root.met_chance ? Proof::draw : Proof::none;
}

// Values, proofs and nodes of all moves.
inline SearchReport root_report(const Root& root) {
  SearchReport report;
  report.depth = root.depth;
  for (const RootMove& move : root.moves) {
    MoveReport& found = report.moves.emplace_back();
    found.move = move.move;
    found.visits = move.nodes;
    if (!move.seen()) continue;
    found.value = root.scale.value(move.bound);
    if (!root.proves) continue;
    if (move.lost(root.scale)) found.proof = Proof::loss;
    if (move.won(root.scale)) found.proof = Proof::win;
  }
  if (root.moves.empty()) return report;
  report.best = root.moves[root.best].move;
  report.value = root.scale.value(root.score);
  report.proof = root_proof(root);
  if (root.proven) report.moves[root.best].proof = report.proof;
  return report;
}

// A move and the best replies after it, as far as the table has them.
template <Game G>
std::vector<Move> principal_variation(G position, Move first, const Table& table,
                                      const Options& options, bool older) {
  std::vector<Move> moves{first};
  position.play(first);
  while (moves.size() < 64 && !position.outcome() && !is_chance(position)) {
    Frame frame{.key = position.hash()};
    auto entry = table.find(frame.key, older);
    if (!entry && options.symmetry > 0) {
      frame = common_frame(position);
      entry = table.find(frame.key, older);
    }
    const Move move = entry ? from_frame(position, entry->move, frame) : no_move;
    move_list_t<G> list;
    position.legal_moves(list);
    if (!list.contains(move)) break;
    moves.push_back(move);
    position.play(move);
  }
  return moves;
}

}  // namespace tesuji::alphabeta
