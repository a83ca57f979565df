// Colosseum against simple rules that store the walls on all four sides of every cell.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "subjects.hpp"

using namespace subjects;

namespace {

struct PlainBoard {
  int size;
  std::array<std::array<std::array<bool, 4>, 12>, 12> wall{};
  std::array<Cell, 2> player{};
  int to_move = 0;

  bool& wall_at(Cell cell, int d) {
    return wall.at(static_cast<std::size_t>(cell.row))
        .at(static_cast<std::size_t>(cell.column))
        .at(static_cast<std::size_t>(d));
  }
  static Cell step(Cell cell, int d) {
    return {cell.row + (d == 2) - (d == 0), cell.column + (d == 1) - (d == 3)};
  }
  int number(Cell cell) const { return cell.row * size + cell.column; }

  template <class G>
  explicit PlainBoard(const G& position) : size(position.size()) {
    for (int i = 0; i < size * size; ++i) {
      for (int d = 0; d < 4; ++d) {
        const Cell cell{i / size, i % size};
        wall_at(cell, d) = !position.is_open(cell, d);
      }
    }
    player = {position.cell(0), position.cell(1)};
    to_move = position.to_move();
  }

  // Steps from `from` to every cell, -1 if there is no way; `closed` cannot be entered.
  std::vector<int> distances(Cell from, const Cell* closed) {
    std::vector<int> result(static_cast<std::size_t>(size * size), -1);
    std::vector<Cell> queue = {from};
    result[static_cast<std::size_t>(number(from))] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const Cell cell = queue[head];
      const int here = result[static_cast<std::size_t>(number(cell))];
      for (int d = 0; d < 4; ++d) {
        const Cell next = step(cell, d);
        if (wall_at(cell, d) || (closed && next == *closed)) continue;
        int& distance = result[static_cast<std::size_t>(number(next))];
        if (distance >= 0) continue;
        distance = here + 1;
        queue.push_back(next);
      }
    }
    return result;
  }
  std::vector<std::string> moves() {
    const auto own = static_cast<std::size_t>(to_move);
    const std::vector<int> far = distances(player[own], &player[1 - own]);
    std::vector<std::string> result;
    for (int i = 0; i < size * size; ++i) {
      const Cell cell{i / size, i % size};
      if (far[static_cast<std::size_t>(i)] < 0 || far[static_cast<std::size_t>(i)] > (size + 1) / 2)
        continue;
      for (int d = 0; d < 4; ++d) {
        if (!wall_at(cell, d)) result.push_back(cell_name(cell) + "urdl"[d]);
      }
    }
    return result;
  }
  void play(const std::string& move) {
    Reader reader(move);
    const Cell cell = reader.cell(size, size);
    const int d = static_cast<int>(std::string("urdl").find(reader.take()));
    player.at(static_cast<std::size_t>(to_move)) = cell;
    wall_at(cell, d) = true;
    wall_at(step(cell, d), d ^ 2) = true;
    to_move ^= 1;
  }
  // Region sizes of both players once they are separated.
  std::optional<std::pair<int, int>> regions() {
    const std::vector<int> first = distances(player[0], nullptr);
    if (first[static_cast<std::size_t>(number(player[1]))] >= 0) return std::nullopt;
    const std::vector<int> second = distances(player[1], nullptr);
    const auto in_reach = [](int distance) { return distance >= 0; };
    return std::pair{static_cast<int>(std::count_if(first.begin(), first.end(), in_reach)),
                     static_cast<int>(std::count_if(second.begin(), second.end(), in_reach))};
  }
};

template <class G>
std::vector<std::string> move_texts(const G& position) {
  std::vector<std::string> result;
  for (Move move : moves_of(position)) result.push_back(G::move_text(move));
  return result;
}

template <class G>
void check_against_plain_board(G position, Rng& rng) {
  PlainBoard plain(position);
  for (;;) {
    CHECK(position.cell(0) == plain.player[0] && position.cell(1) == plain.player[1]);
    CHECK(PlainBoard(position).wall == plain.wall);
    const auto regions = plain.regions();
    const auto outcome = position.outcome();
    CHECK_EQ(outcome.has_value(), regions.has_value());
    if (outcome) {
      const int difference = regions->first - regions->second;
      CHECK_EQ(position.score(), difference);
      CHECK_EQ(outcome->winner, difference == 0 ? draw : difference < 0);
      CHECK_EQ(outcome->reason, difference == 0);
      return;
    }
    CHECK(move_texts(position) == plain.moves());
    const Move move = position.random_move(rng);
    position.play(move);
    plain.play(G::move_text(move));
  }
}

// Subjects of one width for every size that fits.
template <class G, class Visit>
void for_every_size(int largest, Visit&& visit) {
  for (int size = 4; size <= largest; ++size) {
    const check::Context context("size " + std::to_string(size));
    visit(colosseum_of<G>("colosseum", size));
  }
}

template <class G>
void check_start(int size, int pairs, Rng& rng) {
  const G position = G::start(size, pairs, rng);
  CHECK(!position.outcome());
  CHECK_EQ(position.size(), size);
  CHECK_EQ(position.to_move(), 0);
  const Cell a = position.cell(0);
  CHECK(position.cell(1) == (Cell{size - 1 - a.row, size - 1 - a.column}));
  CHECK(position.cell(1) != a);
  int walls = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (int d = 0; d < 4; ++d) {
        const Cell image{size - 1 - row, size - 1 - column};
        CHECK_EQ(position.is_open({row, column}, d), position.is_open(image, d ^ 2));
        walls += !position.is_open({row, column}, d);
      }
    }
  }
  // Each inner wall was counted from both of its sides, the border from one.
  CHECK_EQ(walls, 4 * pairs + 4 * size);
}

}  // namespace

TEST_CASE(colosseum_games_follow_the_rules_page) {
  const auto check_games = [](const auto& subject) {
    for (int game = 0; game < 20; ++game) {
      Rng rng(static_cast<std::uint64_t>(game));
      check_against_plain_board(subject.start(rng), rng);
    }
  };
  for_every_size<NarrowColosseum>(8, check_games);
  for_every_size<WideColosseum>(12, check_games);
}

// `play` floods only when the wall meets others at both ends; reading the text always floods.
TEST_CASE(colosseum_end_is_never_missed) {
  const auto check_ends = [](const auto& subject) {
    walks(subject, 100, [&](const auto& position) {
      CHECK(subject.parse(position.text()).outcome() == position.outcome());
      if (position.outcome()) return;
      const Move first = moves_of(position)[0];
      const auto next = acted(position, first);
      CHECK(subject.parse(next.text()) == next);
    });
  };
  for_every_size<NarrowColosseum>(8, check_ends);
  for_every_size<WideColosseum>(12, check_ends);
}

TEST_CASE(colosseum_starts_are_fair) {
  Rng rng(1);
  for (int size = 4; size <= 12; ++size) {
    const check::Context context("size " + std::to_string(size));
    for (int pairs : {0, size / 2 - 1, colosseum::longest_walk(size)}) {
      for (int i = 0; i < 50; ++i) {
        check_start<WideColosseum>(size, pairs, rng);
        if (size <= 8) check_start<NarrowColosseum>(size, pairs, rng);
      }
    }
  }
}

TEST_CASE(colosseum_widths_play_the_same_game) {
  for (int size = 4; size <= 8; ++size) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng narrow_rng(seed);
      Rng wide_rng(seed);
      auto narrow = NarrowColosseum::start(size, size / 2 - 1, narrow_rng);
      auto wide = WideColosseum::start(size, size / 2 - 1, wide_rng);
      for (;;) {
        CHECK_EQ(narrow.text(), wide.text());
        CHECK(narrow.outcome() == wide.outcome());
        if (narrow.outcome()) break;
        CHECK(moves_of(narrow) == moves_of(wide));
        const Move move = narrow.random_move(narrow_rng);
        CHECK_EQ(wide.random_move(wide_rng), move);
        narrow.play(move);
        wide.play(move);
      }
    }
  }
}

TEST_CASE(colosseum_longest_walks) {
  const std::array<int, 7> page = {3, 4, 4, 5, 5, 6, 6};
  for (int size = 6; size <= 12; ++size) {
    CHECK_EQ(colosseum::longest_walk(size), page[static_cast<std::size_t>(size - 6)]);
  }
}

// The position with the most moves: 12x12, open, the mover in the middle. There are 85 cells within
// six steps of f6, some of them off the board, and at most 324 moves, as move.hpp says.
TEST_CASE(colosseum_open_board_fits_the_move_list) {
  int most = 0;
  for (int cell = 0; cell < 144; ++cell) {
    for (int other = 0; other < 144; ++other) {
      if (cell == other) continue;
      const std::string text =
          cell_name({cell / 12, cell % 12}) + ' ' + cell_name({other / 12, other % 12}) + " v -";
      most = std::max(most, WideColosseum::parse(text, 12).move_count());
    }
  }
  CHECK_EQ(most, 324);
}

TEST_CASE(colosseum_mover_can_lose_by_its_own_wall) {
  // Violet in the corner a1 of 4x4 with a wall below closes itself in.
  const auto position = NarrowColosseum::parse("a1 d4 v a1d", 4);
  CHECK(!position.outcome());
  const auto next = acted(position, NarrowColosseum::parse_move("a1r"));
  CHECK(next.outcome() == (Outcome{1, 0}));
  CHECK_EQ(next.score(), 1 - 15);
  CHECK_EQ(next.text(), "a1 d4 o a1r,a1d");
}

TEST_CASE(colosseum_equal_regions_tie) {
  const auto position = NarrowColosseum::parse("a1 d4 v a2d,b2d,c2d", 4);
  const auto next = NarrowColosseum::parse("a1 d4 v a2d,b2d,c2d,d2d", 4);
  CHECK(!position.outcome());
  CHECK(next.outcome() == (Outcome{draw, 1}));
  CHECK_EQ(next.score(), 0);
}

// A third region counts for no player, and splitting one off does not end the game.
TEST_CASE(colosseum_third_regions_count_for_nobody) {
  const auto third = NarrowColosseum::parse("b1 d4 v a1d,a1r", 4);
  CHECK(!third.outcome());
  const auto over = NarrowColosseum::parse("b1 d4 o a1d,a1r,a2d,b2d,c2d,d2d", 4);
  CHECK(over.outcome() == (Outcome{1, 0}));
  CHECK_EQ(over.score(), 7 - 8);
}

TEST_CASE(colosseum_opponent_blocks_the_way) {
  // A corridor along row 1: Orange on b1 stands in Violet's only way out of a1.
  const auto position = NarrowColosseum::parse("a1 b1 v a1d,b1d", 4);
  CHECK(move_texts(position) == std::vector<std::string>{"a1r"});
}
