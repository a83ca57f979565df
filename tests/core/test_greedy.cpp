// The greedy search: ends first, then what looks best, and an answer whatever the clock says.
#include "check.hpp"
#include "solved.hpp"
#include "tesuji/search/greedy.hpp"

namespace {

using namespace solved;

template <Game G, class K>
SearchReport look_at(Greedy<G, K>& search, const G& position, Budget budget = {}) {
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}
Budget no_time() {
  Budget budget;
  budget.seconds = 0;
  return budget;
}

// A value of a position that has nothing to do with the game, and not for the same player twice.
double by_hash(const EwnCyclic& position) {
  return 0.1 + 0.8 * static_cast<double>(position.hash() % 100) / 100;
}
double even(const EwnCyclic&) { return 0.5; }

struct ByNumber {
  static constexpr double score_unit = 5.0;
  double move_score(const EwnCyclic&, Move move) const { return double((move * 37) % 22) - 11; }
};
// Also sees wins at once.
struct Sharp : ByNumber {
  std::optional<Move> winning_move(const EwnCyclic& position) const {
    for (Move move : moves_of(position)) {
      const auto outcome = acted(position, move).outcome();
      if (outcome && outcome->winner == position.to_move()) return move;
    }
    return std::nullopt;
  }
};

// Calls visit(position) for the decisions of some random games.
template <class Visit>
void decisions(Visit&& visit) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng(seed);
    walk(EwnCyclic::start(rng), rng, [&](const EwnCyclic& position) {
      if (!position.outcome()) visit(position);
    });
  }
}
// 1 for a win of who moves, -1 for a loss, 0 where the game goes on.
int end_of(const EwnCyclic& position, Move move) {
  const auto outcome = acted(position, move).outcome();
  return !outcome ? 0 : outcome->winner == position.to_move() ? 1 : -1;
}

// The first of the moves with the highest number, ends before all.
template <class Number>
Move first_best(const EwnCyclic& position, Number&& number) {
  const auto key = [&](Move move) {
    const int end = end_of(position, move);
    return std::pair<int, double>(end, end == 0 ? number(move) : 0.0);
  };
  Move best = moves_of(position).front();
  for (Move move : moves_of(position)) {
    if (key(move) > key(best)) best = move;
  }
  return best;
}

}  // namespace

TEST_CASE(greedy_takes_the_best_score) {
  Greedy<EwnCyclic, ByNumber> search(GreedyRule::score, even);
  int wins = 0;
  decisions([&](const EwnCyclic& position) {
    const SearchReport report = look_at(search, position);
    const auto score = [&](Move move) { return ByNumber().move_score(position, move); };
    CHECK_EQ(report.best, first_best(position, score));
    CHECK_EQ(report.moves.size(), moves_of(position).size());
    for (const MoveReport& move : report.moves) {
      const int end = end_of(position, move.move);
      const double squashed = 0.5 + 0.5 * std::clamp(score(move.move) / 5.0, -1.0, 1.0);
      CHECK_EQ(move.value, end != 0 ? 0.5 + 0.5 * end : squashed);
      CHECK(move.proof == (end == 0 ? Proof::none : end > 0 ? Proof::win : Proof::loss));
      wins += end > 0;
    }
    CHECK(report.proof == (end_of(position, report.best) > 0   ? Proof::win
                           : end_of(position, report.best) < 0 ? Proof::loss
                                                               : Proof::none));
  });
  CHECK(wins > 20);
}

TEST_CASE(greedy_takes_the_best_evaluation) {
  Greedy<EwnCyclic> search(GreedyRule::evaluation, by_hash);
  Greedy<EwnCyclic, ByNumber> told(GreedyRule::evaluation, by_hash);
  Greedy<EwnCyclic> without_scores(GreedyRule::score, by_hash);
  decisions([&](const EwnCyclic& position) {
    const Move best =
        first_best(position, [&](Move move) { return -by_hash(acted(position, move)); });
    CHECK_EQ(look_at(search, position).best, best);
    CHECK_EQ(look_at(told, position).best, best);
    CHECK_EQ(look_at(without_scores, position).best, best);
  });
}

TEST_CASE(greedy_takes_the_first_of_equals) {
  Greedy<EwnCyclic> search(GreedyRule::evaluation, even);
  decisions([&](const EwnCyclic& position) {
    CHECK_EQ(look_at(search, position).best, first_best(position, [](Move) { return 0.0; }));
  });
}

TEST_CASE(greedy_always_has_an_answer) {
  Greedy<EwnCyclic, ByNumber> search(GreedyRule::score, even);
  Greedy<EwnCyclic, Sharp> sharp(GreedyRule::score, even);
  int wins = 0;
  decisions([&](const EwnCyclic& position) {
    const SearchReport report = look_at(search, position, no_time());
    CHECK_EQ(report.nodes, 1);
    // One move was looked at; it is not played if it loses and another might not.
    const std::vector<Move> moves = moves_of(position);
    const bool loses = end_of(position, moves.front()) < 0 && moves.size() > 1;
    CHECK_EQ(report.best, moves[loses ? 1 : 0]);
    const auto winning = Sharp().winning_move(position);
    wins += winning.has_value();
    if (winning) CHECK_EQ(look_at(sharp, position, no_time()).best, *winning);
  });
  CHECK(wins > 10);
}
