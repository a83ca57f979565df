// What a search may be told about a game beyond its rules. A search takes a type of knowledge
// as a template parameter; each power below is a concept of its own, found with `if constexpr`,
// and a search does without those that are missing.
#pragma once

#include <concepts>
#include <optional>

#include "tesuji/base/game.hpp"

namespace tesuji {

// Nothing is known but the rules.
struct NoKnowledge {
  struct Weights {
    template <class Field>
    static void each(Field&&) {}
  };
  Weights weights;
};

// A set of knowledge about G: weights with names, and powers that read them. `Weights::each`
// calls its argument with the name, the member pointer and the help of every weight.
template <class K>
concept HasWeights = requires(K knowledge) {
  typename K::Weights;
  { knowledge.weights } -> std::same_as<typename K::Weights&>;
};

// What a position that is not over looks worth, from -1 to 1 for player 0.
template <class K, class G>
concept HasEvaluation = requires(const K& knowledge, const G& position) {
  { knowledge.evaluate(position) } -> std::same_as<double>;
};

// An evaluation that counts in the points of the game: a value of 1 is so many of them.
template <class K>
concept HasPoints = requires {
  { K::points_of_a_win } -> std::convertible_to<double>;
};

// How good a legal move looks to the player who makes it. Higher is better; differences of one
// `score_unit` are large.
template <class K, class G>
concept HasMoveScore = requires(const K& knowledge, const G& position, Move move) {
  { knowledge.move_score(position, move) } -> std::same_as<double>;
  { K::score_unit } -> std::convertible_to<double>;
};

// A move that wins at once for the player to move, if there is one, faster than by trying all.
template <class K, class G>
concept HasWinningMove = requires(const K& knowledge, const G& position) {
  { knowledge.winning_move(position) } -> std::same_as<std::optional<Move>>;
};

// A rule of the game's own for `eps_greedy` rollouts.
template <class K, class G>
concept HasEpsGreedy = requires(const K& knowledge, const G& position, Rng& rng) {
  { knowledge.eps_greedy_move(position, rng, 0.5, 1) } -> std::same_as<Move>;
};

// Moves that a simple rule prefers: `preferred` appends them, all legal moves where it prefers
// none, and `filtered_move` draws one of them uniformly.
template <class K, class G>
concept HasFilter =
    requires(const K& knowledge, const G& position, move_list_t<G>& list, Rng& rng) {
      knowledge.preferred(position, list);
      { knowledge.filtered_move(position, rng) } -> std::same_as<Move>;
    };

// A random move that is not uniform, as people's first programs make it.
template <class K, class G>
concept HasWalk = requires(const K& knowledge, const G& position, Rng& rng) {
  { knowledge.walk_move(position, rng) } -> std::same_as<Move>;
};

// How well the player who has just moved stands, from 0 to 1, by two features with weights.
template <class K, class G>
concept HasBlend = requires(const K& knowledge, const G& position) {
  { knowledge.blend(position, 0, 0.5, 0.5) } -> std::same_as<double>;
};

// A finished game's share for player 0, from 0 to 1, finer than who won.
template <class K, class G>
concept HasShare = requires(const K& knowledge, const G& position) {
  { knowledge.share(position) } -> std::same_as<double>;
};

// Whether a finished game ended because a side had nothing left.
template <class K, class G>
concept HasElimination = requires(const K& knowledge, const G& position) {
  { knowledge.eliminated(position) } -> std::same_as<bool>;
};

// The move that a certain program plays when all is lost.
template <class K, class G>
concept HasDespair = requires(const K& knowledge, const G& position) {
  { knowledge.despair_move(position) } -> std::same_as<Move>;
};

// The size of the board, where games of one kind have boards of several.
template <class G>
concept HasSize = requires(const G& position) {
  { position.size() } -> std::same_as<int>;
};

}  // namespace tesuji
