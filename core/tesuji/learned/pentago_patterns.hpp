// The patterns of Pentago: every near line with the stones on its five cells, every quadrant with
// the stones on its nine, and the number of stones. Near lines have tables of their own for the
// beginning, the middle and the end of the game.
#pragma once

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

  static constexpr std::string_view layout = "pentago 1: near lines in 3 stages, quadrants";
  static constexpr int stages = 3;
  static constexpr int cells = 36;
  static constexpr std::size_t line_states = 243;
  static constexpr std::size_t quadrant_states = 19683;
  static constexpr std::size_t line_slots = Near::count * line_states;
  static constexpr std::size_t first_line = cells;  // after one slot per number of stones
  static constexpr std::size_t first_quadrant = first_line + stages * line_slots;
  static constexpr std::size_t slots = first_quadrant + 4 * quadrant_states;

  template <class Visit>
  static void for_each(const Position& position, Visit&& visit) noexcept {
    const auto mover = position.to_move();
    const std::uint64_t own = position.stones(mover);
    const std::uint64_t other = position.stones(1 - mover);
    const auto stones = static_cast<std::size_t>(std::popcount(own | other));
    visit(stones);

    LineStates states = line_parts()[0][own & 0x1ff];
    for (std::size_t q = 1; q < 4; ++q) add(states, line_parts()[q][own >> 16 * q & 0x1ff]);
    for (std::size_t q = 0; q < 4; ++q) {
      const LineStates& part = line_parts()[q][other >> 16 * q & 0x1ff];
      add(states, part);
      add(states, part);
    }
    std::size_t slot = first_line + stones * stages / cells * line_slots;
    for (std::size_t line = 0; line < Near::count; ++line, slot += line_states) {
      visit(slot + states[line]);
    }
    for (std::size_t q = 0; q < 4; ++q) {
      const std::size_t state =
          ternary[own >> 16 * q & 0x1ff] + 2 * std::size_t{ternary[other >> 16 * q & 0x1ff]};
      visit(first_quadrant + q * quadrant_states + state);
    }
  }

  static std::size_t image(std::size_t slot, int symmetry) {
    if (slot < first_line) return slot;
    if (slot >= first_quadrant) {
      const std::size_t at = slot - first_quadrant;
      return first_quadrant + image_in(quadrants(symmetry), at, quadrant_states);
    }
    const std::size_t at = slot - first_line;
    const std::size_t stage = at / line_slots * line_slots;
    return first_line + stage + image_in(near_lines(symmetry), at % line_slots, line_states);
  }

  // Near lines by stage and the numbers of both players' stones.
  static constexpr int coarse_count = stages * 36;
  static int coarse(std::size_t slot) noexcept {
    if (slot < first_line || slot >= first_quadrant) return -1;
    const std::size_t at = slot - first_line;
    int own = 0;
    int other = 0;
    for (std::size_t state = at % line_states; state > 0; state /= 3) {
      own += state % 3 == 1;
      other += state % 3 == 2;
    }
    return static_cast<int>(at / line_slots) * 36 + 6 * own + other;
  }

 private:
  // A state is a number with a digit for each cell, the lowest cell first: 0 empty, 1 own stone,
  // 2 stone of the opponent. The states of all near lines are a sum over the quadrants.
  using LineStates = std::array<std::uint8_t, 16 * ((Near::count + 15) / 16)>;
  using LineParts = std::array<std::array<LineStates, pentago::patterns>, 4>;

  static void add(LineStates& sum, const LineStates& part) noexcept {
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] = static_cast<std::uint8_t>(sum[i] + part[i]);
    }
  }
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
  static const LineParts& line_parts() noexcept { return parts_; }
  static LineParts make_line_parts() noexcept {
    LineParts parts{};
    for (std::size_t q = 0; q < 4; ++q) {
      for (std::size_t pattern = 0; pattern < pentago::patterns; ++pattern) {
        for (std::size_t line = 0; line < Near::count; ++line) {
          const std::uint64_t stones = std::uint64_t{pattern} << 16 * q & Near::cells[line];
          for_each_bit(stones, [&](int cell) {
            auto& state = parts[q][pattern][line];
            state = static_cast<std::uint8_t>(state + powers[rank(Near::cells[line], cell)]);
          });
        }
      }
    }
    return parts;
  }
  inline static const LineParts parts_ = make_line_parts();

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
  static const Images& near_lines(int symmetry) {
    static const std::vector<Images> all = [] {
      std::vector<Images> each;
      for (int s = 0; s < Position::symmetry_count; ++s) each.push_back(images(Near::cells, s));
      return each;
    }();
    return all[static_cast<std::size_t>(symmetry)];
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
