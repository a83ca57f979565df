// Differential play: the core and the references in tests/reference play the same random games, and
// every answer about every position must be equal. They share nothing but the notation.
//   core_differential POSITIONS [FIRST]        compares about so many positions, games from FIRST
//   on core_differential games COUNT [FIRST]      prints games played by the references alone
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../reference/avalam.hpp"
#include "../reference/colosseum.hpp"
#include "../reference/ewn.hpp"
#include "../reference/pentago.hpp"
#include "subjects.hpp"

using namespace subjects;

namespace {

using Actions = std::vector<std::string>;

// How a game of the core starts, the reference that reads its text, and its share of the positions.
// Each of the six games has 14 shares; Pentago has two rules, Colosseum 14 sizes and widths.
template <class G>
struct Rules;
template <class G, class R, int share = 14>
struct FixedRules {
  using Reference = R;
  static constexpr int shares = share;
  static G start(const Subject<G>& subject, Rng& rng, Reference& reference) {
    const G position = subject.start(rng);
    CHECK(R::is_start(position.text()));
    reference = R::read(position.text());
    return position;
  }
  static Reference any() { return {}; }
};
template <>
struct Rules<Avalam> : FixedRules<Avalam, reference::Avalam> {};
template <>
struct Rules<PentagoTwist>
    : FixedRules<PentagoTwist, reference::Pentago<reference::PentagoRules::twist>> {};
template <>
struct Rules<PentagoRotate>
    : FixedRules<PentagoRotate, reference::Pentago<reference::PentagoRules::rotate>, 7> {};
template <>
struct Rules<PentagoPlacement>
    : FixedRules<PentagoPlacement, reference::Pentago<reference::PentagoRules::placement_wins>, 7> {
};
template <>
struct Rules<EwnCyclic> : FixedRules<EwnCyclic, reference::Ewn<true>> {};
template <>
struct Rules<Ewn> : FixedRules<Ewn, reference::Ewn<false>> {};

template <class G>
struct ColosseumRules {
  using Reference = reference::Colosseum;
  static constexpr int shares = 1;
  // Any number of wall pairs that the rules allow.
  static G start(const Subject<G>& subject, Rng& rng, Reference& reference) {
    const int size = subject.start(rng).size();
    const int pairs = static_cast<int>(rng.below(static_cast<std::uint32_t>((size + 1) / 2 + 1)));
    const G position = G::start(size, pairs, rng);
    CHECK(Reference::is_start(position.text(), size, pairs));
    reference = Reference::read(position.text(), size);
    return position;
  }
  static Reference any() { return Reference::read("a1 d4 v -", 4); }
};
template <>
struct Rules<NarrowColosseum> : ColosseumRules<NarrowColosseum> {};
template <>
struct Rules<WideColosseum> : ColosseumRules<WideColosseum> {};

// The text of the core's codes, each made once.
template <Game G>
const std::string& text_of(Move code) {
  static std::vector<std::string> texts(1 << 16);
  std::string& text = texts[code];
  if (text.empty()) {
    text = G::move_text(code);
    CHECK_EQ(G::parse_move(text), code);
  }
  return text;
}
// Short texts as numbers, which sort faster.
std::uint64_t number_of(const std::string& text) {
  CHECK(text.size() <= 8);
  std::uint64_t number = 0;
  for (char letter : text) number = number << 8 | static_cast<unsigned char>(letter);
  return number;
}
std::string joined(Actions actions) {
  std::sort(actions.begin(), actions.end());
  std::string all;
  for (const std::string& action : actions) all += (all.empty() ? "" : " ") + action;
  return all;
}

template <Game G>
void compare_actions(const std::vector<Move>& ours, const Actions& theirs) {
  static thread_local std::vector<std::uint64_t> first, second;
  first.clear();
  second.clear();
  for (Move code : ours) first.push_back(number_of(text_of<G>(code)));
  for (const std::string& text : theirs) second.push_back(number_of(text));
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  if (first == second) return;
  Actions texts;
  for (Move code : ours) texts.push_back(text_of<G>(code));
  CHECK_EQ("core: " + joined(texts), "reference: " + joined(theirs));
}

template <Game G, class Reference>
void compare(const Subject<G>& subject, const G& position, const std::vector<Move>& actions,
             const Reference& reference, const Actions& expected) {
  const std::string text = position.text();
  CHECK_EQ(text, reference.text());
  CHECK_EQ(position.to_move(), reference.to_move());
  CHECK_EQ(is_chance(position), reference.is_chance());
  CHECK_EQ(subject.parse(text), position);
  compare_actions<G>(actions, expected);
  const std::optional<Outcome> outcome = position.outcome();
  const std::optional<reference::Result> result = reference.result();
  CHECK_EQ(outcome.has_value(), result.has_value());
  if (!outcome) return;
  CHECK_EQ(static_cast<int>(outcome->winner), result->winner);
  CHECK_EQ(final_score(position, *outcome), result->score);
}

// Plays one random game and returns the number of positions compared.
template <Game G>
long play_both(const Subject<G>& subject, long seed) {
  Rng rng(static_cast<std::uint64_t>(seed));
  auto reference = Rules<G>::any();
  G position = Rules<G>::start(subject, rng, reference);
  for (long positions = 1;; ++positions) {
    const std::vector<Move> actions = actions_of(position);
    compare(subject, position, actions, reference, reference.actions());
    if (actions.empty()) return positions;
    const Move action = draw_from(actions, rng);
    act(position, action);
    reference.play(text_of<G>(action));
  }
}

template <Game G>
constexpr int shares_of(const Subject<G>&) {
  return Rules<G>::shares;
}

int compare_all(long positions, long first) {
  long failed = 0;
  for_every_game([&](const auto& subject) {
    const long wanted = positions / (6 * 14) * shares_of(subject);
    long compared = 0;
    long games = 0;
    try {
      for (; compared < wanted; ++games) compared += play_both(subject, first + games);
    } catch (const std::exception& exception) {
      check::report(subject.name + ", game " + std::to_string(first + games), exception);
      ++failed;
    }
    std::printf("%s\t%ld\t%ld\n", subject.name.c_str(), games, compared);
    std::fflush(stdout);
  });
  return failed > 0;
}

// A line per position: player to move, result, text, actions, the action played.
template <Game G>
void print_game(const Subject<G>& subject, long seed) {
  Rng rng(static_cast<std::uint64_t>(seed));
  auto reference = Rules<G>::any();
  Rules<G>::start(subject, rng, reference);
  std::printf("game\t%s\t%ld\n", subject.name.c_str(), seed);
  for (;;) {
    const Actions actions = reference.actions();
    const auto result = reference.result();
    const std::string action =
        actions.empty() ? "" : actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    const std::string end =
        result ? std::to_string(result->winner) + ' ' + std::to_string(result->score) : "";
    std::printf("%d\t%s\t%s\t%s\t%s\n", reference.to_move(), end.c_str(), reference.text().c_str(),
                joined(actions).c_str(), action.c_str());
    if (actions.empty()) return;
    reference.play(action);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const bool print = count > 1 && std::string_view(arguments[1]) == "games";
  const int numbers = print ? 2 : 1;
  const long amount = count > numbers ? std::atol(arguments[numbers]) : (print ? 2 : 100'000);
  const long first = count > numbers + 1 ? std::atol(arguments[numbers + 1]) : 0;
  if (!print) return compare_all(amount, first);
  for_every_game([&](const auto& subject) {
    for (long seed = first; seed < first + amount; ++seed) print_game(subject, seed);
  });
  return 0;
}
