// Knowledge of EinStein würfelt nicht!: distances to the goal, and numbers of cubes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "tesuji/games/ewn.hpp"
#include "tesuji/knowledge/ewn_cyclic_odds.hpp"
#include "tesuji/knowledge/ewn_odds.hpp"
#include "tesuji/knowledge/knowledge_of.hpp"

namespace tesuji::knowledge {

namespace ewn_steps {

template <class Rules>
inline constexpr int squares = Rules::rows * Rules::columns;

template <class Rules>
constexpr int goal(int player) noexcept {
  return player == 0 ? squares<Rules> - 1 : 0;
}

// King moves from every square to each player's goal.
template <class Rules>
inline constexpr auto to_goal = [] {
  std::array<std::array<std::int8_t, squares<Rules>>, 2> table{};
  for (int player = 0; player < 2; ++player) {
    for (int square = 0; square < squares<Rules>; ++square) {
      const int row = square / Rules::columns - goal<Rules>(player) / Rules::columns;
      const int column = square % Rules::columns - goal<Rules>(player) % Rules::columns;
      table[static_cast<std::size_t>(player)][static_cast<std::size_t>(square)] =
          static_cast<std::int8_t>(std::max(row < 0 ? -row : row, column < 0 ? -column : column));
    }
  }
  return table;
}();

// The compass direction of a player's step from one square to another; -1 if there is no such step.
template <class Rules>
inline constexpr auto direction = [] {
  std::array<std::array<std::array<std::int8_t, squares<Rules>>, squares<Rules>>, 2> table{};
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t from = 0; from < squares<Rules>; ++from) {
      for (std::int8_t& way : table[player][from]) way = -1;
      for (std::size_t way = 0; way < Rules::ways; ++way) {
        if (!(ewn::open_ways<Rules>[player][from] >> way & 1)) continue;
        const int compass = ewn::ways[player][way];
        const Cell by = ewn::step[static_cast<std::size_t>(compass)];
        const int to = static_cast<int>(from) + by.row * Rules::columns + by.column;
        table[player][from][static_cast<std::size_t>(to)] = static_cast<std::int8_t>(compass);
      }
    }
  }
  return table;
}();

// Steps of the nearest cube to its goal; more than any cube can need if there is no cube.
template <class Rules>
int nearest(const ewn::Squares& side, int player) noexcept {
  int least = std::max(Rules::rows, Rules::columns);
  for_each_bit(side.alive_set(), [&](int cube) {
    const auto square = static_cast<std::size_t>(side[cube]);
    least = std::min<int>(least, to_goal<Rules>[static_cast<std::size_t>(player)][square]);
  });
  return least;
}

}  // namespace ewn_steps

template <class Rules>
struct EwnKnowledge {
  using Position = EwnGame<Rules>;

  struct Weights {
    double steps = 1;
    double cubes = -0.1;
    double race = 0;
    double contact = 1;
    double score_win = 10;
    double score_step = 0.2;
    double score_capture = 0.3;
    double score_own = -0.1;

    template <class Field>
    static void each(Field&& field) {
      field("steps", &Weights::steps,
            "Distance of the nearest cube to its goal, the opponent's minus one's own.");
      field("cubes", &Weights::cubes, "Cubes, one's own minus the opponent's.");
      field("race", &Weights::race,
            "Chance of winning the race to the goal, one's own minus the opponent's.");
      field("contact", &Weights::contact,
            "How far `race` counts captures in ewn: 0 not at all, 1 as fitted to games.");
      field("score_win", &Weights::score_win, "Move score: an immediate win.");
      field("score_step", &Weights::score_step, "Move score: bringing the nearest cube closer.");
      field("score_capture", &Weights::score_capture, "Move score: capturing an enemy cube.");
      field("score_own", &Weights::score_own, "Move score: capturing one's own cube.");
    }
  };

  static constexpr double score_unit = 1;
  static constexpr bool ignores_roll = true;

  // The steps of the nearest cube to its goal, player 1's minus player 0's, the cubes, player 0's
  // minus player 1's, and the chances of player 0.
  [[nodiscard]] double evaluate(const Position& position) const noexcept {
    double value = 0;
    if (weights.steps != 0) {
      const int steps = ewn_steps::nearest<Rules>(position.side(1), 1) -
                        ewn_steps::nearest<Rules>(position.side(0), 0);
      value = weights.steps * (steps / 10.0);
    }
    if (weights.race != 0) {
      const double chances = mover_chances(position);
      value += weights.race * (position.to_move() == 0 ? chances : -chances);
    }
    if (weights.cubes != 0) {
      value += weights.cubes * (alive(position, 0) - alive(position, 1)) / 6;
    }
    return value;
  }

  // Only the player who moves can win, so no move loses.
  [[nodiscard]] double move_score(const Position& position, Move move) const noexcept {
    const int mover = position.to_move();
    Position next = position;
    next.play(move);
    double score = next.outcome() ? weights.score_win : 0;
    score += weights.score_step * (ewn_steps::nearest<Rules>(position.side(mover), mover) -
                                   ewn_steps::nearest<Rules>(next.side(mover), mover));
    if (alive(next, 1 - mover) < alive(position, 1 - mover)) score += weights.score_capture;
    if (alive(next, mover) < alive(position, mover)) score += weights.score_own;
    return score;
  }

  // A cube on the goal, or the last enemy cube taken.
  [[nodiscard]] std::optional<Move> winning_move(const Position& position) const noexcept {
    const int mover = position.to_move();
    const ewn::Squares& own = position.side(mover);
    const unsigned enemies = position.side(1 - mover).alive_set();
    const int goal = ewn_steps::goal<Rules>(mover);
    const int last =
        std::has_single_bit(enemies) ? position.side(1 - mover)[std::countr_zero(enemies)] : goal;
    const auto choice =
        ewn::choices[own.alive_set()][static_cast<std::size_t>(position.die().number())];
    for (const int cube : {choice.first, choice.second}) {
      const auto& ways = ewn_steps::direction<Rules>[static_cast<std::size_t>(mover)]
                                                    [static_cast<std::size_t>(own[cube])];
      for (const int target : {goal, last}) {
        const int direction = ways[static_cast<std::size_t>(target)];
        if (direction >= 0) return static_cast<Move>(8 * cube + direction);
      }
    }
    return std::nullopt;
  }

  // The first move along the diagonal towards the goal, else the first move.
  [[nodiscard]] Move final_move(DiagonalMove, const Position& position) const noexcept {
    const unsigned diagonal = ewn::ways[static_cast<std::size_t>(position.to_move())][2];
    MoveList list;
    position.legal_moves(list);
    for (const Move move : list) {
      if ((move & 7u) == diagonal) return move;
    }
    return list[0];
  }

  [[nodiscard]] double result(GradedResult rule, const Position& position,
                              Outcome outcome) const noexcept {
    double win = eliminated(position) ? rule.eliminate : rule.goal;
    if (rule.close != 0) win = std::max(0.5, win - rule.close * nearness(position, outcome));
    return outcome.winner == 0 ? win : 1 - win;
  }
  // Whether the game is over because the loser has no cube left.
  [[nodiscard]] bool eliminated(const Position& position) const noexcept {
    const auto outcome = position.outcome();
    return outcome && position.side(1 - outcome->winner).empty() &&
           !position.side(outcome->winner).covers(ewn_steps::goal<Rules>(outcome->winner));
  }

  Weights weights;

 private:
  [[nodiscard]] double mover_chances(const Position& position) const noexcept {
    if constexpr (Rules::rolls) {
      return ewn_odds::evaluation(position, weights.contact);
    } else {
      return ewn_cyclic_race::evaluation(position);
    }
  }
  // How near the loser was to its goal: 1 within a step, 0 if as far as a cube can be or without
  // cubes.
  static double nearness(const Position& position, Outcome outcome) noexcept {
    constexpr int farthest = std::max(Rules::rows, Rules::columns) - 1;
    const int loser = 1 - outcome.winner;
    const int steps = ewn_steps::nearest<Rules>(position.side(loser), loser);
    return std::max(0.0, static_cast<double>(farthest - steps) / (farthest - 1));
  }
  static int alive(const Position& position, int player) noexcept {
    return std::popcount(position.side(player).alive_set());
  }
};

template <class Rules>
struct KnowledgeOf<EwnGame<Rules>> {
  using type = EwnKnowledge<Rules>;
};

}  // namespace tesuji::knowledge
