// The knowledge of EinStein würfelt nicht! against slow versions and examples by hand.
#include <algorithm>
#include <cmath>
#include <string>

#include "subjects.hpp"
#include "tesuji/knowledge/ewn.hpp"

using namespace subjects;
using knowledge::EwnKnowledge;

namespace {

bool close(double a, double b) { return std::abs(a - b) < 1e-9; }

template <class Rules>
int steps(const EwnGame<Rules>& position, int player) {
  int least = std::max(Rules::rows, Rules::columns);
  for (int cube = 0; cube < ewn::cubes; ++cube) {
    if (!position.side(player).alive(cube)) continue;
    const int square = position.side(player)[cube];
    const int row = square / Rules::columns;
    const int column = square % Rules::columns;
    least =
        std::min(least, player == 0 ? std::max(Rules::rows - 1 - row, Rules::columns - 1 - column)
                                    : std::max(row, column));
  }
  return least;
}
template <class Rules>
int cubes(const EwnGame<Rules>& position, int player) {
  int count = 0;
  for (int cube = 0; cube < ewn::cubes; ++cube) count += position.side(player).alive(cube);
  return count;
}

template <class G, class Rules>
void check_random_games(const Subject<G>& subject, const EwnKnowledge<Rules>&) {
  EwnKnowledge<Rules> known;
  known.weights = {.steps = 0.7,
                   .cubes = 0.4,
                   .score_win = 9,
                   .score_step = 0.25,
                   .score_capture = 0.35,
                   .score_own = -0.15};
  int ended = 0;
  int eliminated = 0;
  walks(subject, 300, [&](const G& position) {
    const check::Context at(position.text());
    CHECK(close(known.evaluate(position), 0.7 * (steps(position, 1) - steps(position, 0)) / 10 +
                                              0.4 * (cubes(position, 0) - cubes(position, 1)) / 6));
    if (const auto outcome = position.outcome()) {
      ++ended;
      eliminated += known.eliminated(position);
      CHECK_EQ(known.eliminated(position), outcome->reason == 1);
      const double win = outcome->reason == 1 ? 0.75 : 0.625;
      CHECK_EQ(known.result(GradedResult{0.75, 0.625}, position, *outcome),
               outcome->winner == 0 ? win : 1 - win);
      return;
    }
    if (is_chance(position)) return;
    const int mover = position.to_move();
    for (const Move move : moves_of(position)) {
      const G after = acted(position, move);
      double score = after.outcome() ? 9 : 0;
      score += 0.25 * (steps(position, mover) - steps(after, mover));
      if (cubes(after, 1 - mover) < cubes(position, 1 - mover)) score += 0.35;
      if (cubes(after, mover) < cubes(position, mover)) score -= 0.15;
      CHECK(close(known.move_score(position, move), score));
    }
    const std::vector<Move> moves = moves_of(position);
    const auto diagonal = std::find_if(moves.begin(), moves.end(), [&](Move move) {
      const std::string text = G::move_text(move);
      return text.substr(1) == (mover == 0 ? "se" : "nw");
    });
    CHECK_EQ(known.final_move(DiagonalMove{}, position),
             diagonal == moves.end() ? moves.front() : *diagonal);
  });
  CHECK(eliminated > 3 && eliminated < ended);
}

}  // namespace

TEST_CASE(knowledge_ewn_in_random_games) {
  check_random_games(drawn_start<Ewn>("ewn"), EwnKnowledge<ewn::StandardRules>{});
  check_random_games(drawn_start<EwnCyclic>("ewn-cyclic"), EwnKnowledge<ewn::CyclicRules>{});
}

// Red's 2 is a step from e5; the die lets it move.
TEST_CASE(knowledge_ewn_by_hand) {
  const EwnKnowledge<ewn::StandardRules> known;
  const Ewn position = Ewn::parse("--d4--a1---- e5----c1---- r 2");
  CHECK_EQ(Ewn::move_text(*known.winning_move(position)), "2se");
  CHECK_EQ(Ewn::move_text(known.final_move(DiagonalMove{}, position)), "2se");
  // One step from the goal against two: nothing is nearer to a1 than c1.
  CHECK(close(known.evaluate(position), 0.1));
  // A win (10), one step nearer (0.2), a capture (0.3).
  CHECK(close(known.move_score(position, Ewn::parse_move("2se")), 10.5));
  CHECK(close(known.move_score(position, Ewn::parse_move("2e")), 0.0));
}

TEST_CASE(knowledge_ewn_takes_the_last_cube) {
  const EwnKnowledge<ewn::StandardRules> known;
  const Ewn position = Ewn::parse("a1---------- b2---------- r 5");
  CHECK_EQ(Ewn::move_text(*known.winning_move(position)), "1se");
  CHECK(known.eliminated(acted(position, Ewn::parse_move("1se"))));
  // With another enemy cube, capturing one no longer wins.
  CHECK(!known.winning_move(Ewn::parse("a1---------- b2e1-------- r 5")).has_value());
}

// On the edge of the board there is no diagonal move: the first legal move is played.
TEST_CASE(knowledge_ewn_final_move_along_the_edge) {
  const EwnKnowledge<ewn::StandardRules> known;
  const Ewn position = Ewn::parse("e2a1-------- b5c1-------- r 1");
  CHECK_EQ(Ewn::move_text(known.final_move(DiagonalMove{}, position)), "1s");
}
