// What the knowledge of Pentago says about moves without making them, against making each.
#include "subjects.hpp"
#include "tesuji/knowledge/pentago.hpp"

using namespace subjects;
using knowledge::NearLines;
using knowledge::PentagoKnowledge;

namespace {

// Calls visit(position, knowledge) for the unfinished positions of random games.
template <PentagoRules rules, class Visit>
void for_decisions_of(int games, Visit&& visit) {
  walks(fixed_start<Pentago<rules>>("pentago"), games, [&](const Pentago<rules>& position) {
    if (!position.outcome()) visit(position, PentagoKnowledge<rules>{});
  });
}
template <class Visit>
void for_every_decision(int games, Visit&& visit) {
  for_decisions_of<PentagoRules::twist>(games, visit);
  for_decisions_of<PentagoRules::rotate>(games, visit);
  for_decisions_of<PentagoRules::placement_wins>(games, visit);
}

template <PentagoRules rules>
bool has_full_near_line(const Pentago<rules>& position, int player) {
  for (const std::uint64_t line : NearLines<rules>::cells) {
    if ((line & ~position.stones(player)) == 0) return true;
  }
  return false;
}

}  // namespace

// All moves that lose to the next one, except where a five of both players is possible.
TEST_CASE(knowledge_pentago_lost_moves_lose_to_the_next) {
  int lost_count = 0;
  for_every_decision(30, [&](const auto& position, const auto& known) {
    const auto lost = known.lost_moves(position);
    for (const Move move : moves_of(position)) {
      const auto next = acted(position, move);
      const bool loses = !next.outcome() && known.winning_move(next).has_value();
      const bool may_draw = has_full_near_line(next, position.to_move());
      CHECK_EQ(lost.contains(move), loses && !may_draw);
      lost_count += lost.contains(move);
    }
  });
  CHECK(lost_count > 1000);
}

TEST_CASE(knowledge_pentago_no_lost_moves_by_default) {
  const PentagoKnowledge<PentagoRules::twist>::LostMoves none;
  for (const Move move : moves_of(Pentago<PentagoRules::twist>())) CHECK(!none.contains(move));
}

TEST_CASE(knowledge_pentago_values_after_moves) {
  std::array<int, 4> by_plies{};
  for_every_decision(20, [&](const auto& position, auto known) {
    using K = decltype(known);
    const int plies = K::MoveValues::plies_left(position);
    ++by_plies.at(static_cast<std::size_t>(plies));
    known.weights.near = 0.5;
    const typename K::MoveValues values(known, position);
    for (const Move move : moves_of(position)) {
      const auto next = acted(position, move);
      if (next.outcome()) {
        CHECK_EQ(plies, 1);
      } else {
        CHECK(values.after(move) == known.evaluate(next));
        if (plies > 2) CHECK(!known.winning_move(next));
      }
    }
  });
  for (const std::size_t plies : {1u, 2u, 3u}) CHECK(by_plies.at(plies) > 100);
}
