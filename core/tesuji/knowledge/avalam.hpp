// Knowledge of Avalam: the values of towers, a score for moves, and a rollout rule.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>

#include "tesuji/base/rng.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"
#include "tesuji/knowledge/avalam_towers.hpp"
#include "tesuji/knowledge/knowledge_of.hpp"

namespace tesuji::knowledge {

struct AvalamKnowledge {
  struct Weights {
    double five = 1.55;
    double isolated = 1.5;
    double other = 1;
    bool groups = true;
    bool mixed = false;
    double group_five = 1.55;
    double group = 1.5;
    double table = 0;
    double rank_isolated = 5;
    double rank_height = 1;
    double rank_cover = 2.5;
    double roll_five = 1.55;
    double roll_isolated = 1.5;
    double roll_other = 1;
    double roll_cover = 1;
    double roll_risk = 0.5;

    template <class Field>
    static void each(Field&& field) {
      field("five", &Weights::five, "A tower of five.");
      field("isolated", &Weights::isolated, "A tower with no neighbour to join.");
      field("other", &Weights::other, "Any other tower.");
      field("groups", &Weights::groups,
            "Count an isolated one-colour group that fits into one tower as one.");
      field("mixed", &Weights::mixed,
            "Count isolated groups of both colours too, for the colour with more towers.");
      field("group_five", &Weights::group_five, "Such a group whose heights sum to five.");
      field("group", &Weights::group, "Any other such group.");
      field("table", &Weights::table,
            "Fitted values of towers by height, neighbours to join and turn.");
      field("rank_isolated", &Weights::rank_isolated,
            "Move ranking: for each tower that the move isolates.");
      field("rank_height", &Weights::rank_height,
            "Move ranking: for each counter of the new tower.");
      field("rank_cover", &Weights::rank_cover,
            "Move ranking: against covering the colour that moves.");
      field("roll_five", &Weights::roll_five, "Rollouts: for building a tower of five.");
      field("roll_isolated", &Weights::roll_isolated, "Rollouts: for building an isolated tower.");
      field("roll_other", &Weights::roll_other, "Rollouts: for building any other tower.");
      field("roll_cover", &Weights::roll_cover, "Rollouts: against covering one's own colour.");
      field("roll_risk", &Weights::roll_risk,
            "Rollouts: against a new tower that the opponent can take.");
    }
  };

  static constexpr double score_unit = 10;
  static constexpr double points_of_a_win = 50;  // a lead of this many towers evaluates to 1
  // The game is over when no live edge is left, and a move removes only edges at its two towers: at
  // most eight each, one of them shared. With more than 15 live edges no move can end the game.
  static constexpr int most_last_moves = 30;

  // Yellow's towers minus Red's, each weighted by its kind or by the fitted table.
  [[nodiscard]] double evaluate(const Avalam& position) const noexcept {
    if (counts_towers()) return position.score() / points_of_a_win;
    const Leads leads = counts_kinds() ? leads_of(position) : Leads{};
    const int fitted = weights.table != 0 ? towers::sum(position) : 0;
    return value_of(leads, position.to_move() == 0 ? fitted : -fitted);
  }

  // High towers of the mover's colour and newly isolated towers are good; covering the colour that
  // moves is bad.
  [[nodiscard]] double move_score(const Avalam& position, Move move) const noexcept {
    const int from = move >> 6;
    const int to = move & 63;
    Avalam next = position;
    next.play(move);
    const std::uint64_t alone = links::movable(position.live()) & ~links::movable(next.live()) &
                                next.occupied() & ~next.fives();
    const std::uint64_t red = next.red();
    const int difference =
        2 * std::popcount(alone & (position.to_move() == 1 ? red : ~red)) - std::popcount(alone);
    const int sign = sign_for(position, from);
    double score = sign * weights.rank_height * next.height(to);
    score += difference * weights.rank_isolated;
    if (position.red_on_top(from) == position.red_on_top(to)) score -= sign * weights.rank_cover;
    return score;
  }

  [[nodiscard]] std::optional<Move> winning_move(const Avalam& position) const noexcept {
    if (position.move_count() > most_last_moves) return std::nullopt;
    MoveList list;
    position.legal_moves(list);
    for (const Move move : list) {
      if (leaves_edges(position.live(), move)) continue;
      Avalam next = position;
      next.play(move);
      const auto outcome = next.outcome();
      if (outcome && outcome->winner == position.to_move()) return move;
    }
    return std::nullopt;
  }

  // The score of a move in rollouts: the tower it builds, minus what it covers and risks.
  [[nodiscard]] double roll_score(const Avalam& position, Move move) const noexcept {
    const int from = move >> 6;
    const int to = move & 63;
    const int height = position.height(from) + position.height(to);
    const std::uint64_t near = links::neighbours[static_cast<std::size_t>(to)] & ~bit(from) &
                               position.occupied() &
                               ~position.higher_than(avalam::max_height - height);
    const bool is_red = position.red_on_top(from);
    const std::uint64_t takers = near & (is_red ? ~position.red() : position.red());
    const int sign = sign_for(position, from);
    double score = sign * (height == avalam::max_height ? weights.roll_five
                           : near == 0                  ? weights.roll_isolated
                                                        : weights.roll_other);
    if (sign_for(position, to) > 0) score -= weights.roll_cover;
    if (takers != 0) score -= sign * weights.roll_risk;
    return score;
  }

  // With probability `greedy`, the best move by `roll_score` of `k` random towers, drawn with
  // replacement; among equals the first by draw, then by target cell. Otherwise a random move of
  // a random tower, which is not uniform over the moves. Only towers that can move are drawn.
  [[nodiscard]] Move rollout_move(EpsGreedyRollout rule, const Avalam& position,
                                  Rng& rng) const noexcept {
    const std::uint64_t movable = links::movable(position.live());
    const bool is_greedy = static_cast<double>(rng.next() >> 11) * 0x1p-53 < rule.greedy;
    if (is_greedy && rule.k > 0) return best_of(position, movable, rng, rule.k);
    const int from = draw(movable, rng);
    return code(from, draw(links::targets(position.live(), from), rng));
  }

  class MoveValues;  // in avalam_move_values.hpp

  Weights weights;

 private:
  static Move code(int from, int to) noexcept { return static_cast<Move>(from << 6 | to); }
  static int draw(std::uint64_t cells, Rng& rng) noexcept {
    return nth_bit(cells,
                   static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(cells)))));
  }
  // 1 if the player to move owns the tower's top, else -1.
  static int sign_for(const Avalam& position, int cell) noexcept {
    return 1 - 2 * (static_cast<int>(position.red_on_top(cell)) ^ position.to_move());
  }
  [[nodiscard]] bool counts_towers() const noexcept {
    return weights.five == 1 && weights.isolated == 1 && weights.other == 1 && !weights.groups &&
           weights.table == 0;
  }
  // Whether any weight but the table counts.
  [[nodiscard]] bool counts_kinds() const noexcept {
    return weights.five != 0 || weights.isolated != 0 || weights.other != 0 || weights.groups;
  }

  // How many more of the cells are `ours` than not.
  static int lead(std::uint64_t cells, std::uint64_t ours) noexcept {
    return 2 * std::popcount(cells & ours) - std::popcount(cells);
  }

  // By how many towers of each kind Yellow leads.
  struct Leads {
    int fives = 0;
    int isolated = 0;
    int full_groups = 0;  // whose heights sum to five
    int groups = 0;
    int others = 0;
  };
  // `fitted` is the sum of the table for Yellow.
  [[nodiscard]] double value_of(const Leads& leads, int fitted) const noexcept {
    const double kinds = weights.five * leads.fives + weights.isolated * leads.isolated +
                         weights.group_five * leads.full_groups + weights.group * leads.groups +
                         weights.other * leads.others;
    const double sum = kinds + weights.table * fitted / towers::unit;
    return std::clamp(sum / points_of_a_win, -1.0, 1.0);
  }

  [[nodiscard]] Leads leads_of(const Avalam& position) const noexcept {
    std::uint64_t grouped = 0;
    return leads_of(position, links::movable(position.live()), grouped);
  }
  // Also fills in the towers in groups that count as one.
  [[nodiscard]] Leads leads_of(const Avalam& position, std::uint64_t movable,
                               std::uint64_t& grouped) const noexcept {
    const std::uint64_t yellow = ~position.red();
    const std::uint64_t fives = position.fives();
    Leads leads;
    leads.fives = lead(fives, yellow);
    leads.isolated = lead(position.occupied() & ~movable & ~fives, yellow);
    if (weights.groups) grouped = find_groups(position, movable, leads);
    leads.others = lead(movable & ~grouped, yellow);
    return leads;
  }
  // Counts the groups and returns their towers. Only towers without a live edge to the other
  // colour are in one, unless colours may mix, so these are where it looks.
  [[nodiscard]] std::uint64_t find_groups(const Avalam& position, std::uint64_t movable,
                                          Leads& leads) const noexcept {
    std::uint64_t plain = movable;
    if (!weights.mixed) plain &= ~links::colour_borders(position.live(), position.red());
    if (plain == 0) return 0;
    const std::uint64_t yellow = ~position.red();
    std::uint64_t grouped = 0;
    while (plain != 0) {
      const int cell = std::countr_zero(plain);
      const std::uint64_t own = (yellow >> cell & 1) != 0 ? yellow : ~yellow;
      const links::Group group = links::group_of(
          cell, weights.mixed ? ~std::uint64_t{0} : own,
          [&](int at) { return position.height(at); },
          [&](int at) { return links::targets(position.live(), at); });
      plain &= ~group.cells;
      if (!group.counts) continue;
      grouped |= group.cells;
      const int more = lead(group.cells, yellow);
      count(group, more > 0 ? 1 : more < 0 ? -1 : 0, leads);
    }
    return grouped;
  }
  static void count(const links::Group& group, int sign, Leads& leads) noexcept {
    (group.height == avalam::max_height ? leads.full_groups : leads.groups) += sign;
  }

  // Whether the move leaves a live edge: one that touches neither of its cells.
  static bool leaves_edges(const avalam::Edges& live, Move move) noexcept {
    const avalam::Edges& from = avalam::geometry.touching[move >> 6];
    const avalam::Edges& to = avalam::geometry.touching[move & 63];
    std::uint64_t left = 0;
    for (std::size_t d = 0; d < avalam::directions; ++d) left |= live[d] & ~(from[d] | to[d]);
    return left != 0;
  }

  [[nodiscard]] Move best_of(const Avalam& position, std::uint64_t movable, Rng& rng,
                             int k) const noexcept {
    assert(movable != 0);
    std::uint64_t seen = 0;
    Move best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (int drawn = 0; drawn < k; ++drawn) {
      const int from = draw(movable, rng);
      if (seen >> from & 1) continue;
      seen |= bit(from);
      for_each_bit(links::targets(position.live(), from), [&](int to) {
        const double score = roll_score(position, code(from, to));
        if (score <= most) return;
        best = code(from, to);
        most = score;
      });
    }
    return best;
  }
};

template <>
struct KnowledgeOf<Avalam> {
  using type = AvalamKnowledge;
};

}  // namespace tesuji::knowledge

#include "tesuji/knowledge/avalam_move_values.hpp"
