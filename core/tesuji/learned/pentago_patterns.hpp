// The patterns of Pentago: how many near lines each player has with so many stones, the cells where
// several of them meet, the stones of every quadrant, and the number of stones. All but the last
// two have tables of their own for six stages of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/pentago.hpp"
#include "tesuji/knowledge/pentago_near_lines.hpp"
#include "tesuji/learned/patterns.hpp"

namespace tesuji::learned {

template <PentagoRules rules>
struct PatternsOf<Pentago<rules>> {
  using Position = Pentago<rules>;
  using Near = knowledge::NearLines<rules>;

  static constexpr std::string_view layout =
      "pentago 2: near lines and where they meet in 6 stages, quadrants";
  static constexpr std::size_t stages = 6;
  static constexpr std::size_t cells = 36;
  static constexpr std::size_t quadrant_states = 19683;

  // Tables of a stage: near lines with one, two and three stones of the mover alone, the same of
  // the opponent, where they meet, and all of this roughly.
  static constexpr std::size_t line_counts = 64;
  static constexpr std::size_t meetings = 8 * 4 * 2;  // see `Threes`
  static constexpr std::size_t threats = 4 * 4 * 4;   // cells that the mover must block
  static constexpr std::size_t meeting_at = 6 * line_counts;
  static constexpr std::size_t threat_at = meeting_at + 2 * meetings;
  static constexpr std::size_t stage_slots = threat_at + threats;
  static constexpr std::size_t winning = cells;  // after one slot per number of stones
  static constexpr std::size_t first_stage = winning + 1;
  static constexpr std::size_t first_quadrant = first_stage + stages * stage_slots;
  static constexpr std::size_t slots = first_quadrant + 4 * quadrant_states;

  // A mover with four stones in a near line wins, so nothing else counts.
  template <class Visit>
  static void for_each(const Position& position, Visit&& visit) noexcept {
    const auto mover = position.to_move();
    const std::uint64_t own = position.stones(mover);
    const std::uint64_t other = position.stones(1 - mover);
    const auto own_counts = Near::count_stones(own);
    const auto other_counts = Near::count_stones(other);
    const auto own_open = Near::open(own_counts, other_counts);
    if (!own_open[3].empty()) return visit(winning);
    const auto other_open = Near::open(other_counts, own_counts);
    const auto stones = static_cast<std::size_t>(std::popcount(own | other));
    visit(stones);
    const std::size_t first = first_stage + stones * stages / cells * stage_slots;
    for (std::size_t k = 0; k < 3; ++k) {
      visit(first + k * line_counts + capped(own_open[k].size(), line_counts));
      visit(first + (3 + k) * line_counts + capped(other_open[k].size(), line_counts));
    }
    const Threes mine(own_open[2], own);
    const Threes theirs(other_open[2], other);
    visit(first + meeting_at + mine.state());
    visit(first + meeting_at + meetings + theirs.state());
    const std::size_t blocks = capped(cells_to_block(other_open[3], other), 4);
    visit(first + threat_at + (capped(mine.twice(), 4) * 4 + capped(theirs.twice(), 4)) * 4 +
          blocks);
    for (std::size_t q = 0; q < 4; ++q) {
      const std::size_t state =
          ternary[own >> 16 * q & 0x1ff] + 2 * std::size_t{ternary[other >> 16 * q & 0x1ff]};
      visit(first_quadrant + q * quadrant_states + state);
    }
  }

  static std::size_t image(std::size_t slot, int symmetry) {
    if (slot < first_quadrant) return slot;
    const std::size_t at = slot - first_quadrant;
    return first_quadrant + image_in(quadrants(symmetry), at, quadrant_states);
  }

  // The same in all stages; quadrants by the numbers of both players' stones and the middle.
  static constexpr int coarse_count = static_cast<int>(stage_slots) + 10 * 10 * 3;
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_stage) return -1;
    if (slot < first_quadrant) return static_cast<int>((slot - first_stage) % stage_slots);
    std::array<int, 3> counts{};
    std::size_t state = (slot - first_quadrant) % quadrant_states;
    const auto middle = static_cast<int>(state / powers[4] % 3);
    for (; state > 0; state /= 3) ++counts[state % 3];
    return static_cast<int>(stage_slots) + (10 * counts[1] + counts[2]) * 3 + middle;
  }

 private:
  static std::size_t capped(int count, std::size_t end) noexcept {
    return std::min(static_cast<std::size_t>(count), end - 1);
  }

  // The cells that would make four of a player's near lines with three stones: a stone on a cell
  // where two of them meet makes two threats at once.
  class Threes {
   public:
    Threes(const typename Near::Set& lines, std::uint64_t stones) noexcept {
      lines.for_each([&](std::size_t line) {
        const std::uint64_t missing = Near::cells[line] & ~stones;
        four_ |= three_ & missing;
        three_ |= two_ & missing;
        two_ |= one_ & missing;
        one_ |= missing;
      });
    }
    [[nodiscard]] int twice() const noexcept { return std::popcount(two_); }
    // By cells where two, three and four near lines meet.
    [[nodiscard]] std::size_t state() const noexcept {
      return (capped(twice(), 8) * 4 + capped(std::popcount(three_), 4)) * 2 + (four_ != 0);
    }

   private:
    std::uint64_t one_ = 0;
    std::uint64_t two_ = 0;
    std::uint64_t three_ = 0;
    std::uint64_t four_ = 0;
  };
  // The cells that complete a near line of the opponent; full near lines count as one more.
  static int cells_to_block(const typename Near::Set& fours, std::uint64_t stones) noexcept {
    std::uint64_t missing = 0;
    bool full = false;
    fours.for_each([&](std::size_t line) {
      const std::uint64_t open = Near::cells[line] & ~stones;
      missing |= open;
      full = full || open == 0;
    });
    return std::popcount(missing) + full;
  }

  // A state is a number with a digit for each cell, the lowest cell first: 0 empty, 1 own stone,
  // 2 stone of the opponent.
  static constexpr std::array<std::size_t, 9> powers = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
  // The state of a quadrant with these own stones alone.
  static constexpr std::array<std::uint16_t, pentago::patterns> ternary = [] {
    std::array<std::uint16_t, pentago::patterns> result{};
    for (std::size_t pattern = 0; pattern < result.size(); ++pattern) {
      for (std::size_t cell = 0; cell < 9; ++cell) {
        if (pattern >> cell & 1) {
          result[pattern] = static_cast<std::uint16_t>(result[pattern] + powers[cell]);
        }
      }
    }
    return result;
  }();
  static std::size_t rank(std::uint64_t set, int cell) noexcept {
    return static_cast<std::size_t>(std::popcount(set & (bit(cell) - 1)));
  }

  // Where a symmetry takes a set of cells, and each of its digits.
  struct Image {
    std::size_t set = 0;
    std::size_t size = 0;
    std::array<std::size_t, 9> powers_of{};
  };
  using Images = std::vector<Image>;

  template <class Sets>
  static Images images(const Sets& sets, int symmetry) {
    Images result;
    const auto image_of = [&](int cell) {
      return Position().transformed_move(static_cast<Move>(8 * cell), symmetry) >> 3;
    };
    for (const std::uint64_t set : sets) {
      std::uint64_t moved = 0;
      for_each_bit(set, [&](int cell) { moved |= bit(image_of(cell)); });
      Image image;
      while (sets[image.set] != moved) ++image.set;
      for_each_bit(set, [&](int cell) {
        image.powers_of[image.size++] = powers[rank(moved, image_of(cell))];
      });
      result.push_back(image);
    }
    return result;
  }
  static const Images& quadrants(int symmetry) {
    static constexpr std::array<std::uint64_t, 4> sets = {0x1ff, 0x1ffull << 16, 0x1ffull << 32,
                                                          0x1ffull << 48};
    static const std::vector<Images> all = [] {
      std::vector<Images> each;
      for (int s = 0; s < Position::symmetry_count; ++s) each.push_back(images(sets, s));
      return each;
    }();
    return all[static_cast<std::size_t>(symmetry)];
  }
  static std::size_t image_in(const Images& images, std::size_t slot, std::size_t states) {
    const Image& image = images[slot / states];
    std::size_t state = slot % states;
    std::size_t moved = 0;
    for (std::size_t digit = 0; digit < image.size; ++digit, state /= 3) {
      moved += state % 3 * image.powers_of[digit];
    }
    return image.set * states + moved;
  }
};

}  // namespace tesuji::learned
