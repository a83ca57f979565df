// EinStein wuerfelt nicht!: the die chooses the cube to move; a cube on the far corner wins. `Ewn`
// rolls the die; `EwnCyclic` reads it from a known cycle of 21 numbers.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tesuji/base/bits.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/text.hpp"
#include "tesuji/games/ewn_cubes.hpp"
#include "tesuji/games/ewn_dice.hpp"

namespace tesuji {

namespace ewn {

// The 6x7 board of the course: four directions per player, cubes 0 to 5.
struct CyclicRules {
  static constexpr int rows = 6;
  static constexpr int columns = 7;
  static constexpr int ways = 4;
  static constexpr int first_number = 0;
  // Both players use every number of the cycle, so numbers can only be reversed for both at once.
  static constexpr int symmetry_count = 2;
  static constexpr bool rolls = false;
  using Die = Cycle;
};

// The 5x5 board of the standard game: three directions per player, cubes 1 to 6.
struct StandardRules {
  static constexpr int rows = 5;
  static constexpr int columns = 5;
  static constexpr int ways = 3;
  static constexpr int first_number = 1;
  // Transposing the board (1), reversing Red's numbers (2), reversing Blue's (4).
  static constexpr int symmetry_count = 8;
  static constexpr bool rolls = true;
  using Die = Roll;
};

// The steps that stay on the board, as a set of indices into `ways`, for each player and square.
template <class Rules>
inline constexpr auto open_ways = [] {
  std::array<std::array<std::uint8_t, Rules::rows * Rules::columns>, 2> table{};
  for (std::size_t side = 0; side < 2; ++side) {
    for (int square = 0; square < Rules::rows * Rules::columns; ++square) {
      for (int way = 0; way < Rules::ways; ++way) {
        const Cell move = step[ways[side][static_cast<std::size_t>(way)]];
        const int row = square / Rules::columns + move.row;
        const int column = square % Rules::columns + move.column;
        if (row < 0 || row >= Rules::rows || column < 0 || column >= Rules::columns) continue;
        auto& open = table[side][static_cast<std::size_t>(square)];
        open = static_cast<std::uint8_t>(open | 1 << way);
      }
    }
  }
  return table;
}();

// Start squares along the rows: Red's corner triangle and its image under a half turn for Blue.
template <class Rules>
inline constexpr auto start_squares = [] {
  std::array<std::array<int, cubes>, 2> table{};
  constexpr std::array<Cell, cubes> triangle = {{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}}};
  for (std::size_t k = 0; k < cubes; ++k) {
    table[0][k] = triangle[k].row * Rules::columns + triangle[k].column;
    table[1][cubes - 1 - k] = Rules::rows * Rules::columns - 1 - table[0][k];
  }
  return table;
}();

}  // namespace ewn

// Move code: cube * 8 + compass direction. Event code: `event_base` + die.
template <class Rules>
class EwnGame {
 public:
  static constexpr std::array<std::string_view, 2> reasons = {"a cube reached the far corner",
                                                              "all enemy cubes are gone"};
  static constexpr int symmetry_count = Rules::symmetry_count;
  static constexpr Move event_base = 0x8000;
  static constexpr int squares = Rules::rows * Rules::columns;

  // Cube k of each player on its k-th start square; `start` draws the placement.
  EwnGame() noexcept {
    for (int cube = 0; cube < ewn::cubes; ++cube) {
      for (std::size_t side = 0; side < 2; ++side) {
        side_[side].set(cube, ewn::start_squares<Rules>[side][static_cast<std::size_t>(cube)]);
      }
    }
  }

  // A random placement of each player's cubes and, in the cyclic game, random dice.
  static EwnGame start(Rng& rng) noexcept {
    EwnGame position;
    for (std::size_t side = 0; side < 2; ++side) {
      std::array<int, ewn::cubes> places = ewn::start_squares<Rules>[side];
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        const auto left = static_cast<std::uint32_t>(ewn::cubes - cube);
        std::swap(places[static_cast<std::size_t>(cube)],
                  places[static_cast<std::size_t>(cube) + rng.below(left)]);
        position.side_[side].set(cube, places[static_cast<std::size_t>(cube)]);
      }
    }
    if constexpr (!Rules::rolls) {
      for (int i = 0; i < ewn::Cycle::length; ++i) {
        position.die_.set(i, static_cast<int>(rng.below(ewn::cubes)));
      }
    }
    return position;
  }

  [[nodiscard]] int to_move() const noexcept { return to_move_; }

  [[nodiscard]] bool is_chance() const noexcept
    requires Rules::rolls
  {
    return die_.pending() && end_ == 0;
  }
  [[nodiscard]] int event_count() const noexcept
    requires Rules::rolls
  {
    return ewn::cubes;
  }
  [[nodiscard]] Move event(int index) const noexcept
    requires Rules::rolls
  {
    return static_cast<Move>(event_base + index);
  }
  void play_event(Move event) noexcept
    requires Rules::rolls
  {
    assert(is_chance());
    die_.set(event - event_base);
  }

  // Smaller cube first, then in the order of `ways`.
  void legal_moves(MoveList& list) const noexcept {
    const auto [first, second] = choice();
    push_moves(list, first);
    if (second != first) push_moves(list, second);
  }
  [[nodiscard]] int move_count() const noexcept {
    const auto [first, second] = choice();
    return std::popcount(open(first)) + (second == first ? 0 : std::popcount(open(second)));
  }
  [[nodiscard]] Move nth_move(int n) const noexcept {
    const auto [first, second] = choice();
    return nth_of(first, second, both_open(first, second), n);
  }
  [[nodiscard]] Move random_move(Rng& rng) const noexcept {
    const auto [first, second] = choice();
    const unsigned both = both_open(first, second);
    const auto count = static_cast<std::uint32_t>(std::popcount(both));
    return nth_of(first, second, both, static_cast<int>(rng.below(count)));
  }

  void play(Move move) noexcept {
    const int cube = move >> 3;
    const Cell by = ewn::step[move & 7];
    ewn::Squares& own = side_[to_move_];
    ewn::Squares& enemy = side_[1 - to_move_];
    const int target = own[cube] + by.row * Rules::columns + by.column;
    assert(own.alive(cube) && target >= 0 && target < squares);
    own.remove(target);
    enemy.remove(target);
    own.set(cube, target);
    end_ = target == goal(to_move_) ? reached : enemy.empty() ? cleared : 0;
    to_move_ ^= 1;
    die_.advance();
  }

  // Only the player who has just moved can have won.
  [[nodiscard]] std::optional<Outcome> outcome() const noexcept {
    if (end_ == 0) return std::nullopt;
    return Outcome{static_cast<std::int8_t>(1 - to_move_), static_cast<std::uint8_t>(end_ - 1)};
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    return mix(side_[0].bytes() ^ mix(side_[1].bytes() ^ mix(2 * die_.word() + to_move_)));
  }
  friend bool operator==(const EwnGame&, const EwnGame&) = default;

  [[nodiscard]] const ewn::Squares& side(int player) const noexcept {
    return side_[static_cast<std::size_t>(player)];
  }
  [[nodiscard]] const typename Rules::Die& die() const noexcept { return die_; }

  [[nodiscard]] EwnGame transformed(int symmetry) const noexcept {
    EwnGame result = *this;
    for (int player = 0; player < 2; ++player) {
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        const int square = side(player)[cube];
        const bool alive = side(player).alive(cube);
        result.side_[static_cast<std::size_t>(player)].set(
            reversed(player, symmetry) ? ewn::cubes - 1 - cube : cube,
            alive && transposed(symmetry)
                ? square % Rules::columns * Rules::columns + square / Rules::columns
                : square);
      }
    }
    if (symmetry != 0) {
      result.die_.reverse_numbers(reversed(to_move_, symmetry), reversed(1 - to_move_, symmetry));
    }
    return result;
  }
  // Takes moves and events.
  [[nodiscard]] Move transformed_move(Move move, int symmetry) const noexcept {
    const bool reverse = reversed(to_move_, symmetry);
    if (move >= event_base) {
      return static_cast<Move>(reverse ? 2 * event_base + ewn::cubes - 1 - move : move);
    }
    const int cube = reverse ? ewn::cubes - 1 - (move >> 3) : move >> 3;
    // Transposing swaps south with east and north with west.
    const int direction = transposed(symmetry) ? (14 - (move & 7)) % 8 : move & 7;
    return static_cast<Move>(8 * cube + direction);
  }

  // The squares of Red's cubes in the order of their numbers (`--` for a captured cube), Blue's,
  // the player to move, and the die: `?` before the roll, `-` when the game is over; in the cyclic
  // game all 21 numbers, the next one first.
  [[nodiscard]] std::string text() const {
    std::string result;
    for (const ewn::Squares& side : side_) {
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        result += side.alive(cube) ? name(side[cube]) : "--";
      }
      result += ' ';
    }
    result += to_move_ == 0 ? "r " : "b ";
    if constexpr (Rules::rolls) {
      if (end_ != 0) return result + '-';
      return result + (die_.pending() ? '?' : digit(die_.number()));
    } else {
      for (int i = 0; i < ewn::Cycle::length; ++i) result += digit(die_.at(i));
      return result;
    }
  }

  static EwnGame parse(std::string_view text) {
    Reader reader(text);
    EwnGame position;
    std::uint64_t taken = 0;
    for (ewn::Squares& side : position.side_) {
      side = ewn::Squares{};
      for (int cube = 0; cube < ewn::cubes; ++cube) {
        if (reader.skip("--")) continue;
        const std::size_t column = reader.at();
        const Cell cell = reader.cell(Rules::rows, Rules::columns);
        const int square = cell.row * Rules::columns + cell.column;
        if (taken >> square & 1) Reader::refuse_at("two cubes on " + cell_name(cell), column);
        taken |= bit(square);
        side.set(cube, square);
      }
      reader.expect_space();
    }
    if (lower(reader.peek()) != 'r' && lower(reader.peek()) != 'b') {
      reader.fail("expected the side to move, r or b");
    }
    position.to_move_ = lower(reader.take()) == 'b';
    position.find_end();
    reader.expect_space();
    position.parse_die(reader);
    reader.expect_end();
    return position;
  }

  static bool is_code(Move move) noexcept {
    return Rules::rolls && move >= event_base ? move - event_base < ewn::cubes
                                              : move >> 3 < ewn::cubes;
  }
  // The cube's number and a compass direction, `3se`; an event is `d` and the die, `d4`.
  static std::string move_text(Move move) {
    if (move >= event_base) return std::string("d") + digit(move - event_base);
    return digit(move >> 3) + std::string(ewn::compass[move & 7]);
  }
  static Move parse_move(std::string_view text) {
    Reader reader(text);
    if constexpr (Rules::rolls) {
      if (reader.skip("d")) {
        const int die = parse_number(reader, "a die");
        reader.expect_end();
        return static_cast<Move>(event_base + die);
      }
    }
    const int cube = parse_number(reader, "a cube");
    // Two letters first: `ne` also starts with `n`.
    for (std::size_t length : {2u, 1u}) {
      for (std::size_t direction = 0; direction < 8; ++direction) {
        const std::string_view name = ewn::compass[direction];
        if (name.size() != length || !reader.skip(name)) continue;
        reader.expect_end();
        return static_cast<Move>(8 * cube + static_cast<int>(direction));
      }
    }
    reader.fail("expected a direction n, ne, e, se, s, sw, w or nw");
  }

 private:
  static constexpr std::uint8_t reached = 1;
  static constexpr std::uint8_t cleared = 2;

  static constexpr int goal(int player) noexcept { return player == 0 ? squares - 1 : 0; }
  static constexpr bool reversed(int player, int symmetry) noexcept {
    return Rules::rolls ? symmetry >> (1 + player) & 1 : symmetry == 1;
  }
  static constexpr bool transposed(int symmetry) noexcept { return Rules::rolls && symmetry & 1; }
  static char digit(int number) { return static_cast<char>('0' + Rules::first_number + number); }
  static std::string name(int square) {
    return cell_name({square / Rules::columns, square % Rules::columns});
  }
  static int parse_number(Reader& reader, std::string_view what) {
    const int low = Rules::first_number;
    const int number = reader.peek() - '0' - low;
    if (number < 0 || number >= ewn::cubes) {
      reader.fail("expected " + std::string(what) + " from " + std::to_string(low) + " to " +
                  std::to_string(low + ewn::cubes - 1));
    }
    reader.take();
    return number;
  }

  [[nodiscard]] ewn::Choice choice() const noexcept {
    assert(end_ == 0 && die_.number() >= 0);
    return ewn::choices[side_[to_move_].alive_set()][static_cast<std::size_t>(die_.number())];
  }
  [[nodiscard]] unsigned open(int cube) const noexcept {
    return ewn::open_ways<Rules>[to_move_][static_cast<std::size_t>(side_[to_move_][cube])];
  }
  // One set for both cubes: the second cube's ways are above the first's.
  [[nodiscard]] unsigned both_open(int first, int second) const noexcept {
    return second == first ? open(first) : open(first) | open(second) << 4;
  }
  [[nodiscard]] Move nth_of(int first, int second, unsigned both, int n) const noexcept {
    const int drawn = nth_bit(both, n);
    return code(drawn < 4 ? first : second, drawn & 3);
  }
  [[nodiscard]] Move code(int cube, int way) const noexcept {
    return static_cast<Move>(8 * cube + ewn::ways[to_move_][static_cast<std::size_t>(way)]);
  }
  void push_moves(MoveList& list, int cube) const noexcept {
    for_each_bit(open(cube), [&](int way) { list.push(code(cube, way)); });
  }

  // Sets `end_` from the squares; refuses final positions that no move leads to.
  void find_end() {
    const int winner = 1 - to_move_;
    const auto& won = side(winner);
    const auto& lost = side(to_move_);
    const char* player = to_move_ == 0 ? "Red" : "Blue";
    if (won.empty()) {
      Reader::refuse_at("the side that has just moved has no cubes, yet a move keeps its cube", 0);
    }
    if (lost.covers(goal(to_move_))) {
      Reader::refuse_at(
          std::string(player) + " stands on its goal, so " + player + " has won and is not to move",
          0);
    }
    end_ = won.covers(goal(winner)) ? reached : lost.empty() ? cleared : 0;
  }
  void parse_die(Reader& reader) {
    if constexpr (Rules::rolls) {
      if (end_ != 0) {
        reader.expect('-', "- for the die, because the game is over");
      } else if (!reader.skip('?')) {
        die_.set(parse_number(reader, "a die or ?"));
      }
    } else {
      for (int i = 0; i < ewn::Cycle::length; ++i) die_.set(i, parse_number(reader, "21 dice"));
    }
  }

  std::array<ewn::Squares, 2> side_{};
  typename Rules::Die die_{};
  std::uint8_t to_move_ = 0;
  std::uint8_t end_ = 0;  // 0, or 1 + the reason
};

using EwnCyclic = EwnGame<ewn::CyclicRules>;
using Ewn = EwnGame<ewn::StandardRules>;

}  // namespace tesuji
