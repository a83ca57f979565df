// Knowledge of Colosseum: the room each player has, where the players stand, and the moves that
// separate them.
#pragma once

#include <algorithm>
#include <optional>

#include "tesuji/games/colosseum.hpp"
#include "tesuji/knowledge/colosseum_features.hpp"
#include "tesuji/knowledge/colosseum_filter.hpp"
#include "tesuji/knowledge/colosseum_random_walk.hpp"
#include "tesuji/knowledge/colosseum_separations.hpp"
#include "tesuji/knowledge/colosseum_territory.hpp"
#include "tesuji/knowledge/colosseum_traps.hpp"
#include "tesuji/knowledge/knowledge_of.hpp"

namespace tesuji::knowledge {

template <class Board>
struct ColosseumKnowledge {
  using Position = Colosseum<Board>;

  struct Weights {
    double reach = 0.2;
    double area = 0.7;
    double turns = 0;
    double contest = 0;
    double ties = 0;
    double centre = 0;
    double edge = 0;
    double walls = 0;
    double score_moves = 0.6;
    double score_distance = 0.25;
    double score_centre = 0.15;
    double score_edge = 0;
    double score_walls = 0;

    template <class Field>
    static void each(Field&& field) {
      field("reach", &Weights::reach, "Share of the cells within one walk.");
      field("area", &Weights::area, "Share of the cells that a player reaches first.");
      field("turns", &Weights::turns,
            "Share of the cells, each counted 2^-D if a player reaches it in turn D.");
      field("contest", &Weights::contest,
            "How far `turns` counts only where cells are contested, and `area` where not: 0 to 1.");
      field("ties", &Weights::ties,
            "For the player to move: share of the cells that both reach in the same turn.");
      field("centre", &Weights::centre,
            "Nearness to the centre, less as the board fills with walls.");
      field("edge", &Weights::edge, "Against standing at the border.");
      field("walls", &Weights::walls, "Against a cell with two or more walls.");
      field("score_moves", &Weights::score_moves, "Move score: few moves for the adversary.");
      field("score_distance", &Weights::score_distance,
            "Move score: a short way to the adversary.");
      field("score_centre", &Weights::score_centre,
            "Move score: a short way to the centre, less later.");
      field("score_edge", &Weights::score_edge, "Move score: against ending at the border.");
      field("score_walls", &Weights::score_walls,
            "Move score: against ending next to two or more walls.");
    }
  };

  static constexpr double score_unit = 1;
  static constexpr double decided = 10;  // the score of a winning move

  // Cells within one walk, plus the features with a weight. With default weights the value stays
  // within 0.9.
  [[nodiscard]] double evaluate(const Position& position) const noexcept {
    double reach = 0;
    if (weights.reach != 0) {
      const int own = position.reachable(0).count();
      const int other = position.reachable(1).count();
      reach = weights.reach * (own - other) / (own + other);
    }
    return std::clamp(reach + other_features(position), -0.99, 0.99);
  }

  // The moves left to the opponent, and where the mover stands.
  [[nodiscard]] double move_score(const Position& position, Move move) const noexcept {
    const int mover = position.to_move();
    Position next = position;
    next.play(move);
    if (const auto outcome = next.outcome()) {
      return outcome->winner == draw ? 0 : outcome->winner == mover ? decided : -decided;
    }
    double against = 0;
    if (weights.score_moves != 0) {
      against += weights.score_moves * features::opponent_moves(next, mover);
    }
    if (weights.score_distance != 0) against += weights.score_distance * features::distance(next);
    if (weights.score_centre != 0) {
      against +=
          weights.score_centre * features::free_places(next) * features::from_centre(next, mover);
    }
    if (weights.score_edge != 0) against += weights.score_edge * features::at_edge(next, mover);
    if (weights.score_walls != 0) against += weights.score_walls * features::walled_in(next, mover);
    return -against;
  }

  [[nodiscard]] std::optional<Move> winning_move(const Position& position) const noexcept {
    return winning_move(position, position.to_move());
  }
  [[nodiscard]] std::optional<Move> threat(const Position& position) const noexcept {
    return winning_move(position, 1 - position.to_move());
  }

  // Moves into traps.
  using LostMoves = TrapMoves<Board>;
  [[nodiscard]] LostMoves lost_moves(const Position& position) const noexcept {
    return LostMoves(position);
  }

  void preferred_moves(const Position& position, MoveList& list) const noexcept {
    list_moves(preferred_sides(position), list);
  }
  [[nodiscard]] Move rollout_move(FilteredRollout, const Position& position,
                                  Rng& rng) const noexcept {
    return draw_move(preferred_sides(position), rng);
  }
  [[nodiscard]] Move rollout_move(WalkRollout, const Position& position, Rng& rng) const noexcept {
    return random_walk(position, rng);
  }

  // `mover` stands well with few moves left to the opponent and a short distance to them, off the
  // border and away from walls.
  [[nodiscard]] double value(MobilityValue rule, const Position& position,
                             int mover) const noexcept {
    const auto [moves, distance, edge, walls] = rule;
    if (const auto outcome = position.outcome()) {
      return outcome->winner == draw ? 0.5 : outcome->winner == mover ? 1 : 0;
    }
    const double all = moves + distance + edge + walls;
    if (all == 0) return 0.5;
    const double few = 1 - std::min(1.0, features::opponent_moves(position, mover));
    double value = moves * few + distance * (1 - features::distance(position));
    if (edge != 0) value += edge * (1 - features::at_edge(position, mover));
    if (walls != 0) value += walls * (1 - features::walled_in(position, mover));
    return value / all;
  }

  // Player 0's share of the two regions.
  [[nodiscard]] double result(AreaResult, const Position& position, Outcome) const noexcept {
    const int own = position.region(0).count();
    return static_cast<double>(own) / (own + position.region(1).count());
  }

  Weights weights;

 private:
  static std::optional<Move> winning_move(const Position& position, int mover) noexcept {
    const auto legal = separations::legal_sides(position, mover);
    std::optional<Move> found;
    separations::for_each_separating_move(position, mover, legal,
                                          [&](int cell, int direction, int margin) {
                                            if (margin > 0)
                                              found = separations::code<Board>(cell, direction);
                                            return !found.has_value();
                                          });
    return found;
  }
  // What `area`, `turns` and `ties` say.
  [[nodiscard]] double room(const Position& position) const noexcept {
    if (weights.turns == 0 && weights.ties == 0 && weights.contest == 0) {
      if (weights.area == 0) return 0;
      const auto [own, other] = features::areas(position);
      return weights.area * (own - other) / (own + other);
    }
    const auto [nearest, turns, tied, cells] = features::territory(position);
    const double contested = static_cast<double>(tied) / cells;
    const double area =
        static_cast<double>(nearest.first - nearest.second) / (nearest.first + nearest.second);
    const double early = (turns[0] - turns[1]) / (turns[0] + turns[1]);
    return weights.area * (1 - weights.contest * contested) * area +
           weights.turns * (1 - weights.contest * (1 - contested)) * early +
           (position.to_move() == 0 ? weights.ties : -weights.ties) * contested;
  }
  // Skips features whose weight is zero.
  [[nodiscard]] double other_features(const Position& position) const noexcept {
    double value = room(position);
    if (weights.centre != 0) {
      value += weights.centre * features::free_places(position) *
               (features::from_centre(position, 1) - features::from_centre(position, 0));
    }
    if (weights.edge != 0) {
      value += weights.edge * (features::at_edge(position, 1) - features::at_edge(position, 0));
    }
    if (weights.walls != 0) {
      value +=
          weights.walls * (features::walled_in(position, 1) - features::walled_in(position, 0));
    }
    return value;
  }
};

template <class Board>
struct KnowledgeOf<Colosseum<Board>> {
  using type = ColosseumKnowledge<Board>;
};

}  // namespace tesuji::knowledge
