// What a search may know about a game beyond its rules. A search takes a knowledge type as a
// template parameter. Everything below is optional: a search finds it with `if constexpr` and
// works without it.
#pragma once

#include <concepts>
#include <optional>
#include <utility>

#include "tesuji/base/game.hpp"

namespace tesuji {

// Only the rules are known.
struct NoKnowledge {
  struct Weights {
    template <class Field>
    static void each(Field&&) {}
  };
  Weights weights;
};

// Named weights, read by everything else in the knowledge type. `Weights::each` calls its
// argument with the name, the member pointer and the help of each weight.
template <class K>
concept HasWeights = requires(K knowledge) {
  typename K::Weights;
  { knowledge.weights } -> std::same_as<typename K::Weights&>;
};

// The evaluation of a position that is not over, from -1 to 1 for player 0.
template <class K, class G>
concept HasEvaluation = requires(const K& knowledge, const G& position) {
  { knowledge.evaluate(position) } -> std::same_as<double>;
};

// The evaluation is the same before a roll and after each of its events. A roll neither passes the
// turn nor ends the game.
template <class K>
concept IgnoresRoll = requires { requires K::ignores_roll; };

// An evaluation that is updated from move to move, such as the first layer of a network: `start`
// fills an accumulator for a position, `advance` makes the one after a move, and `evaluate` reads
// it. It must give the value that `evaluate(position)` gives.
template <class K, class G>
concept HasIncrementalEvaluation =
    HasEvaluation<K, G> && requires(const K& knowledge, const G& before, Move move, const G& after,
                                    typename K::Accumulator& accumulator) {
      knowledge.start(before, accumulator);
      knowledge.advance(std::as_const(accumulator), before, move, after, accumulator);
      { knowledge.evaluate(after, std::as_const(accumulator)) } -> std::same_as<double>;
    };

// The evaluations after all moves of a position, found faster than by making each: `after` gives
// what `evaluate` gives for the position after a move that does not end the game. `plies_left` is
// at least 2 only where no move ends the game, and at least 3 only where moreover no reply wins at
// once. Only for games in which the players alternate.
template <class K, class G>
concept HasMoveValues =
    HasEvaluation<K, G> && requires(const K& knowledge, const G& position, Move move) {
      typename K::MoveValues;
      { K::MoveValues::plies_left(position) } -> std::same_as<int>;
      { typename K::MoveValues(knowledge, position).after(move) } -> std::same_as<double>;
    };

// Making a move is cheap, but seeing whether it ends the game is not. `MoveValues` says where no
// move ends the game, so it pays with other evaluations too.
template <class K>
concept HasCheapMoves = requires { requires K::MoveValues::cheap_moves; };

// An evaluation in points of the game: `points_of_a_win` points make a value of 1.
template <class K>
concept HasPoints = requires {
  { K::points_of_a_win } -> std::convertible_to<double>;
};

// How good a legal move looks to the player who makes it. Higher is better; a difference of one
// `score_unit` is large.
template <class K, class G>
concept HasMoveScore = requires(const K& knowledge, const G& position, Move move) {
  { knowledge.move_score(position, move) } -> std::same_as<double>;
  { K::score_unit } -> std::convertible_to<double>;
};

// A winning move (the game is over after it, and won by the mover), if there is one, found
// faster than by trying all moves.
template <class K, class G>
concept HasWinningMove = requires(const K& knowledge, const G& position) {
  { knowledge.winning_move(position) } -> std::same_as<std::optional<Move>>;
};

// A threat: the winning move that the opponent would have if it were their turn.
template <class K, class G>
concept HasThreat = requires(const K& knowledge, const G& position) {
  { knowledge.threat(position) } -> std::same_as<std::optional<Move>>;
};

// Moves that lose at once: none of them ends the game, and after each the opponent has a winning
// move. `contains` knows some of them, without trying any.
template <class K, class G>
concept HasLostMoves =
    std::default_initializable<typename K::LostMoves> &&
    requires(const K& knowledge, const G& position, const typename K::LostMoves& lost, Move move) {
      { knowledge.lost_moves(position) } -> std::same_as<typename K::LostMoves>;
      { lost.contains(move) } -> std::same_as<bool>;
    };

// The moves that a simple rule prefers: `preferred_moves` appends them to the list, or all legal
// moves if the rule prefers none.
template <class K, class G>
concept HasPreferredMoves = requires(const K& knowledge, const G& position, move_list_t<G>& list) {
  knowledge.preferred_moves(position, list);
};

// Rules that a knowledge type may implement for its game. A rule is a type that holds the rule's
// parameters; the knowledge type has one overload per rule it knows. A new rule is a new type
// here, an overload in the knowledge of a game, and an option of the search that uses it.

// A rollout rule chooses the moves of rollouts.
template <class K, class Rule, class G>
concept HasRolloutRule =
    requires(const K& knowledge, const Rule& rule, const G& position, Rng& rng) {
      { knowledge.rollout_move(rule, position, rng) } -> std::same_as<Move>;
    };
struct EpsGreedyRollout {
  double greedy;  // probability of the best of `k` random moves, instead of a random move
  int k;
};
struct FilteredRollout {};  // a random one of the preferred moves
struct WalkRollout {};      // a random walk over the board, not uniform over the moves

// A result rule gives the value of a finished game, from 0 to 1 for player 0.
template <class K, class Rule, class G>
concept HasResultRule =
    requires(const K& knowledge, const Rule& rule, const G& position, Outcome outcome) {
      { knowledge.result(rule, position, outcome) } -> std::same_as<double>;
    };
struct GradedResult {  // the value of a win by its kind
  double eliminate;    // the loser has no pieces left
  double goal;         // the winner reached the goal
  double close = 0;    // how much less it counts if the loser was about to win
};
struct AreaResult {};  // player 0's share of the area

// A value rule says how well a player stands after their own move, from 0 to 1.
template <class K, class Rule, class G>
concept HasValueRule =
    requires(const K& knowledge, const Rule& rule, const G& position, int player) {
      { knowledge.value(rule, position, player) } -> std::same_as<double>;
    };
struct MobilityValue {
  double moves;      // weight of the opponent having few moves
  double distance;   // weight of being near the opponent
  double edge = 0;   // weight of standing off the border
  double walls = 0;  // weight of standing next to fewer than two walls
};

// A final rule chooses the move to play instead of the search's own choice.
template <class K, class Rule, class G>
concept HasFinalRule = requires(const K& knowledge, const Rule& rule, const G& position) {
  { knowledge.final_move(rule, position) } -> std::same_as<Move>;
};
struct DiagonalMove {};  // the first diagonal move, for lost positions

}  // namespace tesuji
