// Texts that are not positions or moves: each error says why, and where.
#include <vector>

#include "subjects.hpp"

using namespace subjects;

namespace {

struct Refused {
  std::string text;
  std::string message;  // part of it
  std::size_t column;
};

template <class Parse>
void check_refused(Parse&& parse, const std::vector<Refused>& table) {
  for (const Refused& refused : table) {
    const check::Context context("text " + check::quoted(refused.text));
    const auto error = CHECK_THROWS(parse(refused.text), NotationError);
    const check::Context said("message " + check::quoted(error.what()));
    CHECK(std::string_view(error.what()).find(refused.message) != std::string_view::npos);
    CHECK_EQ(error.column(), refused.column);
    CHECK(error.column() <= refused.text.size());
  }
}

template <class G>
void check_refused_moves(const std::vector<Refused>& table) {
  check_refused([](const std::string& text) { return G::parse_move(text); }, table);
}

}  // namespace

TEST_CASE(refused_avalam_positions) {
  const std::string rest = "/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA";
  check_refused(
      &Avalam::parse,
      {
          {"", "for cell c1, found the end of the text", 0},
          {"Aa", "expected '/' at the end of row 1, found the end", 2},
          {"Aaa" + rest, "expected '/' at the end of row 1, found 'a/AaAa/a'", 2},
          {"A" + rest, "expected A to E (yellow), a to e (red) or . for cell d1", 1},
          {"Fa" + rest, "expected A to E", 0},
          {"0a" + rest, "expected A to E", 0},
          {"Aa" + rest + "/", "expected the end of the text, found '/'", 56},
          {"Aa" + rest + " ", "expected the end of the text, found ' '", 56},
          {"AA" + rest, "a single counter has never moved, so d1 can only be red (a)", 1},
          {"aa" + rest, "so c1 can only be yellow (A)", 0},
          {"A." + rest, "the towers must hold all 48 counters, these hold 47", 0},
          {"Ab" + rest, "these hold 49", 0},
          {"../..../....../......../......../......../....../..../..", "these hold 0", 0},
          // d1 did not move to the tower of two: it is too far away, and no other cell is empty.
          {"A./AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/bA",
           "the tower on f9 came from nowhere", 0},
          // Red d1 is empty, but the tower next to it is yellow on top.
          {"B./AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA",
           "the tower on c1 came from nowhere", 0},
      });
}

TEST_CASE(refused_avalam_moves) {
  check_refused_moves<Avalam>({
      {"", "expected a cell from a1 to i9, found the end of the text", 0},
      {"c1", "expected a cell from a1 to i9, found the end of the text", 2},
      {"c1d1 ", "expected the end of the text, found ' '", 4},
      {"c1-d1", "expected a cell", 2},
      {"a1b2", "a1 is not a cell of the board", 0},
      {"d5e5", "e5 is not a cell of the board", 2},
      {"c0d1", "expected a cell", 0},
      {"c1j1", "expected a cell", 2},
      {"c1d10", "expected a cell", 2},
  });
}

TEST_CASE(refused_pentago_positions) {
  const std::vector<Refused> table = {
      {"", "expected w, b, . or a number of empty cells up to 6, found the end", 0},
      {"6", "expected '/' after six cells of a row, found the end", 1},
      {"7/6/6/6/6/6", "up to 6, found '7/6/6/6/'", 0},
      {"0w5/6/6/6/6/6", "up to 6, found '0w5", 0},
      {"w6/6/6/6/6/6", "empty cells up to 5, found '6/", 1},
      {"wbwbwbw/6/6/6/6/6", "expected '/' after six cells", 6},
      {"5/6/6/6/6/6", "empty cells up to 1, found '/6", 1},
      {"6/6/6/6/6", "expected '/'", 9},
      {"6/6/6/6/6/6/6", "expected the end of the text, found '/6'", 11},
      {"6/6/6/6/6/6 w", "expected the end of the text, found ' w'", 11},
      {"x5/6/6/6/6/6", "expected w, b", 0},
      {"b5/6/6/6/6/6", "here 0 white and 1 black", 0},
      {"ww4/6/6/6/6/6", "here 2 white and 0 black", 0},
      {"w5/bb4/6/6/6/6", "here 1 white and 2 black", 0},
      // White fives on rows 1 and 6: removing one stone and undoing one twist cannot break both.
      {"wwwwww/bb1bb1/b1bb1b/b1bb1b/6/wwwwww", "no move leads here", 0},
      {"bbbbb1/w1w1w1/6/6/w1w1w1/bbbbb1", "White moves first", 0},
  };
  check_refused(&PentagoTwist::parse, table);
  check_refused(&PentagoRotate::parse, table);
  check_refused(&PentagoPlacement::parse, table);
}

// Two separate white fives: the stone on e1 made one, the twist of C the other. If the first ends
// the game, no move leads there.
TEST_CASE(refused_pentago_depends_on_the_rules) {
  const char* two_fives = "wwwww1/b1b1b1/1b1b1b/b1b1b1/wwwww1/6";
  CHECK(PentagoTwist::parse(two_fives).outcome() == (Outcome{0, 0}));
  CHECK(PentagoRotate::parse(two_fives).outcome() == (Outcome{0, 0}));
  check_refused(&PentagoPlacement::parse, {{two_fives, "no move leads here", 0}});
}

// A black five after White's move: White's twist can have made it.
TEST_CASE(refused_pentago_not_where_a_twist_explains_the_five) {
  const char* six = "bbbbbb/6/6/w1w1w1/1w1w1w/w5";
  CHECK(PentagoTwist::parse(six).outcome() == (Outcome{1, 1}));
  CHECK(PentagoRotate::parse(six).outcome() == (Outcome{1, 1}));
  CHECK(PentagoPlacement::parse(six).outcome() == (Outcome{1, 1}));
}

TEST_CASE(refused_pentago_moves) {
  const std::vector<Refused> both = {
      {"", "expected a cell from a1 to f6, found the end", 0},
      {"g1AR", "expected a cell from a1 to f6", 0},
      {"a7AR", "expected a cell from a1 to f6", 0},
      {"a1", "expected a quadrant A, B, C or D, found the end", 2},
      {"a1ER", "expected a quadrant A, B, C or D, found 'ER'", 2},
      {"a1A", "expected the twist R (clockwise) or", 3},
      {"a1AX", "expected the twist R (clockwise) or", 3},
      {"a1ARR", "expected the end of the text", 4},
      {"a1 AR", "expected a quadrant", 2},
  };
  check_refused_moves<PentagoTwist>(both);
  check_refused_moves<PentagoRotate>(both);
  check_refused_moves<PentagoTwist>({{"a1AL", "or F (flip left-right), found 'L'", 3}});
  check_refused_moves<PentagoRotate>({{"a1AF", "or L (counter-clockwise), found 'F'", 3}});
}

TEST_CASE(refused_colosseum_positions) {
  const auto parse = [](const std::string& text) { return NarrowColosseum::parse(text, 6); };
  const auto parse_wide = [](const std::string& text) { return WideColosseum::parse(text, 6); };
  const std::vector<Refused> table = {
      {"", "expected a cell from a1 to f6, found the end of the text", 0},
      {"a1", "expected a space, found the end of the text", 2},
      {"a1 a1 v -", "both players on a1", 0},
      {"a1 g1 v -", "expected a cell from a1 to f6, found 'g1 v -'", 3},
      {"a7 a1 v -", "expected a cell from a1 to f6", 0},
      {"a1b1 v -", "expected a space", 2},
      {"a1 b1 x -", "expected the side to move, v or o, found 'x -'", 6},
      {"a1 b1 ", "expected the side to move", 6},
      {"a1 b1 v", "expected a space, found the end of the text", 7},
      {"a1 b1 v ", "expected a cell", 8},
      {"a1 b1 v --", "expected the end of the text, found '-'", 9},
      {"a1 b1 v a1", "expected a side u, r, d or l, found the end of the text", 10},
      {"a1 b1 v a1x", "expected a side u, r, d or l, found 'x'", 10},
      {"a1 b1 v a1r,", "expected a cell", 12},
      {"a1 b1 v a1r c3d", "expected the end of the text", 11},
      {"a1 b1 v a1u", "the wall a1u is part of the border", 8},
      {"a1 b1 v a1l", "the wall a1l is part of the border", 8},
      {"a1 b1 v f6r", "the wall f6r is part of the border", 8},
      {"a1 b1 v f6d", "the wall f6d is part of the border", 8},
      {"a1 b1 v a1r,a1r", "the wall a1r is given twice", 12},
      {"a1 b1 v a1r,b1l", "the wall b1l is given twice", 12},
      {"a1 b1 v c3d,a1r,c4u", "the wall c4u is given twice", 16},
      {"a1 b1 v a1r,g1d", "expected a cell from a1 to f6, found 'g1d'", 12},
  };
  check_refused(parse, table);
  check_refused(parse_wide, table);
}

TEST_CASE(refused_colosseum_moves) {
  const std::vector<Refused> table = {
      {"", "expected a cell", 0},
      {"a1", "expected a side u, r, d or l, found the end of the text", 2},
      {"a1x", "expected a side u, r, d or l, found 'x'", 2},
      {std::string("a1\0", 3), "expected a side u, r, d or l, found '?'", 2},
      {"a1rr", "expected the end of the text", 3},
      {"a0r", "expected a cell", 0},
      {"a13r", "expected a cell", 0},
      {"m1r", "expected a cell", 0},
  };
  check_refused_moves<WideColosseum>(table);
  check_refused_moves<NarrowColosseum>(table);
  check_refused_moves<NarrowColosseum>({{"a9r", "expected a cell from a1 to h8", 0}});
}

TEST_CASE(refused_ewn_positions) {
  check_refused(
      &Ewn::parse,
      {
          {"", "expected a cell from a1 to e5, found the end of the text", 0},
          {"a1b1c1a2b2 e3d4e4c5d5e5 r ?", "expected a cell from a1 to e5, found ' e3d4e4c'", 10},
          {"a1b1c1a2b2a3b3 e3d4e4c5d5e5 r ?", "expected a space", 12},
          {"a1b1c1a2b2f3 e3d4e4c5d5e5 r ?", "expected a cell from a1 to e5, found 'f3", 10},
          {"a1b1c1a2b2a1 e3d4e4c5d5e5 r ?", "two cubes on a1", 10},
          {"a1b1c1a2b2a3 a1d4e4c5d5e5 r ?", "two cubes on a1", 13},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 x ?", "expected the side to move, r or b", 26},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r", "expected a space", 27},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r ", "expected a die or ? from 1 to 6, found the end", 28},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r 0", "expected a die or ? from 1 to 6, found '0'", 28},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r 7", "expected a die or ? from 1 to 6, found '7'", 28},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r -", "expected a die or ? from 1 to 6, found '-'", 28},
          {"a1b1c1a2b2a3 e3d4e4c5d5e5 r ??", "expected the end of the text", 29},
          {"a1---------- ------------ r ?", "has no cubes", 0},
          {"------------ a5---------- b ?", "has no cubes", 0},
          {"------------ ------------ r -", "has no cubes", 0},
          {"e5---------- a5---------- r ?",
           "Red stands on its goal, so Red has won and is not to move", 0},
          {"e1---------- a1---------- b ?", "Blue stands on its goal, so Blue has won", 0},
          {"e5---------- a5---------- b ?",
           "expected - for the die, because the game is over, found '?'", 28},
          {"e5---------- a5---------- b 3", "because the game is over", 28},
          {"a5---------- ------------ b 1", "because the game is over", 28},
      });
}

TEST_CASE(refused_ewn_cyclic_positions) {
  const std::string board = "a1b1c1a2b2a3 g4f5g5e6f6g6 r ";
  check_refused(
      &EwnCyclic::parse,
      {
          {"", "expected a cell from a1 to g6", 0},
          {board, "expected 21 dice from 0 to 5, found the end of the text", 28},
          {board + "01234501234501234501", "expected 21 dice from 0 to 5, found the end", 48},
          {board + "0123450123450123450123", "expected the end of the text, found '3'", 49},
          {board + "012345012345012345016", "expected 21 dice from 0 to 5, found '6'", 48},
          {board + "?", "expected 21 dice", 28},
          {"a1b1c1a2b2a3 g4f5g5e6f6g7 r 012345012345012345012", "expected a cell from a1 to g6",
           23},
          {"g6---------- a6---------- r 012345012345012345012", "Red stands on its goal", 0},
          {"a1---------- ------------ r 012345012345012345012", "has no cubes", 0},
      });
}

TEST_CASE(refused_ewn_moves) {
  check_refused_moves<Ewn>({
      {"", "expected a cube from 1 to 6, found the end of the text", 0},
      {"0e", "expected a cube from 1 to 6, found '0e'", 0},
      {"7e", "expected a cube from 1 to 6", 0},
      {"1", "expected a direction n, ne, e, se, s, sw, w or nw, found the end", 1},
      {"1x", "expected a direction", 1},
      {"1ee", "expected the end of the text, found 'e'", 2},
      {"1see", "expected the end of the text, found 'e'", 3},
      {"d", "expected a die from 1 to 6, found the end", 1},
      {"d0", "expected a die from 1 to 6", 1},
      {"d11", "expected the end of the text", 2},
  });
  check_refused_moves<EwnCyclic>({
      {"6e", "expected a cube from 0 to 5", 0},
      {"d1", "expected a cube from 0 to 5", 0},
  });
}
