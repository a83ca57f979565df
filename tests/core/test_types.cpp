// What every game type offers at compile time, and its size in memory.
#include <type_traits>

#include "subjects.hpp"

using namespace subjects;

namespace {

template <class G>
constexpr bool is_complete_game =
    Game<G> && HasText<G> && HasSymmetry<G> && HasRandomMove<G> && HasMoveCount<G> &&
    HasNthMove<G> && HasCodeCheck<G> && HasReasons<G> && HasStableMoveCodes<G> && IsThreadSafe<G> &&
    std::is_trivially_copyable_v<G>;

static_assert(is_complete_game<Avalam>);
static_assert(is_complete_game<PentagoTwist>);
static_assert(is_complete_game<PentagoRotate>);
static_assert(is_complete_game<PentagoPlacement>);
static_assert(is_complete_game<NarrowColosseum>);
static_assert(is_complete_game<WideColosseum>);
static_assert(is_complete_game<EwnCyclic>);
static_assert(is_complete_game<Ewn>);

static_assert(HasChance<Ewn> && !HasChance<EwnCyclic> && !HasChance<Avalam>);
static_assert(HasScore<Avalam> && HasScore<NarrowColosseum> && HasScore<WideColosseum>);
static_assert(!HasScore<PentagoTwist> && !HasScore<Ewn> && !HasScore<EwnCyclic>);
static_assert(HasUndo<NarrowColosseum> && HasUndo<WideColosseum>);

static_assert(sizeof(PentagoTwist) <= 16 && sizeof(PentagoPlacement) <= 16);
static_assert(sizeof(EwnCyclic) <= 40 && sizeof(Ewn) <= 40);
static_assert(sizeof(Avalam) <= 64, "one cache line");
static_assert(sizeof(NarrowColosseum) <= 32 && sizeof(WideColosseum) <= 96);

static_assert(Avalam::symmetry_count == 2 && PentagoTwist::symmetry_count == 2);
static_assert(PentagoRotate::symmetry_count == 8 && PentagoPlacement::symmetry_count == 8);
static_assert(NarrowColosseum::symmetry_count == 8 && WideColosseum::symmetry_count == 8);
static_assert(EwnCyclic::symmetry_count == 2 && Ewn::symmetry_count == 8);

}  // namespace

// Every outcome's reason has a text.
TEST_CASE(types_reasons_are_named) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 20, [](const G& position) {
      if (const auto outcome = position.outcome()) {
        CHECK(outcome->reason < G::reasons.size());
        CHECK(!G::reasons[outcome->reason].empty());
      }
    });
  });
}
