// The greedy search: wins and losses first, then the best-looking move; always an answer.
#include <optional>

#include "check.hpp"
#include "subjects.hpp"
#include "tesuji/search/greedy.hpp"

namespace {

using namespace subjects;

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

// A pseudo-random value of a position, unrelated to the game.
double by_hash(const EwnCyclic& position) {
  return 0.1 + 0.8 * static_cast<double>(position.hash() % 100) / 100;
}
double even(const EwnCyclic&) { return 0.5; }

struct ByNumber {
  static constexpr double score_unit = 5.0;
  double move_score(const EwnCyclic&, Move move) const { return double((move * 37) % 22) - 11; }
};
// Also finds winning moves.
struct Sharp : ByNumber {
  std::optional<Move> winning_move(const EwnCyclic& position) const {
    for (Move move : moves_of(position)) {
      const auto outcome = acted(position, move).outcome();
      if (outcome && outcome->winner == position.to_move()) return move;
    }
    return std::nullopt;
  }
};

// Four moves; the first two lose.
struct Pit {
  int last = -1;

  int to_move() const { return last < 0 ? 0 : 1; }
  void legal_moves(MoveList& list) const {
    for (Move move = 0; move < 4; ++move) list.push(move);
  }
  void play(Move move) { last = move; }
  std::optional<Outcome> outcome() const {
    return last == 0 || last == 1 ? std::optional(Outcome{1, 0}) : std::nullopt;
  }
  std::uint64_t hash() const { return static_cast<std::uint64_t>(last); }
  bool operator==(const Pit&) const = default;
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
// 1 if the mover wins, -1 if the mover loses, 0 if the game goes on.
int end_of(const EwnCyclic& position, Move move) {
  const auto outcome = acted(position, move).outcome();
  return !outcome ? 0 : outcome->winner == position.to_move() ? 1 : -1;
}

// The first of the moves with the highest score; a win beats all, a loss beats none.
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

TEST_CASE(greedy_prefers_the_unknown_to_a_loss) {
  Greedy<Pit> search(GreedyRule::evaluation,
                     [](const Pit& after) { return after.last == 2 ? 1 : 0; });
  const SearchReport in_time = look_at(search, Pit());
  CHECK_EQ(in_time.best, 3);
  const SearchReport out_of_time = look_at(search, Pit(), no_time());
  CHECK_EQ(out_of_time.best, 1);
  CHECK(out_of_time.proof == Proof::none);
}

TEST_CASE(greedy_always_has_an_answer) {
  Greedy<EwnCyclic, ByNumber> search(GreedyRule::score, even);
  Greedy<EwnCyclic, Sharp> sharp(GreedyRule::score, even);
  int wins = 0;
  decisions([&](const EwnCyclic& position) {
    const SearchReport report = look_at(search, position, no_time());
    CHECK_EQ(report.nodes, 1);
    CHECK_EQ(report.moves.size(), moves_of(position).size());
    const auto winning = Sharp().winning_move(position);
    wins += winning.has_value();
    if (winning) CHECK_EQ(look_at(sharp, position, no_time()).best, *winning);
  });
  CHECK(wins > 10);
}
