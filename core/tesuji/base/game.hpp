// What a game is: a small value type that meets the concept `Game`. Further powers are
// concepts of their own, found with `if constexpr`; a game that lacks one pays nothing.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tesuji/base/move.hpp"
#include "tesuji/base/outcome.hpp"
#include "tesuji/base/rng.hpp"

namespace tesuji {

// The list a game's `legal_moves` fills: `MoveList` unless the game brings its own.
template <class G>
struct MoveListOf {
  using type = MoveList;
};
template <class G>
  requires requires { typename G::Moves; }
struct MoveListOf<G> {
  using type = typename G::Moves;
};
template <class G>
using move_list_t = typename MoveListOf<G>::type;

// A position of a game for two players, 0 (moves first) and 1. Every position is exactly one
// of: over (`outcome` is set), chance (see `HasChance`), decision (at least one legal move).
//  - `to_move()`: the player who decides here, or for whom chance is about to act; when the
//    game is over, the player who would have been next.
//  - `legal_moves(list)`: appends the moves of a decision, in an order that never changes.
//  - `play(move)`: changes the position and trusts its caller: the move is legal here.
//  - `outcome()`: empty until the end.
//  - `==` and `hash()`: cover what decides the future and nothing else.
template <class G>
concept Game = std::regular<G> &&
               requires(const G& position, G& mutable_position, move_list_t<G>& list, Move move) {
                 { position.to_move() } -> std::same_as<int>;
                 position.legal_moves(list);
                 mutable_position.play(move);
                 { position.outcome() } -> std::same_as<std::optional<Outcome>>;
                 { position.hash() } -> std::same_as<std::uint64_t>;
               };

// Positions and moves as text that a person can type; `parse` needs the game's own arguments
// and is therefore not part of the concept. Bad text throws `NotationError`.
template <class G>
concept HasText = requires(const G& position, Move move, std::string_view text) {
  { position.text() } -> std::same_as<std::string>;
  { G::is_code(move) } -> std::same_as<bool>;  // whether any move or event has this code
  { G::move_text(move) } -> std::same_as<std::string>;
  { G::parse_move(text) } -> std::same_as<Move>;
};

// Events that nobody chooses, all equally likely: `event(0)` to `event(event_count() - 1)` at
// a position where `is_chance()` holds. Their codes are apart from those of all moves.
template <class G>
concept HasChance = requires(const G& position, G& mutable_position, Move event) {
  { position.is_chance() } -> std::same_as<bool>;
  { position.event_count() } -> std::same_as<int>;
  { position.event(0) } -> std::same_as<Move>;
  mutable_position.play_event(event);
};

// Maps of the board onto itself under which the rules do not change; number 0 is the identity.
template <class G>
concept HasSymmetry = requires(const G& position, Move move, int symmetry) {
  { G::symmetry_count } -> std::convertible_to<int>;
  { position.transformed(symmetry) } -> std::same_as<G>;
  { position.transformed_move(move, symmetry) } -> std::same_as<Move>;
};

// Points of player 0 minus points of player 1, defined where the game is over.
template <class G>
concept HasScore = requires(const G& position) {
  { position.score() } -> std::same_as<int>;
};

// Taking a move back without a copy of the whole position.
template <class G>
concept HasUndo = requires(G& position, Move move, const typename G::Undo& undo) {
  { position.play_undoable(move) } -> std::same_as<typename G::Undo>;
  position.undo(undo);
};

// A uniformly random legal move drawn without listing all of them.
template <class G>
concept HasRandomMove = requires(const G& position, Rng& rng) {
  { position.random_move(rng) } -> std::same_as<Move>;
};

// The n-th legal move, 0 <= n < number of moves, without listing them; in an order of the
// game's own that need not be that of `legal_moves`.
template <class G>
concept HasNthMove = requires(const G& position, int n) {
  { position.nth_move(n) } -> std::same_as<Move>;
};

// The number of legal moves without listing them.
template <class G>
concept HasMoveCount = requires(const G& position) {
  { position.move_count() } -> std::same_as<int>;
};

template <Game G>
bool is_chance(const G& position) {
  if constexpr (HasChance<G>) return position.is_chance();
  return false;
}

template <Game G>
Move random_move(const G& position, Rng& rng) {
  if constexpr (HasRandomMove<G>) {
    return position.random_move(rng);
  } else {
    move_list_t<G> list;
    position.legal_moves(list);
    return list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.size())))];
  }
}

template <Game G>
int move_count(const G& position) {
  if constexpr (HasMoveCount<G>) {
    return position.move_count();
  } else {
    move_list_t<G> list;
    position.legal_moves(list);
    return list.size();
  }
}

// The result in game units for player 0: points where the game counts them, else 1, 0 or -1.
template <Game G>
int final_score(const G& position, Outcome outcome) {
  if constexpr (HasScore<G>) return position.score();
  return outcome.winner == draw ? 0 : 1 - 2 * outcome.winner;
}

// Plays a move, hands the new position to `visit`, and leaves the old one as it was: by undo
// where the game has it, else on a copy.
template <Game G, class Visit>
auto after(G& position, Move move, Visit&& visit) {
  if constexpr (HasUndo<G>) {
    const auto undo = position.play_undoable(move);
    auto result = visit(position);
    position.undo(undo);
    return result;
  } else {
    G next = position;
    next.play(move);
    return visit(next);
  }
}

}  // namespace tesuji
