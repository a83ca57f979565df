// The evaluations after the moves of an Avalam position, found without making them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "tesuji/games/avalam.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/avalam_links.hpp"
#include "tesuji/knowledge/avalam_towers.hpp"

namespace tesuji::knowledge {

// A move changes only its two towers, their neighbours and the groups that these are in.
class AvalamKnowledge::MoveValues {
 public:
  // What is given must outlive this.
  MoveValues(const AvalamKnowledge& knowledge, const Avalam& position) noexcept
      : knowledge_(knowledge), position_(position), yellow_(~position.red()) {
    if (knowledge.weights.table != 0) sums_.emplace(position);
    if (!knowledge.counts_kinds()) return;
    for (int limit = 0; limit < avalam::max_height - 1; ++limit) {
      low_[static_cast<std::size_t>(limit)] = position.occupied() & ~position.higher_than(limit);
    }
    low_[avalam::max_height - 1] = position.occupied() & ~position.fives();
    const std::uint64_t movable = links::movable(position.live());
    leads_ = knowledge.leads_of(position, movable, grouped_);
    for_each_bit(movable, [&](int cell) { add(cell); });
  }

  // At least this many moves are left to play.
  static int plies_left(const Avalam& position) noexcept {
    return (position.move_count() + most_last_moves - 1) / most_last_moves;
  }

  // Exactly `evaluate` of the position after the move.
  [[nodiscard]] double after(Move move) const noexcept {
    if (knowledge_.weights.mixed || (grouped_ >> (move >> 6) & 1) != 0) {
      Avalam next = position_;
      next.play(move);
      return knowledge_.evaluate(next);
    }
    int fitted = sums_ ? sums_->after(move >> 6, move & 63) : 0;
    if (position_.to_move() == 0) fitted = -fitted;
    if (!knowledge_.counts_kinds()) return knowledge_.value_of({}, fitted);
    const Change change(*this, move >> 6, move & 63);
    Leads leads = change.leads();
    if (knowledge_.weights.groups) change.find_groups(leads);
    return knowledge_.value_of(leads, fitted);
  }

 private:
  // A move of towers that are in no group, and what it does to the towers next to them.
  class Change {
   public:
    Change(const MoveValues& values, int from, int to) noexcept
        : v_(values),
          from_(from),
          to_(to),
          height_(v_.height_[static_cast<std::size_t>(from)] +
                  v_.height_[static_cast<std::size_t>(to)]),
          from_yellow_((v_.yellow_ >> from & 1) != 0),
          to_yellow_((v_.yellow_ >> to & 1) != 0) {
      const std::uint64_t others = ~(bit(from) | bit(to));
      const std::uint64_t near_from = v_.near_[static_cast<std::size_t>(from)] & others;
      const std::uint64_t near_to = v_.near_[static_cast<std::size_t>(to)] & others;
      after_ = near_to & v_.low_[static_cast<std::size_t>(avalam::max_height - height_)];
      only_from_ = near_from & ~near_to;
      only_to_ = near_to & ~after_ & ~near_from;
      both_ = near_to & ~after_ & near_from;
    }

    // The leads after the move, if no group appears.
    [[nodiscard]] Leads leads() const noexcept {
      const std::uint64_t alone =
          ((only_from_ | only_to_) & v_.degree_[1]) | (both_ & v_.degree_[2]);
      const int gone = lead(alone, v_.yellow_);
      const bool five = height_ == avalam::max_height;
      const bool isolated = !five && after_ == 0;
      Leads leads = v_.leads_;
      leads.fives += five ? sign() : 0;
      leads.isolated += gone + (isolated ? sign() : 0);
      leads.others += (to_yellow_ ? -1 : 1) - gone - (five || isolated ? sign() : 0);
      return leads;
    }

    // Counts groups that appear: the new tower with all its neighbours, or neighbours that lose
    // their last edges to the other colour.
    void find_groups(Leads& leads) const noexcept {
      const std::uint64_t colour = from_yellow_ ? v_.yellow_ : ~v_.yellow_;
      const bool same = from_yellow_ == to_yellow_;
      const auto& borders = v_.borders_;
      const bool joined = after_ != 0 && (after_ & ~(colour & borders[same ? 0 : 1])) == 0;
      std::uint64_t seeds = (only_from_ & cut(colour)) | (only_to_ & cut(same ? colour : ~colour));
      seeds |= both_ & (same ? (colour & borders[0]) | (~colour & borders[2]) : borders[1]);
      seeds = (seeds & v_.paired_) | (joined ? bit(to_) : 0);
      if (seeds != 0) find_groups(seeds, leads);
    }

   private:
    // Towers of this colour without an edge to the other, and others with one.
    [[nodiscard]] std::uint64_t cut(std::uint64_t colour) const noexcept {
      return (colour & v_.borders_[0]) | (~colour & v_.borders_[1]);
    }
    [[nodiscard]] int sign() const noexcept { return from_yellow_ ? 1 : -1; }

    void find_groups(std::uint64_t seeds, Leads& leads) const noexcept {
      const std::uint64_t yellow = from_yellow_ ? v_.yellow_ | bit(to_) : v_.yellow_ & ~bit(to_);
      const auto height = [&](int at) {
        return at == to_ ? height_ : int{v_.height_[static_cast<std::size_t>(at)]};
      };
      const auto near = [&](int at) {
        const std::uint64_t gone = bit(from_) | ((after_ >> at & 1) != 0 ? 0 : bit(to_));
        return at == to_ ? after_ : v_.near_[static_cast<std::size_t>(at)] & ~gone;
      };
      while (seeds != 0) {
        const int cell = std::countr_zero(seeds);
        const bool is_yellow = (yellow >> cell & 1) != 0;
        const links::Group group =
            links::group_of(cell, is_yellow ? yellow : ~yellow, height, near);
        seeds &= ~group.cells;
        if (!group.counts) continue;
        count(group, is_yellow ? 1 : -1, leads);
        leads.others -= lead(group.cells, yellow);
      }
    }

    const MoveValues& v_;
    int from_;
    int to_;
    int height_;
    bool from_yellow_;
    bool to_yellow_;
    std::uint64_t after_ = 0;      // towers that the new one can still be joined with
    std::uint64_t only_from_ = 0;  // towers that lose one edge: to the tower that left,
    std::uint64_t only_to_ = 0;    // or to the one that grew;
    std::uint64_t both_ = 0;       // and those that lose two
  };

  void add(int cell) noexcept {
    const auto index = static_cast<std::size_t>(cell);
    const int height = position_.height(cell);
    height_[index] = static_cast<std::int8_t>(height);
    const int room = avalam::max_height - height;
    const std::uint64_t near = links::neighbours[index] & low_[static_cast<std::size_t>(room)];
    const std::uint64_t others = near & ((yellow_ >> cell & 1) != 0 ? ~yellow_ : yellow_);
    near_[index] = near;
    degree_[static_cast<std::size_t>(std::min(std::popcount(near), 3))] |= bit(cell);
    borders_[static_cast<std::size_t>(std::min(std::popcount(others), 3))] |= bit(cell);
    paired_ |= others != near ? bit(cell) : 0;
  }

  const AvalamKnowledge& knowledge_;
  const Avalam& position_;
  std::uint64_t yellow_;
  std::uint64_t grouped_ = 0;
  std::optional<towers::SumsAfterMoves> sums_;
  Leads leads_;
  std::array<std::uint64_t, avalam::max_height> low_{};  // towers of at most this height
  std::array<std::uint64_t, 4> degree_{};                // by live edges: none, one, two, more
  std::array<std::uint64_t, 4> borders_{};               // by live edges to the other colour
  std::uint64_t paired_ = 0;  // those with a live edge to their own colour
  // Of the movable towers: which ones each can join, and its height.
  std::array<std::uint64_t, avalam::cells> near_;
  std::array<std::int8_t, avalam::cells> height_;
};

}  // namespace tesuji::knowledge
