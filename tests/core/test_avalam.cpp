// Avalam against simple rules on a 9x9 matrix of signed heights.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "subjects.hpp"
#include "tesuji/base/perft.hpp"

using namespace subjects;

namespace {

using Matrix = std::array<std::array<int, 9>, 9>;

constexpr Matrix start_matrix = {{{0, 0, 1, -1, 0, 0, 0, 0, 0},
                                  {0, 1, -1, 1, -1, 0, 0, 0, 0},
                                  {0, -1, 1, -1, 1, -1, 1, 0, 0},
                                  {0, 1, -1, 1, -1, 1, -1, 1, -1},
                                  {1, -1, 1, -1, 0, -1, 1, -1, 1},
                                  {-1, 1, -1, 1, -1, 1, -1, 1, 0},
                                  {0, 0, 1, -1, 1, -1, 1, -1, 0},
                                  {0, 0, 0, 0, -1, 1, -1, 1, 0},
                                  {0, 0, 0, 0, 0, -1, 1, 0, 0}}};

int& at(Matrix& m, Cell cell) {
  return m.at(static_cast<std::size_t>(cell.row)).at(static_cast<std::size_t>(cell.column));
}

Matrix matrix_of(const Avalam& position) {
  Matrix result{};
  for (int cell = 0; cell < avalam::cells; ++cell) {
    const int sign = position.red_on_top(cell) ? -1 : 1;
    at(result, avalam::numbering.cell[static_cast<std::size_t>(cell)]) =
        sign * position.height(cell);
  }
  return result;
}

std::vector<std::string> moves_of_matrix(Matrix m) {
  std::vector<std::string> result;
  for (int from = 0; from < 81; ++from) {
    for (int to = 0; to < 81; ++to) {
      const Cell a{from / 9, from % 9};
      const Cell b{to / 9, to % 9};
      if (from == to || std::abs(a.row - b.row) > 1 || std::abs(a.column - b.column) > 1) continue;
      if (at(m, a) == 0 || at(m, b) == 0 || std::abs(at(m, a)) + std::abs(at(m, b)) > 5) continue;
      result.push_back(cell_name(a) + cell_name(b));
    }
  }
  return result;
}

void play_on_matrix(Matrix& m, const std::string& move) {
  Reader reader(move);
  int& from = at(m, reader.cell(9, 9));
  int& to = at(m, reader.cell(9, 9));
  to = (from > 0 ? 1 : -1) * (std::abs(from) + std::abs(to));
  from = 0;
}

std::optional<Outcome> outcome_of_matrix(const Matrix& m) {
  if (!moves_of_matrix(m).empty()) return std::nullopt;
  int towers = 0;
  int fives = 0;
  for (const auto& row : m) {
    for (int v : row) {
      towers += (v > 0) - (v < 0);
      fives += (v == 5) - (v == -5);
    }
  }
  if (towers != 0) return Outcome{static_cast<std::int8_t>(towers < 0), 0};
  if (fives != 0) return Outcome{static_cast<std::int8_t>(fives < 0), 1};
  return Outcome{draw, 2};
}

std::vector<std::string> move_texts(const Avalam& position) {
  std::vector<std::string> result;
  for (Move move : moves_of(position)) result.push_back(Avalam::move_text(move));
  return result;
}

}  // namespace

TEST_CASE(avalam_perft) {
  Avalam position;
  CHECK_EQ(perft(position, 1), 292);
  CHECK_EQ(perft(position, 2), 81'488);
  CHECK_EQ(perft(position, 3), 21'711'440);
}

TEST_CASE(avalam_board) {
  CHECK(matrix_of(Avalam()) == start_matrix);
  int edges = 0;
  for (std::uint64_t word : avalam::geometry.all) edges += std::popcount(word);
  CHECK_EQ(edges, 146);
  CHECK_EQ(Avalam().text(), "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA");
}

TEST_CASE(avalam_games_follow_the_rules_page) {
  for (int game = 0; game < 30; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    Avalam position;
    Matrix m = start_matrix;
    for (int ply = 0;; ++ply) {
      CHECK(matrix_of(position) == m);
      CHECK_EQ(position.to_move(), ply % 2);
      std::vector<std::string> expected = moves_of_matrix(m);
      std::vector<std::string> moves = move_texts(position);
      CHECK(position.outcome() == outcome_of_matrix(m));
      if (expected.empty()) break;
      std::sort(expected.begin(), expected.end());
      std::sort(moves.begin(), moves.end());
      CHECK(moves == expected);
      const Move move = position.random_move(rng);
      position.play(move);
      play_on_matrix(m, Avalam::move_text(move));
    }
  }
}

// `play` updates the live edges; parsing computes them from scratch.
TEST_CASE(avalam_live_edges_stay_right) {
  walks(fixed_start<Avalam>("avalam"), 300, [](const Avalam& position) {
    const Avalam read = Avalam::parse(position.text());
    CHECK(moves_of(read) == moves_of(position));
    CHECK(read.outcome() == position.outcome());
  });
}

TEST_CASE(avalam_each_move_covers_one_tower) {
  walks(fixed_start<Avalam>("avalam"), 10, [](const Avalam& position) {
    for (Move move : moves_of(position)) {
      const int covered = position.red_on_top(move & 63) ? -1 : 1;
      CHECK_EQ(acted(position, move).score(), position.score() - covered);
    }
  });
}

// Random games that end in each of the three ways.
TEST_CASE(avalam_ends_in_every_way) {
  std::array<int, 3> seen{};
  walks(fixed_start<Avalam>("avalam"), 400, [&](const Avalam& position) {
    const auto outcome = position.outcome();
    if (!outcome) return;
    ++seen.at(outcome->reason);
    CHECK_EQ(outcome->reason == 0, position.score() != 0);
    CHECK_EQ(outcome->reason == 2, outcome->winner == draw);
  });
  for (int count : seen) CHECK(count > 0);
}

TEST_CASE(avalam_move_text) {
  CHECK_EQ(Avalam::move_text(moves_of(Avalam())[0]), "c1d1");
  CHECK(moves_of(Avalam())[1] == Avalam::parse_move("d1c1"));
}
