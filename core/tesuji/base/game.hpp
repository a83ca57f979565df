// A game is a small value type that meets the concept `Game`. Everything else a game can offer is
// a concept of its own, found with `if constexpr`; a game without it pays nothing.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tesuji/base/move.hpp"
#include "tesuji/base/outcome.hpp"
#include "tesuji/base/rng.hpp"

namespace tesuji {

// The list that a game's `legal_moves` fills: `MoveList`, or the game's own `Moves`.
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

// A position of a game for two players, 0 (moves first) and 1. Every position is exactly one of:
// over (`outcome` is set), chance (see `HasChance`), decision (at least one legal move).
//  - `to_move()`: the player to move; at a chance position, the player who moves after it; when
//    the game is over, the player who would have been next.
//  - `legal_moves(list)`: appends the moves of a decision, always in the same order.
//  - `play(move)`: plays a move without checking that it is legal.
//  - `outcome()`: empty until the game is over.
//  - `==` and `hash()`: cover what decides the future of the game and nothing else.
template <class G>
concept Game = std::regular<G> &&
               requires(const G& position, G& mutable_position, move_list_t<G>& list, Move move) {
                 { position.to_move() } -> std::same_as<int>;
                 position.legal_moves(list);
                 mutable_position.play(move);
                 { position.outcome() } -> std::same_as<std::optional<Outcome>>;
                 { position.hash() } -> std::same_as<std::uint64_t>;
               };

// Positions and moves as text that a person can type. Text that is not a move throws
// `NotationError`. `move_text` also takes the codes of chance events.
template <class G>
concept HasText = requires(const G& position, Move move, std::string_view text) {
  { position.text() } -> std::same_as<std::string>;
  { G::move_text(move) } -> std::same_as<std::string>;
  { G::parse_move(text) } -> std::same_as<Move>;
};

// What the bindings require of a game. Its own file adds `start` and `parse`, whose arguments
// differ from game to game.
template <class G>
concept BindableGame = Game<G> && HasText<G>;

// Whether any move or event has this code. Without it, a code is valid if its text reads back as
// the same code, so `move_text` must accept every number.
template <class G>
concept HasCodeCheck = requires(Move move) {
  { G::is_code(move) } -> std::same_as<bool>;
};

// How a game can end, in words; `Outcome::reason` is an index into them. Without it, a game ends
// for one of the `plain_reasons`.
template <class G>
concept HasReasons = requires(std::size_t reason) {
  { G::reasons[reason] } -> std::convertible_to<std::string_view>;
  { G::reasons.size() } -> std::convertible_to<std::size_t>;
};

// Move codes mean the same in every position, so statistics can be kept per code. A game without
// this property says `static constexpr bool stable_move_codes = false`.
template <class G>
concept HasStableMoveCodes = !requires { requires !G::stable_move_codes; };

// Several threads can search copies of one position at the same time. A game without this
// property says `static constexpr bool thread_safe = false`.
template <class G>
concept IsThreadSafe = !requires { requires !G::thread_safe; };

// Chance events, all equally likely: `event(0)` to `event(event_count() - 1)` at a position where
// `is_chance()` holds. No event has the code of a move.
template <class G>
concept HasChance = requires(const G& position, G& mutable_position, Move event) {
  { position.is_chance() } -> std::same_as<bool>;
  { position.event_count() } -> std::same_as<int>;
  { position.event(0) } -> std::same_as<Move>;
  mutable_position.play_event(event);
};

// Symmetries of the board that keep the rules; number 0 is the identity. Without it, the identity
// is the only one.
template <class G>
concept HasSymmetry = requires(const G& position, Move move, int symmetry) {
  { G::symmetry_count } -> std::convertible_to<int>;
  { position.transformed(symmetry) } -> std::same_as<G>;
  { position.transformed_move(move, symmetry) } -> std::same_as<Move>;
};

// Points of player 0 minus points of player 1, when the game is over.
template <class G>
concept HasScore = requires(const G& position) {
  { position.score() } -> std::same_as<int>;
};

// The size of the board, for games that are played on boards of several sizes.
template <class G>
concept HasSize = requires(const G& position) {
  { position.size() } -> std::same_as<int>;
};

// Taking a move back without a copy of the whole position.
template <class G>
concept HasUndo = requires(G& position, Move move, const typename G::Undo& undo) {
  { position.play_undoable(move) } -> std::same_as<typename G::Undo>;
  position.undo(undo);
};

// The same position with the opponent to move. It need not be legal; searches use it to see what
// a move is good for. A game where to pass changes more than the turn goes without.
template <class G>
concept HasPass = requires(const G& position) {
  { position.passed() } -> std::same_as<G>;
};

// A uniformly random legal move, drawn without listing all of them.
template <class G>
concept HasRandomMove = requires(const G& position, Rng& rng) {
  { position.random_move(rng) } -> std::same_as<Move>;
};

// The n-th legal move, 0 <= n < number of moves, without listing them. The order may differ from
// that of `legal_moves`.
template <class G>
concept HasNthMove = requires(const G& position, int n) {
  { position.nth_move(n) } -> std::same_as<Move>;
};

// The number of legal moves, without listing them.
template <class G>
concept HasMoveCount = requires(const G& position) {
  { position.move_count() } -> std::same_as<int>;
};

// The legal moves without those that lead to the same position as one before them, in the same
// order. Only for games in which moves often do.
template <class G>
concept HasDistinctMoves =
    requires(const G& position, move_list_t<G>& list) { position.distinct_moves(list); };

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
void distinct_moves(const G& position, move_list_t<G>& list) {
  if constexpr (HasDistinctMoves<G>) {
    position.distinct_moves(list);
  } else {
    position.legal_moves(list);
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

// The score for player 0: points if the game counts them, else 1, 0 or -1.
template <Game G>
int final_score(const G& position, Outcome outcome) {
  if constexpr (HasScore<G>) return position.score();
  return outcome.winner == draw ? 0 : 1 - 2 * outcome.winner;
}

// The reasons of a game that names none.
inline constexpr std::array<std::string_view, 2> plain_reasons = {"the game is won", "a draw"};

template <Game G>
constexpr const auto& reasons() noexcept {
  if constexpr (HasReasons<G>) {
    return G::reasons;
  } else {
    return plain_reasons;
  }
}
// The index of the outcome's reason in `reasons`.
template <Game G>
constexpr std::size_t reason_of(Outcome outcome) noexcept {
  if constexpr (HasReasons<G>) return outcome.reason;
  return outcome.winner == draw ? 1 : 0;
}

// Plays a move, calls visit(position), and restores the old position: by undo if the game has it,
// else by playing on a copy.
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
