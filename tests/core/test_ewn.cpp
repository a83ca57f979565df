// EinStein wuerfelt nicht! against simple rules, and the referee's example.
#include <algorithm>
#include <array>
#include <map>

#include "subjects.hpp"
#include "tesuji/base/perft.hpp"

using namespace subjects;

namespace {

// Cubes by player and number on their cells; the constructor takes what differs between variants.
struct PlainBoard {
  int rows;
  int columns;
  int ways;
  std::array<std::map<int, Cell>, 2> cubes;
  int to_move = 0;

  template <class G>
  PlainBoard(const G& position, int r, int c, int w) : rows(r), columns(c), ways(w) {
    for (int side = 0; side < 2; ++side) {
      for (int cube = 0; cube < 6; ++cube) {
        const int square = position.side(side)[cube];
        if (position.side(side).alive(cube)) {
          cubes[static_cast<std::size_t>(side)][cube] = {square / c, square % c};
        }
      }
    }
    to_move = position.to_move();
  }

  // Right, down, down-right, up-right for Red; the opposites for Blue.
  Cell target(Cell cell, int way) const {
    const std::array<Cell, 4> steps = {{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}};
    const int sign = to_move == 0 ? 1 : -1;
    const Cell by = steps.at(static_cast<std::size_t>(way));
    return {cell.row + sign * by.row, cell.column + sign * by.column};
  }
  std::vector<int> movable(int die) const {
    const auto& own = cubes.at(static_cast<std::size_t>(to_move));
    if (own.contains(die)) return {die};
    std::vector<int> result;
    const auto above = own.lower_bound(die);
    if (above != own.begin()) result.push_back(std::prev(above)->first);
    if (above != own.end()) result.push_back(above->first);
    return result;
  }
  // Pairs of cube and way.
  std::vector<std::pair<int, int>> moves(int die) const {
    std::vector<std::pair<int, int>> result;
    for (int cube : movable(die)) {
      for (int way = 0; way < ways; ++way) {
        const Cell to = target(cubes.at(static_cast<std::size_t>(to_move)).at(cube), way);
        if (to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns) {
          result.emplace_back(cube, way);
        }
      }
    }
    return result;
  }
  void play(int cube, int way) {
    auto& own = cubes.at(static_cast<std::size_t>(to_move));
    const Cell to = target(own.at(cube), way);
    for (auto& side : cubes) std::erase_if(side, [&](const auto& c) { return c.second == to; });
    own[cube] = to;
    to_move ^= 1;
  }
  std::optional<Outcome> outcome() const {
    for (const auto& [cube, cell] : cubes[0]) {
      if (cell == (Cell{rows - 1, columns - 1})) return Outcome{0, 0};
    }
    for (const auto& [cube, cell] : cubes[1]) {
      if (cell == (Cell{0, 0})) return Outcome{1, 0};
    }
    if (cubes[1].empty()) return Outcome{0, 1};
    if (cubes[0].empty()) return Outcome{1, 1};
    return std::nullopt;
  }
  bool same_cubes(const PlainBoard& other) const { return cubes == other.cubes; }
};

std::string text_of(int first_number, int side, int cube, int way) {
  const std::array<std::array<const char*, 4>, 2> names = {
      {{"e", "s", "se", "ne"}, {"w", "n", "nw", "sw"}}};
  return static_cast<char>('0' + first_number + cube) +
         std::string(names.at(static_cast<std::size_t>(side)).at(static_cast<std::size_t>(way)));
}

template <class G>
std::vector<std::string> move_texts(const G& position) {
  std::vector<std::string> result;
  for (Move move : moves_of(position)) result.push_back(G::move_text(move));
  return result;
}

// `die_of(position, ply)` is the die to use, read from the position.
template <class G, class DieOf>
void check_game(G position, Rng& rng, int rows, int columns, int ways, int first_number,
                DieOf die_of) {
  PlainBoard plain(position, rows, columns, ways);
  for (int ply = 0;; ++ply) {
    CHECK(PlainBoard(position, rows, columns, ways).same_cubes(plain));
    CHECK_EQ(position.to_move(), plain.to_move);
    CHECK(position.outcome() == plain.outcome());
    if (position.outcome()) return;
    if (is_chance(position)) act(position, draw_from(actions_of(position), rng));
    const auto moves = plain.moves(die_of(position, ply));
    std::vector<std::string> expected;
    for (auto [cube, way] : moves)
      expected.push_back(text_of(first_number, plain.to_move, cube, way));
    CHECK(move_texts(position) == expected);
    const auto index = rng.below(static_cast<std::uint32_t>(moves.size()));
    position.play(G::parse_move(expected[index]));
    plain.play(moves[index].first, moves[index].second);
  }
}

constexpr std::string_view zeros = " 000000000000000000000";

}  // namespace

TEST_CASE(ewn_cyclic_games_follow_the_rules_page) {
  for (int game = 0; game < 300; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    const EwnCyclic start = EwnCyclic::start(rng);
    check_game(start, rng, 6, 7, 4, 0,
               [&](const EwnCyclic&, int ply) { return start.die().at(ply % 21); });
  }
}

TEST_CASE(ewn_games_follow_the_rules_page) {
  for (int game = 0; game < 300; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    check_game(Ewn::start(rng), rng, 5, 5, 3, 1,
               [](const Ewn& position, int) { return position.die().number(); });
  }
}

// `012345502143343242404031241152042f`: red and blue numbers by start square, then the dice.
TEST_CASE(ewn_cyclic_judge_example) {
  const auto position = EwnCyclic::parse("a1b1c1a2b2a3 f5e6g5g6f6g4 r 343242404031241152042");
  CHECK(move_texts(position) == (std::vector<std::string>{"3e", "3s", "3se", "3ne"}));
  const auto next = acted(position, EwnCyclic::parse_move("3e"));
  CHECK_EQ(next.text(), "a1b1c1b2--a3 f5e6g5g6f6g4 b 432424040312411520423");
  CHECK(move_texts(next) == (std::vector<std::string>{"4w", "4n", "4nw"}));
}

TEST_CASE(ewn_starts_fill_the_corner_triangles) {
  Rng rng(1);
  CHECK_EQ(EwnCyclic().text(), "a1b1c1a2b2a3 g4f5g5e6f6g6 r" + std::string(zeros));
  CHECK_EQ(Ewn().text(), "a1b1c1a2b2a3 e3d4e4c5d5e5 r ?");
  std::map<std::string, int> placements;
  for (int i = 0; i < 14'400; ++i) ++placements[Ewn::start(rng).text().substr(0, 12)];
  CHECK_EQ(placements.size(), 720);
  for (const auto& [text, count] : placements) CHECK(count < 60);
}

TEST_CASE(ewn_missing_cubes_leave_a_choice) {
  const auto cubes_for = [](int die) {
    const std::string text = "--a1--a5--e1 e5---------- r " + std::to_string(die);
    std::string numbers;
    for (const std::string& move : move_texts(Ewn::parse(text))) {
      if (numbers.empty() || numbers.back() != move[0]) numbers += move[0];
    }
    return numbers;
  };
  CHECK_EQ(cubes_for(1), "2");
  CHECK_EQ(cubes_for(2), "2");
  CHECK_EQ(cubes_for(3), "24");
  CHECK_EQ(cubes_for(4), "4");
  CHECK_EQ(cubes_for(5), "46");
  CHECK_EQ(cubes_for(6), "6");
}

TEST_CASE(ewn_any_cube_on_the_target_is_taken) {
  const auto own = acted(Ewn::parse("a1b2-------- e5d4-------- r 1"), Ewn::parse_move("1se"));
  CHECK_EQ(own.text(), "b2---------- e5d4-------- b ?");
  const auto enemy = acted(Ewn::parse("c3b2-------- e5d4-------- r 1"), Ewn::parse_move("1se"));
  CHECK_EQ(enemy.text(), "d4b2-------- e5---------- b ?");
}

TEST_CASE(ewn_ends) {
  const auto goal = acted(Ewn::parse("d4---------- e5d5-------- r 1"), Ewn::parse_move("1se"));
  CHECK(goal.outcome() == (Outcome{0, 0}));
  CHECK(!goal.is_chance());
  CHECK_EQ(goal.text(), "e5---------- --d5-------- b -");
  const auto cleared = acted(Ewn::parse("c3---------- d4---------- r 6"), Ewn::parse_move("1se"));
  CHECK(cleared.outcome() == (Outcome{0, 1}));
  CHECK_EQ(cleared.text(), "d4---------- ------------ b -");
  const auto both = acted(Ewn::parse("d4---------- e5---------- r 3"), Ewn::parse_move("1se"));
  CHECK(both.outcome() == (Outcome{0, 0}));
  const auto blue = acted(EwnCyclic::parse("g1---------- b1---------- b" + std::string(zeros)),
                          EwnCyclic::parse_move("0w"));
  CHECK(blue.outcome() == (Outcome{1, 0}));
  const auto cyclic = acted(EwnCyclic::parse("b1---------- c2---------- b" + std::string(zeros)),
                            EwnCyclic::parse_move("0nw"));
  CHECK(cyclic.outcome() == (Outcome{1, 1}));
}

TEST_CASE(ewn_start_square_of_red_is_no_goal_of_red) {
  CHECK(!Ewn().outcome());
  CHECK(!EwnCyclic().outcome());
}

TEST_CASE(ewn_events) {
  Ewn position;
  CHECK(position.is_chance());
  CHECK_EQ(position.event_count(), 6);
  CHECK_EQ(Ewn::move_text(position.event(0)), "d1");
  CHECK_EQ(Ewn::move_text(position.event(5)), "d6");
  position.play_event(Ewn::parse_move("d4"));
  CHECK(!position.is_chance());
  CHECK_EQ(position.text(), "a1b1c1a2b2a3 e3d4e4c5d5e5 r 4");
  CHECK(move_texts(position) == (std::vector<std::string>{"4e", "4s", "4se"}));
  Ewn start;
  CHECK_EQ(perft(start, 1), 6);
  CHECK_EQ(perft(start, 2), 18);
}

// The cycle is rotated: with a cycle of one number, positions do not depend on the move order.
TEST_CASE(ewn_cyclic_forgets_the_ply) {
  const auto position = EwnCyclic::parse("a1---------- g6---------- r" + std::string(zeros));
  const auto play = [](EwnCyclic p, std::initializer_list<const char*> moves) {
    for (const char* move : moves) p.play(EwnCyclic::parse_move(move));
    return p;
  };
  const auto direct = play(position, {"0se", "0nw"});
  const auto around = play(position, {"0e", "0n", "0s", "0w"});
  CHECK_EQ(direct, around);
  CHECK_EQ(direct.hash(), around.hash());
}

TEST_CASE(ewn_squares_compare_all_cubes_at_once) {
  Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    ewn::Squares squares;
    std::array<int, 6> plain{};
    unsigned alive = 0;
    for (int cube = 0; cube < 6; ++cube) {
      const auto square = static_cast<int>(rng.below(42));
      plain[static_cast<std::size_t>(cube)] = rng.below(3) ? square : -1;
      if (plain[static_cast<std::size_t>(cube)] >= 0) squares.set(cube, square);
      alive |= static_cast<unsigned>(plain[static_cast<std::size_t>(cube)] >= 0) << cube;
    }
    CHECK_EQ(squares.alive_set(), alive);
    CHECK_EQ(squares.empty(), alive == 0);
    for (int square = 0; square < 42; ++square) {
      const bool covered = std::find(plain.begin(), plain.end(), square) != plain.end();
      CHECK_EQ(squares.covers(square), covered);
      ewn::Squares less = squares;
      less.remove(square);
      CHECK(!less.covers(square));
      for (int cube = 0; cube < 6; ++cube) {
        const int was = plain[static_cast<std::size_t>(cube)];
        CHECK_EQ(less.alive(cube), was >= 0 && was != square);
        if (less.alive(cube)) CHECK_EQ(less[cube], was);
      }
    }
  }
}
