// What holds for the knowledge of every game: what it offers, evaluations that have not changed
// since the first release, and winning moves as found by trying all.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <set>
#include <string>

#include "subjects.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"

using namespace subjects;
using knowledge::Of;

namespace {

template <class G>
constexpr bool has_what_all_have = HasWeights<Of<G>> && HasEvaluation<Of<G>, G> &&
                                   HasMoveScore<Of<G>, G> && HasWinningMove<Of<G>, G>;
static_assert(has_what_all_have<Avalam> && has_what_all_have<PentagoTwist> &&
              has_what_all_have<PentagoRotate> && has_what_all_have<PentagoPlacement> &&
              has_what_all_have<NarrowColosseum> && has_what_all_have<WideColosseum> &&
              has_what_all_have<Ewn> && has_what_all_have<EwnCyclic>);

template <class G>
constexpr bool has_colosseum_rules =
    HasPreferredMoves<Of<G>, G> && HasRolloutRule<Of<G>, FilteredRollout, G> &&
    HasRolloutRule<Of<G>, WalkRollout, G> && HasValueRule<Of<G>, MobilityValue, G> &&
    HasResultRule<Of<G>, AreaResult, G>;
template <class G>
constexpr bool has_ewn_rules =
    HasResultRule<Of<G>, GradedResult, G> && HasFinalRule<Of<G>, DiagonalMove, G>;
static_assert(has_colosseum_rules<NarrowColosseum> && has_colosseum_rules<WideColosseum>);
static_assert(has_ewn_rules<Ewn> && has_ewn_rules<EwnCyclic>);
static_assert(HasRolloutRule<Of<Avalam>, EpsGreedyRollout, Avalam>);
// A rule belongs to the games that implement it.
static_assert(!HasPreferredMoves<Of<Avalam>, Avalam> &&
              !HasRolloutRule<Of<Avalam>, FilteredRollout, Avalam> &&
              !HasResultRule<Of<Avalam>, AreaResult, Avalam>);
static_assert(!HasRolloutRule<Of<Ewn>, EpsGreedyRollout, Ewn> &&
              !HasResultRule<Of<Ewn>, AreaResult, Ewn> &&
              !HasResultRule<Of<NarrowColosseum>, GradedResult, NarrowColosseum> &&
              !HasFinalRule<Of<NarrowColosseum>, DiagonalMove, NarrowColosseum>);

// A game without knowledge.
static_assert(std::same_as<Of<int>, NoKnowledge> && HasWeights<NoKnowledge>);
static_assert(!HasEvaluation<NoKnowledge, Avalam> && !HasWinningMove<NoKnowledge, Avalam>);

// The evaluations of the first release: default weights must give the same to the last bit.
double first_evaluation(const Avalam& position) { return position.score() / 50.0; }

template <class Board>
double first_evaluation(const Colosseum<Board>& position) {
  const int own = position.reachable(0).count();
  const int other = position.reachable(1).count();
  return 0.9 * (own - other) / (own + other);
}

template <PentagoRules rules>
double first_evaluation(const Pentago<rules>& position) {
  constexpr std::array<int, 6> worth = {0, 1, 3, 9, 27, 0};
  int sum = 0;
  for (const std::uint64_t line : pentago::lines) {
    const int own = std::popcount(line & position.stones(0));
    const int other = std::popcount(line & position.stones(1));
    if (own > 0 && other > 0) continue;
    sum += worth[static_cast<std::size_t>(own)] - worth[static_cast<std::size_t>(other)];
  }
  return std::clamp(sum / 300.0, -0.9, 0.9);
}

template <class Rules>
double first_evaluation(const EwnGame<Rules>& position) {
  const auto steps = [&](int player) {
    const int row = player == 0 ? Rules::rows - 1 : 0;
    const int column = player == 0 ? Rules::columns - 1 : 0;
    int nearest = std::max(Rules::rows, Rules::columns);
    for (int cube = 0; cube < ewn::cubes; ++cube) {
      if (!position.side(player).alive(cube)) continue;
      const int square = position.side(player)[cube];
      nearest = std::min(nearest, std::max(std::abs(row - square / Rules::columns),
                                           std::abs(column - square % Rules::columns)));
    }
    return nearest;
  };
  return (steps(1) - steps(0)) / 10.0;
}

// Knowledge with the weights of the first release.
template <class K>
K first_knowledge() {
  K known;
  if constexpr (requires { known.weights.groups; }) {
    known.weights.five = known.weights.isolated = 1;
    known.weights.groups = false;
  }
  if constexpr (requires { known.weights.threats; }) known.weights.threats = 0;
  if constexpr (requires { known.weights.reach; }) {
    known.weights.reach = 0.9;
    known.weights.area = 0;
  }
  if constexpr (requires { known.weights.cubes; }) known.weights.cubes = 0;
  return known;
}

template <Game G>
std::set<Move> winning_moves(const G& position) {
  std::set<Move> winners;
  for (const Move move : moves_of(position)) {
    const auto outcome = acted(position, move).outcome();
    if (outcome && outcome->winner == position.to_move()) winners.insert(move);
  }
  return winners;
}

}  // namespace

TEST_CASE(knowledge_first_weights_value_as_the_first_release) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const auto known = first_knowledge<knowledge::Of<G>>();
    walks(subject, 60, [&](const G& position) {
      const double value = first_evaluation(position);
      CHECK_EQ(std::bit_cast<std::uint64_t>(known.evaluate(position)),
               std::bit_cast<std::uint64_t>(value));
    });
  });
}

// A winning move is found exactly where trying all moves finds some, and is one of them.
TEST_CASE(knowledge_winning_moves_are_those_of_brute_force) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    int with = 0;
    int without = 0;
    walks(subject, 150, [&](const G& position) {
      if (position.outcome() || is_chance(position)) return;
      const check::Context at(position.text());
      const std::set<Move> winners = winning_moves(position);
      const auto found = Of<G>{}.winning_move(position);
      CHECK_EQ(found.has_value(), !winners.empty());
      if (found) CHECK(winners.contains(*found));
      ++(winners.empty() ? without : with);
    });
    CHECK(with >= 50 && without >= 500);
  });
}

TEST_CASE(knowledge_weights_have_names_of_their_own) {
  for_every_game([](const auto& subject) {
    using K = Of<typename std::decay_t<decltype(subject)>::Position>;
    using Weights = typename K::Weights;
    const auto aligned = [](std::size_t size, std::size_t to) { return (size + to - 1) / to * to; };
    std::set<std::string> names;
    std::size_t count = 0;
    std::size_t size = 0;  // of all declared weights one after the other: none is left out
    K::Weights::each([&](const char* name, auto member, const char*) {
      using Value = std::decay_t<decltype(Weights{}.*member)>;
      names.insert(name);
      ++count;
      size = aligned(size, alignof(Value)) + sizeof(Value);
    });
    CHECK_EQ(names.size(), count);
    CHECK_EQ(sizeof(Weights), aligned(size, alignof(Weights)));
  });
}
