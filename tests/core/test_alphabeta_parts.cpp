// The parts of alpha-beta: staged ordering, history, table lines, aspiration windows, and what is
// left out.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "check.hpp"
#include "solved.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace {

using namespace solved;
using alphabeta::AlphaBeta;
using alphabeta::Bound;
using alphabeta::Entry;
using alphabeta::Evaluate;
using alphabeta::Options;
using alphabeta::Picker;
using alphabeta::PickerStack;
using alphabeta::Replacement;
using alphabeta::ScoreTrend;
using alphabeta::Selectivity;
using alphabeta::Table;
using alphabeta::Window;
using alphabeta::WinRule;

using Walls = Colosseum<colosseum::NarrowBoard>;
using Twist = Pentago<PentagoRules::twist>;

Options small_options() {
  Options options;
  options.memory = std::size_t{1} << 20;
  return options;
}
// Nothing is left out and nothing is searched beyond the depth.
Options exact_options() {
  Options options = small_options();
  options.wins = WinRule::inner;
  options.reduce = 0;
  return options;
}
template <Game G, class K>
SearchReport search_to(AlphaBeta<G, K>& search, const G& position, int depth) {
  Budget budget;
  budget.depth = depth;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}
template <Game G, class K = knowledge::Of<G>>
SearchReport search_fresh(const Options& options, const G& position, int depth) {
  AlphaBeta<G, K> search(options, Evaluate<G>());
  return search_to(search, position, depth);
}
Entry entry_of(Score score, int depth, Bound bound = Bound::lower, bool complete = false) {
  Entry entry;
  entry.score = score;
  entry.bound = bound;
  entry.depth = static_cast<std::uint8_t>(depth);
  entry.complete = complete;
  return entry;
}
// Calls visit(position) at decisions of random games.
template <Game G, class Start, class Visit>
void random_decisions(int games, Start&& start, Visit&& visit) {
  for (int seed = 0; seed < games; ++seed) {
    const check::Context context("game with seed " + std::to_string(seed));
    Rng rng(static_cast<std::uint64_t>(seed));
    G position = start(rng);
    while (!position.outcome()) {
      visit(position);
      position.play(random_move(position, rng));
    }
  }
}
Walls small_walls(Rng& rng) { return Walls::start(5, 2, rng); }

}  // namespace

// Ordering

TEST_CASE(picker_gives_each_move_once_and_the_hint_first) {
  PickerStack stack;
  const auto rank = [](Move move) { return static_cast<std::int32_t>(move * 37 % 101); };
  const std::array<std::pair<bool, int>, 3> orders = {{{false, 0}, {false, 20}, {true, 20}}};
  int checked = 0;
  random_decisions<Avalam>(
      3, [](Rng&) { return Avalam(); },
      [&](const Avalam& position) {
        const std::vector<Move> moves = moves_of(position);
        const std::vector<std::optional<Move>> hints = {std::nullopt, moves.front(), moves.back()};
        for (const auto& hint : hints) {
          for (const auto& [sorts, wanted] : orders) {
            stack.assign(5, 7);  // what pickers above have left
            std::vector<Move> given;
            {
              Picker<Avalam> picker(stack, position, hint, sorts, true, wanted);
              while (const auto move = picker.next(rank)) given.push_back(*move);
              CHECK(!picker.next(rank));
            }
            CHECK_EQ(stack.size(), 5);
            CHECK_EQ(given.size(), moves.size());
            CHECK(std::set(given.begin(), given.end()) == std::set(moves.begin(), moves.end()));
            if (hint) CHECK_EQ(given.front(), *hint);
            const std::size_t first = hint ? 1 : 0;
            const int selected = std::max(Picker<Avalam>::least_selected, wanted);
            const std::size_t ranked =
                sorts ? given.size()
                      : std::min(given.size(), first + static_cast<std::size_t>(selected));
            for (std::size_t i = first + 1; i < ranked; ++i)
              CHECK(rank(given[i - 1]) >= rank(given[i]));
            ++checked;
          }
        }
      });
  CHECK(checked > 500);
}

TEST_CASE(picker_generates_nothing_before_the_hint) {
  PickerStack stack;
  const Avalam position;
  const Move hint = moves_of(position)[17];
  Picker<Avalam> picker(stack, position, hint, true, true, 0);
  CHECK_EQ(*picker.next([](Move) -> std::int32_t { throw std::logic_error("ranked"); }), hint);
  CHECK(stack.empty());
}

TEST_CASE(picker_keeps_the_order_of_equals) {
  PickerStack stack;
  const Avalam position;
  const std::vector<Move> moves = moves_of(position);
  Picker<Avalam> picker(stack, position, std::nullopt, true, true, 0);
  for (const Move move : moves) CHECK_EQ(*picker.next([](Move) { return 0; }), move);
}

TEST_CASE(history_learns_both_ways_and_stays_in_bounds) {
  History history;
  for (int i = 0; i < 1000; ++i) history.reward(0, 5, no_move, 20, 3);
  CHECK(history.score(0, 5) > History::most / 2 && history.score(0, 5) <= History::most);
  CHECK_EQ(history.score(1, 5), 0);
  const int before = history.score(0, 5);
  history.punish(0, 5, 4);
  CHECK(history.score(0, 5) < before);
  for (int i = 0; i < 2000; ++i) history.punish(0, 5, 20);
  CHECK(history.score(0, 5) < -History::most / 2 && history.score(0, 5) >= -History::most);
  const int low = history.score(0, 5);
  history.begin_search();
  CHECK_EQ(history.score(0, 5), low / 2);
}

TEST_CASE(history_keeps_two_killers_and_a_countermove) {
  History history;
  history.reward(0, 1, 100, 2, 4);
  history.reward(0, 2, 101, 2, 4);
  history.reward(0, 3, 100, 2, 4);
  CHECK(!history.is_killer(1, 4) && history.is_killer(2, 4) && history.is_killer(3, 4));
  CHECK(!history.is_killer(3, 5));
  CHECK_EQ(history.counter(0, 100), 3);
  CHECK_EQ(history.counter(0, 101), 2);
  CHECK_EQ(history.counter(1, 100), no_move);
  CHECK_EQ(history.counter(0, no_move), no_move);
  history.begin_search();
  CHECK(!history.is_killer(2, 4));
}

// The table

TEST_CASE(table_line_replaces_the_least_valuable) {
  Table table(1 << 12, Replacement::lines);
  table.begin_search();
  const auto key = [](std::uint64_t n) { return n << 32 | 5; };  // all of one line
  for (int n = 1; n <= 4; ++n) table.store(key(static_cast<std::uint64_t>(n)), entry_of(n, 10 - n));
  for (std::uint64_t n = 1; n <= 4; ++n) CHECK(table.find(key(n), false));
  table.store(key(5), entry_of(5, 1));  // the shallowest goes, although the new one is shallower
  CHECK(!table.find(key(4), false) && table.find(key(5), false) && table.find(key(3), false));
  table.store(key(6), entry_of(win_score - 3, 1, Bound::lower, true));
  CHECK(!table.find(key(5), false));
  table.store(key(7), entry_of(7, 8));  // a proof is worth more than a few plies
  CHECK(table.find(key(6), false) && !table.find(key(3), false));
  for (int later = 0; later < 3; ++later) table.begin_search();
  table.store(key(8), entry_of(8, 1));
  table.store(key(9), entry_of(9, 2));
  CHECK(table.find(key(8), false) && table.find(key(9), false));  // old entries go first
}

TEST_CASE(table_line_keeps_what_is_better_of_one_position) {
  Table table(1 << 12, Replacement::lines);
  table.begin_search();
  const auto stored = [&](const Entry& first, const Entry& second) {
    static std::uint64_t key = 0;
    ++key;
    table.store(key, first);
    table.store(key, second);
    return table.find(key, false)->score;
  };
  CHECK_EQ(stored(entry_of(1, 8), entry_of(2, 3)), 1);                // much shallower
  CHECK_EQ(stored(entry_of(1, 8), entry_of(2, 6)), 2);                // a little shallower
  CHECK_EQ(stored(entry_of(1, 8), entry_of(2, 3, Bound::exact)), 2);  // exact
  const Entry proof = entry_of(win_score - 5, 2, Bound::lower, true);
  CHECK_EQ(stored(proof, entry_of(2, 9)), win_score - 5);
  CHECK_EQ(stored(proof, entry_of(win_score - 3, 2, Bound::lower, true)), win_score - 3);
  CHECK_EQ(stored(entry_of(1, 9), proof), win_score - 5);
  table.store(1000, entry_of(1, 9));
  table.begin_search();
  table.store(1000, entry_of(2, 1));  // a new search needs its own result
  CHECK_EQ(table.find(1000, false)->score, 2);
}

// Windows

TEST_CASE(aspiration_follows_depths_of_the_same_parity) {
  ScoreTrend trend;
  trend.add(100);
  CHECK(!trend.known());
  trend.add(-50);
  CHECK(trend.known());
  CHECK_EQ(trend.centre(), 100);
  CHECK_EQ(trend.half_width(10), 40);
  trend.add(140);
  CHECK_EQ(trend.centre(), -50);
  CHECK_EQ(trend.half_width(10), 60);  // one and a half times the change
  CHECK_EQ(trend.half_width(100), 100);
}

TEST_CASE(aspiration_widens_in_steps_until_all_is_open) {
  Window window(1000, 50);
  CHECK(window.fails_low(950) && window.fails_high(1050) && !window.fails_low(951));
  window.widen_up(1050);
  CHECK_EQ(window.high(), 1250);
  CHECK_EQ(window.low(), 950);
  for (int i = 0; i < 20; ++i) window.widen_up(window.high());
  CHECK_EQ(window.high(), Window::top);
  CHECK(!window.fails_high(win_score));
  for (int i = 0; i < 20; ++i) window.widen_down(window.low());
  CHECK_EQ(window.low(), Window::bottom);
  CHECK(!window.fails_low(-win_score));
  CHECK(!Window().fails_low(-win_score) && !Window().fails_high(win_score));
}

// Wins and threats

// Wins that the knowledge finds change no value at any depth.
template <Game G, class Start>
void check_wins(Start&& start, int games, int depth) {
  int checked = 0;
  random_decisions<G>(games, start, [&](const G& position) {
    if (moves_of(position).size() > 100) return;
    Options options = exact_options();
    const SearchReport with = search_fresh(options, position, depth);
    options.wins = WinRule::none;
    CHECK_EQ(with.value, search_fresh(options, position, depth).value);
    ++checked;
  });
  CHECK(checked > 20);
}

TEST_CASE(wins_above_the_horizon_change_no_value) {
  check_wins<Walls>(small_walls, 12, 3);
  check_wins<Twist>([](Rng&) { return Twist(); }, 12, 2);
  check_wins<EwnCyclic>([](Rng& rng) { return EwnCyclic::start(rng); }, 6, 4);
}

// A win at the horizon is a result: asking there is a search that is a ply deeper for wins only.
TEST_CASE(wins_at_the_horizon_are_results) {
  int seen = 0;
  random_decisions<Walls>(20, small_walls, [&](const Walls& position) {
    const SearchReport report = search_fresh(small_options(), position, 1);
    const knowledge::Of<Walls> knowledge;
    if (knowledge.winning_move(position)) return;
    for (const auto& row : report.moves) {
      const Walls next = acted(position, row.move);
      if (next.outcome()) continue;
      CHECK_EQ(row.proof == Proof::loss, knowledge.winning_move(next).has_value());
      seen += row.proof == Proof::loss;
    }
  });
  CHECK(seen > 50);
}

TEST_CASE(threats_are_the_wins_of_a_turn_passed) {
  const knowledge::Of<Walls> knowledge;
  int threats = 0;
  random_decisions<Walls>(20, small_walls, [&](const Walls& position) {
    const auto threat = knowledge.threat(position);
    CHECK(threat == knowledge.winning_move(position.passed()));
    threats += threat.has_value();
  });
  CHECK(threats > 10);
}

// With as many stones of either colour, the threat is the win of the same board with the colours
// exchanged.
TEST_CASE(threats_of_pentago_are_the_wins_of_the_other_colour) {
  const knowledge::Of<Twist> knowledge;
  int threats = 0;
  random_decisions<Twist>(
      20, [](Rng&) { return Twist(); },
      [&](const Twist& position) {
        if (position.to_move() != 0) return;
        std::string text = position.text();
        for (char& c : text) c = c == 'w' ? 'b' : c == 'b' ? 'w' : c;
        std::optional<Twist> exchanged;
        try {
          exchanged = Twist::parse(text);
        } catch (const std::exception&) {
          return;  // no game leads there
        }
        CHECK(knowledge.threat(position) == knowledge.winning_move(*exchanged));
        threats += knowledge.threat(position).has_value();
      });
  CHECK(threats > 10);
}

// What is left out

TEST_CASE(reductions_grow_with_depth_and_number) {
  Options options;
  options.reduce = 0.5;
  const Selectivity selectivity(options);
  CHECK_EQ(selectivity.reduction(8, 0, false), 0);
  CHECK_EQ(selectivity.reduction(8, 1, false), 0);
  CHECK_EQ(selectivity.reduction(1, 100, false), 0);
  for (int depth = 2; depth < 30; ++depth) {
    for (int index = 2; index < 300; ++index) {
      const int less = selectivity.reduction(depth, index, false);
      CHECK(less >= 0 && less < depth);
      CHECK(less <= selectivity.reduction(depth, index + 1, false));
      CHECK(selectivity.reduction(depth, index, true) <= less);
    }
  }
  CHECK(selectivity.reduction(8, 60, false) >= 3);
  options.pvs = false;  // nothing would verify them
  CHECK_EQ(selectivity.reduction(8, 60, false), 0);
}

TEST_CASE(history_changes_reductions_both_ways) {
  Options options;
  options.reduce = 0.5;
  options.reduce_history = 1.5;
  const Selectivity selectivity(options);
  const int usual = selectivity.reduction(8, 30, false, 0);
  CHECK_EQ(selectivity.reduction(8, 30, false, 1), usual - 2);
  CHECK_EQ(selectivity.reduction(8, 30, false, -1), usual + 1);
  CHECK_EQ(selectivity.reduction(2, 3, false, 1), 0);
  CHECK_EQ(selectivity.reduction(3, 200, false, -1), 2);
  CHECK_EQ(selectivity.reduction(8, 1, false, -1), 0);
}

TEST_CASE(late_moves_are_left_out_up_to_a_depth) {
  Options options;
  options.late = 12;
  const Selectivity selectivity(options);
  CHECK_EQ(selectivity.late_moves(1), 12);
  CHECK_EQ(selectivity.late_moves(2), 24);
  CHECK_EQ(selectivity.late_moves(3), 0);
  options.late_depth = 3;
  CHECK_EQ(selectivity.late_moves(3), 36);
  CHECK_EQ(selectivity.late_moves(4), 0);
}

// Without reductions the result of a whole tree is minimax's; with everything that leaves moves
// out, a proof is still true. Returns the number of proofs.
template <Game G>
int check_proofs(const G& position) {
  const alphabeta::Scale scale;
  Options options = exact_options();
  CHECK_EQ(search_fresh(options, position, 100).value, scale.value(minimax(position)));
  std::map<Move, Score> after;
  for (Move move : moves_of(position)) after[move] = -minimax(acted(position, move), 1);
  int proofs = 0;
  for (double reduce : {0.0, 0.5, 3.0}) {
    for (int late : {0, 1, 2}) {
      options = small_options();
      options.wins = late == 1 ? WinRule::none : WinRule::all;
      options.reduce = reduce;
      options.late = late;
      options.late_depth = 1 + late;
      options.reduce_history = late;
      options.futility = options.razor = reduce > 1 ? 0.5 : 0;
      options.iir = late > 0;
      options.leaf_proofs = late != 1;
      options.symmetry = late;
      for (int depth = 1; depth < 8; ++depth) {
        for (const auto& row : search_fresh(options, position, depth).moves) {
          if (row.proof == Proof::win) CHECK(scale.is_win(after[row.move]));
          if (row.proof == Proof::loss) CHECK(scale.is_loss(after[row.move]));
          proofs += row.proof != Proof::none;
        }
      }
    }
  }
  return proofs;
}

TEST_CASE(alphabeta_proofs_are_true_whatever_is_left_out) {
  int proofs = 0;
  late_positions(40, 2000, [&](const EwnCyclic& position) { proofs += check_proofs(position); });
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const check::Context context("walls with seed " + std::to_string(seed));
    Rng rng(seed);
    const auto position = late_position(Walls::start(4, 1, rng), seed, 3000);
    if (position) proofs += check_proofs(*position);
  }
  CHECK(proofs > 1000);
}
