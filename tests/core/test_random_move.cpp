// Random moves are legal, and uniform over the legal moves.
#include <cmath>
#include <map>

#include "subjects.hpp"

using namespace subjects;

namespace {

// Draws 50 times the number of legal moves: every move must occur (it fails to with probability
// 1e-19), and chi-square must be within six standard deviations of its mean.
template <Game G>
void check_uniform(const G& position, Rng& rng) {
  const std::vector<Move> moves = moves_of(position);
  std::map<Move, int> counts;
  for (Move move : moves) counts[move] = 0;
  const double expected = 50;
  const auto draws = static_cast<int>(expected) * static_cast<int>(moves.size());
  for (int i = 0; i < draws; ++i) {
    const auto found = counts.find(random_move(position, rng));
    CHECK(found != counts.end());
    ++found->second;
  }
  double chi_square = 0;
  for (const auto& [move, count] : counts) {
    CHECK(count > 0);
    chi_square += (count - expected) * (count - expected) / expected;
  }
  const auto freedom = static_cast<double>(moves.size()) - 1;
  CHECK(chi_square <= freedom + 6 * std::sqrt(2 * freedom) + 6);
}

}  // namespace

TEST_CASE(random_move_is_legal) {
  for_every_game([](const auto& subject) {
    Rng rng(1);
    walks(subject, 30, [&](const auto& position) {
      if (position.outcome() || is_chance(position)) return;
      MoveList list;
      position.legal_moves(list);
      for (int i = 0; i < 5; ++i) CHECK(list.contains(random_move(position, rng)));
    });
  });
}

TEST_CASE(random_move_is_uniform) {
  for_every_game([](const auto& subject) {
    Rng rng(2);
    int ply = 0;
    walks(subject, 2, [&](const auto& position) {
      if (position.outcome() || is_chance(position)) return;
      if (ply++ % 4 == 0) check_uniform(position, rng);
    });
  });
}
