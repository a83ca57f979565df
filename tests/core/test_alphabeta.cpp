// Alpha-beta's transposition table, the scores in it, and its use of knowledge.
#include <algorithm>

#include "check.hpp"
#include "solved.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

namespace {

using namespace solved;
using alphabeta::AlphaBeta;
using alphabeta::Bound;
using alphabeta::Entry;
using alphabeta::Options;
using alphabeta::Scale;
using alphabeta::Slot;
using alphabeta::Table;

template <Game G, class K>
SearchReport search_to(AlphaBeta<G, K>& search, const G& position, int depth) {
  Budget budget;
  budget.depth = depth;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}
Options small_options() {
  Options options;
  options.memory = std::size_t{1} << 20;
  return options;
}
Score nothing(const EwnCyclic&) { return 0; }

Entry entry_of(Score score, Bound bound = Bound::exact, int depth = 3) {
  Entry entry;
  entry.score = score;
  entry.bound = bound;
  entry.depth = static_cast<std::uint8_t>(depth);
  return entry;
}

}  // namespace

// The table

TEST_CASE(alphabeta_entries_survive_packing) {
  for (Score score : {0, 1, -1, win_score, -win_score, alphabeta::no_score, win_score + 1}) {
    for (Move move : {Move{0}, Move{0x1234}, Move{0xffff}}) {
      Entry entry = entry_of(score, Bound::lower, 255);
      entry.move = move;
      entry.complete = move == 0;
      entry.search = move;
      const Entry copy = Entry::unpacked(entry.packed());
      CHECK_EQ(copy.score, score);
      CHECK_EQ(copy.move, move);
      CHECK_EQ(copy.depth, 255);
      CHECK(copy.bound == Bound::lower);
      CHECK_EQ(copy.complete, entry.complete);
      CHECK_EQ(copy.search, move);
    }
  }
}

TEST_CASE(alphabeta_table_finds_what_was_stored) {
  Table table(1 << 12);
  table.begin_search();
  const std::uint64_t key = 0x123456789abcdef0u;
  CHECK(!table.find(key, true));
  table.store(key, entry_of(-77));
  CHECK_EQ(table.find(key, false)->score, -77);
  CHECK(!table.find(key ^ (std::uint64_t{1} << 63), true));  // of the same pair
}

// As if two threads wrote to one slot, and each wrote one word last.
TEST_CASE(alphabeta_halves_of_two_entries_are_none) {
  Slot one{};
  Slot other{};
  one.write(1000, entry_of(5));
  other.write(2000, entry_of(6));
  CHECK_EQ(one.read(1000)->score, 5);
  CHECK_EQ(other.read(2000)->score, 6);
  for (Slot torn : {Slot{one.check, other.bits}, Slot{other.check, one.bits}}) {
    CHECK(!torn.read(1000));
    CHECK(!torn.read(2000));
  }
  CHECK(!Slot{}.read(0));  // empty
}

TEST_CASE(alphabeta_table_keeps_the_deepest_and_the_latest) {
  Table table(1 << 12);
  table.begin_search();
  const auto key = [](std::uint64_t n) { return n << 32 | 5; };
  table.store(key(1), entry_of(1, Bound::exact, 9));
  table.store(key(2), entry_of(2, Bound::exact, 4));
  table.store(key(3), entry_of(3, Bound::exact, 2));
  CHECK(table.find(key(1), false) && !table.find(key(2), false) && table.find(key(3), false));
  table.begin_search();
  table.store(key(4), entry_of(4, Bound::exact, 1));
  CHECK(!table.find(key(1), true) && table.find(key(4), false));
}

TEST_CASE(alphabeta_no_old_entry_passes_for_a_new_one) {
  Table table(1 << 12);
  table.begin_search();
  table.store(42, entry_of(7));
  for (int later = 1; later <= 2 * 0x10000; ++later) {
    table.begin_search();
    CHECK(!table.find(42, false));
  }
  CHECK(!table.find(42, true));  // forgotten when the generation number wrapped around
  table.store(42, entry_of(8));
  CHECK_EQ(table.find(42, false)->score, 8);
}

// Distances

TEST_CASE(alphabeta_table_counts_from_the_position) {
  const Scale scale;
  for (int ply : {0, 1, 17}) {
    CHECK_EQ(scale.to_table(win_score - 20, ply), win_score - 20 + ply);
    CHECK_EQ(scale.to_table(20 - win_score, ply), 20 - win_score - ply);
    for (Score score : {win_score - 20, 20 - win_score, 0, 899'999, -899'999}) {
      CHECK_EQ(scale.from_table(scale.to_table(score, ply), ply), score);
    }
  }
  const Scale flat{.distance = false};
  CHECK_EQ(flat.to_table(win_score, 5), win_score);
  CHECK_EQ(flat.from_table(-win_score, 5), -win_score);
}

// Every exact entry holds the distance to the end from its own position.
TEST_CASE(alphabeta_stored_distances_are_true) {
  int checked = 0;
  late_positions(40, 2000, [&](const EwnCyclic& position) {
    Options options = small_options();
    options.reduce = 0;  // with reductions, distances are bounds
    AlphaBeta<EwnCyclic> search(options, nothing);
    search_to(search, position, 100);
    walks(Subject<EwnCyclic>{"late", [&](Rng&) { return position; }, {}}, 40,
          [&](const EwnCyclic& at) {
            const auto entry = search.table().find(at.hash(), true);
            if (!entry || entry->bound != Bound::exact || !entry->complete) return;
            CHECK_EQ(entry->score, minimax(at));
            ++checked;
          });
  });
  CHECK(checked > 50);
}

// A search that uses what an earlier one stored at other plies stores true distances again.
TEST_CASE(alphabeta_distances_stay_true_at_other_plies) {
  int checked = 0;
  late_positions(40, 2000, [&](const EwnCyclic& position) {
    AlphaBeta<EwnCyclic> search(small_options(), nothing);
    for (int depth : {2, 3, 100}) {
      for (Move move : moves_of(position)) {
        const EwnCyclic next = acted(position, move);
        if (!next.outcome()) search_to(search, next, depth);
      }
      search_to(search, position, depth + 1);
    }
    walks(Subject<EwnCyclic>{"late", [&](Rng&) { return position; }, {}}, 20,
          [&](const EwnCyclic& at) {
            const auto entry = search.table().find(at.hash(), true);
            if (!entry || !entry->complete) return;
            const Score exact = minimax(at);
            if (entry->bound != Bound::upper) CHECK(entry->score <= exact);
            if (entry->bound != Bound::lower) CHECK(entry->score >= exact);
            ++checked;
          });
  });
  CHECK(checked > 1000);
}

// Moves beyond the horizon do not matter where another one wins, or where all lose.
TEST_CASE(alphabeta_forced_results_hold_at_any_depth) {
  int checked = 0;
  const Scale scale;
  late_positions(40, 2000, [&](const EwnCyclic& position) {
    AlphaBeta<EwnCyclic> search(small_options(), nothing);
    search_to(search, position, 4);
    walks(Subject<EwnCyclic>{"late", [&](Rng&) { return position; }, {}}, 20,
          [&](const EwnCyclic& at) {
            const auto entry = search.table().find(at.hash(), true);
            if (!entry) return;
            const bool win = scale.is_win(entry->score) && entry->bound != Bound::upper;
            const bool loss = scale.is_loss(entry->score) && entry->bound != Bound::lower;
            if (!win && !loss) return;
            CHECK(entry->complete);
            CHECK_EQ(scale.is_win(minimax(at)), win);
            ++checked;
          });
  });
  CHECK(checked > 100);
}

// Knowledge

namespace {

// Scores moves by a number that is unrelated to the order of the list.
struct ByNumber {
  static constexpr double score_unit = 3.0;
  double move_score(const EwnCyclic&, Move move) const { return double((move * 37) % 11); }
};

std::vector<Move> best_by_number(const EwnCyclic& position, int count) {
  std::vector<Move> moves = moves_of(position);
  std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
    return ByNumber().move_score(position, a) > ByNumber().move_score(position, b);
  });
  moves.resize(std::min(moves.size(), static_cast<std::size_t>(count)));
  return moves;
}

// Minimax to a fixed depth over the moves that the beam keeps, with an evaluation at the leaves.
Score beam_minimax(const EwnCyclic& position, int beam, int depth, int ply) {
  if (const auto outcome = position.outcome()) {
    return Scale{}.end(*outcome, position.to_move(), ply);
  }
  if (depth == 0) return static_cast<Score>(position.hash() % 1000);
  Score best = alphabeta::no_score;
  for (Move move : best_by_number(position, beam)) {
    best = std::max(best, -beam_minimax(acted(position, move), beam, depth - 1, ply + 1));
  }
  return best;
}

// Plays the last move of the list in a lost position.
struct LastMove {
  Move final_move(DiagonalMove, const EwnCyclic& position) const {
    return moves_of(position).back();
  }
};

}  // namespace

TEST_CASE(alphabeta_beam_by_score_holds_at_the_root_and_below) {
  const auto by_hash = [](const EwnCyclic& p) { return static_cast<Score>(p.hash() % 1000); };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const EwnCyclic position = EwnCyclic::start(rng);
    for (int beam : {1, 2, 3, 50}) {
      Options options = small_options();
      options.beam = beam;
      options.rank = alphabeta::RankRule::score;
      options.sort = false;
      AlphaBeta<EwnCyclic, ByNumber> search(options, by_hash);
      const SearchReport report = search_to(search, position, 4);
      const std::vector<Move> expected = best_by_number(position, beam);
      CHECK_EQ(report.moves.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK_EQ(report.moves[i].move, expected[i]);
      }
      CHECK_EQ(report.value, Scale{}.value(beam_minimax(position, beam, 4, 0)));
    }
  }
}

TEST_CASE(alphabeta_beam_ranks_by_evaluation_where_no_score_is_known) {
  const auto by_hash = [](const EwnCyclic& p) { return static_cast<Score>(p.hash() % 1000); };
  Rng rng(3);
  const EwnCyclic position = EwnCyclic::start(rng);
  Options options = small_options();
  options.beam = 2;
  options.rank = alphabeta::RankRule::score;
  AlphaBeta<EwnCyclic> search(options, by_hash);
  std::vector<Move> moves = moves_of(position);
  std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
    return by_hash(acted(position, a)) < by_hash(acted(position, b));
  });
  const SearchReport report = search_to(search, position, 1);
  CHECK_EQ(report.moves.size(), 2);
  CHECK_EQ(report.best, moves[0]);
}

TEST_CASE(alphabeta_despairs_only_when_all_is_lost) {
  int lost = 0;
  late_positions(60, 2000, [&](const EwnCyclic& position) {
    Options options = small_options();
    options.despair = alphabeta::DespairRule::diagonal;
    AlphaBeta<EwnCyclic, LastMove> search(options, nothing);
    const SearchReport report = search_to(search, position, 100);
    if (minimax(position) > 0) {
      CHECK_EQ(-minimax(acted(position, report.best), 1), minimax(position));
      return;
    }
    ++lost;
    CHECK_EQ(report.best, moves_of(position).back());
    CHECK_EQ(report.line.front(), report.best);
    CHECK(report.proof == Proof::loss && report.value == 0);
    options.despair = alphabeta::DespairRule::best;
    AlphaBeta<EwnCyclic, LastMove> calm(options, nothing);
    const Move defence = search_to(calm, position, 100).best;
    CHECK_EQ(-minimax(acted(position, defence), 1), minimax(position));
  });
  CHECK(lost > 10 && lost < 50);
}

// A loss beyond the horizon is not proven, and a beam proves no losses.
TEST_CASE(alphabeta_does_not_despair_without_proof) {
  int deep = 0;
  late_positions(60, 2000, [&](const EwnCyclic& position) {
    if (minimax(position) > 0) return;
    Options options = small_options();
    options.despair = alphabeta::DespairRule::diagonal;
    options.beam = 1000;
    AlphaBeta<EwnCyclic, LastMove> beamed(options, nothing);
    const SearchReport report = search_to(beamed, position, 100);
    CHECK_EQ(-minimax(acted(position, report.best), 1), minimax(position));
    if (minimax(position) <= 3 - win_score) return;
    options.beam = 0;
    AlphaBeta<EwnCyclic, LastMove> shallow(options, nothing);
    const SearchReport near = search_to(shallow, position, 3);
    options.despair = alphabeta::DespairRule::best;
    AlphaBeta<EwnCyclic, LastMove> calm(options, nothing);
    CHECK(near.proof == Proof::none);
    CHECK_EQ(near.best, search_to(calm, position, 3).best);
    ++deep;
  });
  CHECK(deep > 3);
}
