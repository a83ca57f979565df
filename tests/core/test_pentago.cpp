// Pentago and Pentago-Twist against simple rules on a 6x6 board, and examples from the rules.
#include <array>
#include <set>

#include "subjects.hpp"
#include "tesuji/base/perft.hpp"

using namespace subjects;

namespace {

// Simple rules: cells are 'w', 'b' or '.'.
struct PlainBoard {
  std::array<std::string, 6> rows = {"......", "......", "......", "......", "......", "......"};

  char& at(int row, int column) {
    return rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
  }
  bool five(char stone) {
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        for (auto [down, right] : {Cell{0, 1}, Cell{1, 0}, Cell{1, 1}, Cell{1, -1}}) {
          int count = 0;
          for (int r = row, c = column; r < 6 && c < 6 && c >= 0 && at(r, c) == stone;
               r += down, c += right) {
            ++count;
          }
          if (count >= 5) return true;
        }
      }
    }
    return false;
  }
  // `kind`: R clockwise, L counter-clockwise, F left-right.
  void twist(int quadrant, char kind) {
    const int top = 3 * (quadrant / 2);
    const int left = 3 * (quadrant % 2);
    const auto old = rows;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const char stone =
            old[static_cast<std::size_t>(top + i)][static_cast<std::size_t>(left + j)];
        if (kind == 'R') at(top + j, left + 2 - i) = stone;
        if (kind == 'L') at(top + 2 - j, left + i) = stone;
        if (kind == 'F') at(top + i, left + 2 - j) = stone;
      }
    }
  }
  // A move as text: `b2AR`.
  void play(const std::string& move, char stone, bool placement_wins) {
    at(move[1] - '1', move[0] - 'a') = stone;
    if (placement_wins && five(stone)) return;
    twist(move[2] - 'A', move[3]);
  }
  std::string text() const {
    std::string result;
    for (const std::string& row : rows) result += (result.empty() ? "" : "/") + row;
    return result;
  }
  std::optional<Outcome> outcome(int mover) {
    const bool white = five('w');
    const bool black = five('b');
    if (white && black) return Outcome{draw, 2};
    if (white || black) {
      const int winner = white ? 0 : 1;
      return Outcome{static_cast<std::int8_t>(winner), static_cast<std::uint8_t>(winner != mover)};
    }
    if (text().find('.') == std::string::npos) return Outcome{draw, 3};
    return std::nullopt;
  }
};

std::string spelled_out(const std::string& text) {
  std::string result;
  for (char c : text)
    result += c >= '1' && c <= '6' ? std::string(static_cast<std::size_t>(c - '0'), '.')
                                   : std::string(1, c);
  return result;
}

template <PentagoRules rules>
void check_against_plain_board(int games) {
  for (int game = 0; game < games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    Pentago<rules> position;
    PlainBoard plain;
    for (int ply = 0;; ++ply) {
      CHECK_EQ(spelled_out(position.text()), plain.text());
      CHECK_EQ(position.to_move(), ply % 2);
      const auto outcome = position.outcome();
      CHECK(outcome == (ply == 0 ? std::nullopt : plain.outcome((ply + 1) % 2)));
      if (outcome) break;
      CHECK_EQ(position.move_count(), 8 * (36 - ply));
      const Move move = position.random_move(rng);
      position.play(move);
      plain.play(position.move_text(move), "wb"[ply % 2], rules == PentagoRules::placement_wins);
    }
  }
}

template <class G>
G played(std::string_view text, std::string_view move) {
  G position = G::parse(text);
  CHECK(!position.outcome());
  const Move code = G::parse_move(move);
  MoveList list;
  position.legal_moves(list);
  CHECK(list.contains(code));
  position.play(code);
  return position;
}

}  // namespace

TEST_CASE(pentago_perft) {
  PentagoTwist twist;
  PentagoRotate rotate;
  CHECK_EQ(perft(twist, 1), 288);
  CHECK_EQ(perft(twist, 2), 288 * 280);
  CHECK_EQ(perft(twist, 3), 288 * 280 * 272);
  CHECK_EQ(perft(rotate, 1), 288);
  CHECK_EQ(perft(rotate, 3), 288 * 280 * 272);
}

TEST_CASE(pentago_moves_are_ordered_by_row_column_quadrant_twist) {
  const std::vector<Move> moves = moves_of(PentagoTwist());
  const std::array<std::string, 10> first = {"a1AR", "a1AF", "a1BR", "a1BF", "a1CR",
                                             "a1CF", "a1DR", "a1DF", "b1AR", "b1AF"};
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK_EQ(PentagoTwist::move_text(moves[i]), first[i]);
  }
  CHECK_EQ(PentagoRotate::move_text(moves[1]), "a1AL");
  CHECK_EQ(PentagoTwist::move_text(moves[287]), "f6DF");
}

// The example in the rules is the quadrant `wb. / w.. / ...`.
TEST_CASE(pentago_twists_of_the_rules_page) {
  CHECK_EQ(played<PentagoTwist>("wb4/6/6/6/6/6", "a2AR").text(), "1ww3/2b3/6/6/6/6");
  CHECK_EQ(played<PentagoTwist>("wb4/6/6/6/6/6", "a2AF").text(), "1bw3/2w3/6/6/6/6");
  CHECK_EQ(played<PentagoRotate>("wb4/6/6/6/6/6", "a2AR").text(), "1ww3/2b3/6/6/6/6");
  CHECK_EQ(played<PentagoRotate>("wb4/6/6/6/6/6", "a2AL").text(), "6/b5/ww4/6/6/6");
}

TEST_CASE(pentago_games_follow_the_rules_page) {
  check_against_plain_board<PentagoRules::twist>(300);
  check_against_plain_board<PentagoRules::rotate>(300);
  check_against_plain_board<PentagoRules::placement_wins>(300);
}

TEST_CASE(pentago_win_tables_agree_with_a_scan) {
  Rng rng(1);
  int fives = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t sparse = rng.next() & (i % 2 ? rng.next() : ~std::uint64_t{0});
    const std::uint64_t stones = (i % 3 ? sparse : sparse | rng.next()) & pentago::board;
    PlainBoard plain;
    for_each_bit(stones, [&](int index) {
      const Cell cell = pentago::cell_of(index);
      plain.at(cell.row, cell.column) = 'w';
    });
    CHECK_EQ(pentago::has_five(stones), plain.five('w'));
    fives += plain.five('w');
  }
  CHECK(fives > 1000 && fives < 19'000);
  for (std::uint64_t line : pentago::lines) {
    CHECK_EQ(std::popcount(line), 5);
    CHECK(pentago::has_five(line));
    for_each_bit(line, [&](int index) { CHECK(!pentago::has_five(line & ~bit(index))); });
  }
}

// Exactly 128 sets of five cells become five in a row with at most one twist.
TEST_CASE(pentago_twist_has_128_one_twist_lines) {
  std::set<std::uint64_t> sets(pentago::lines.begin(), pentago::lines.end());
  CHECK_EQ(sets.size(), 32);
  for (std::uint64_t line : pentago::lines) {
    for (int shift = 0; shift < 64; shift += 16) {
      const std::uint64_t field = line >> shift & 0x1ff;
      const std::uint64_t others = line & ~(std::uint64_t{0x1ff} << shift);
      sets.insert(others | std::uint64_t{pentago::counter_clockwise[field]} << shift);
      sets.insert(others | std::uint64_t{pentago::flip[field]} << shift);
    }
  }
  CHECK_EQ(sets.size(), 128);
}

TEST_CASE(pentago_twist_tables_are_inverses) {
  for (std::size_t pattern = 0; pattern < 512; ++pattern) {
    CHECK_EQ(pentago::counter_clockwise[pentago::clockwise[pattern]], pattern);
    CHECK_EQ(pentago::flip[pentago::flip[pattern]], pattern);
  }
}

// A white five on row 1 that a twist of quadrant A breaks.
TEST_CASE(pentago_placement_counts_before_the_twist_or_not) {
  const char* four = "wwww2/6/6/b5/6/b1b1b1";
  const auto kept = played<PentagoPlacement>(four, "e1AR");
  CHECK(kept.outcome() == (Outcome{0, 0}));
  CHECK_EQ(kept.text(), "wwwww1/6/6/b5/6/b1b1b1");
  const auto broken = played<PentagoRotate>(four, "e1AR");
  CHECK(!broken.outcome());
  CHECK_EQ(broken.text(), "2www1/2w3/2w3/b5/6/b1b1b1");
  CHECK(played<PentagoRotate>(four, "e1DR").outcome() == (Outcome{0, 0}));
  CHECK(!played<PentagoTwist>(four, "e1BF").outcome());
  CHECK(played<PentagoTwist>(four, "e1AF").outcome() == (Outcome{0, 0}));
}

// Black's clockwise twist of quadrant A turns a white column into row 3.
template <class G>
void check_self_made_loss_and_double_five() {
  const auto loss = played<G>("2w3/2w3/2www1/b5/6/b1b1b1", "f6AR");
  CHECK(loss.outcome() == (Outcome{0, 1}));
  const auto both = played<G>("b1wb2/b1w3/b1www1/6/6/6", "e1AR");
  CHECK(both.outcome() == (Outcome{draw, 2}));
  CHECK(G::parse(both.text()) == both);
  CHECK(G::parse(loss.text()) == loss);
}
TEST_CASE(pentago_twist_can_make_five_for_the_opponent) {
  check_self_made_loss_and_double_five<PentagoTwist>();
}
TEST_CASE(pentago_rotate_can_make_five_for_the_opponent) {
  check_self_made_loss_and_double_five<PentagoRotate>();
}
TEST_CASE(pentago_placement_can_make_five_for_both_by_the_twist) {
  check_self_made_loss_and_double_five<PentagoPlacement>();
}

TEST_CASE(pentago_six_wins_too) {
  const auto six = played<PentagoRotate>("ww1www/6/6/b1b1b1/6/b1b3", "c1DR");
  CHECK(six.outcome() == (Outcome{0, 0}));
}
