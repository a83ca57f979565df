// Mirrored and rotated positions share an entry of alpha-beta's table.
#include "check.hpp"
#include "subjects.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

using namespace subjects;
using namespace tesuji::alphabeta;

namespace {

template <Game G, class K>
SearchReport search_with(int symmetry, const G& position, int depth) {
  Options options;
  options.memory = std::size_t{1} << 20;
  options.wins = WinRule::inner;
  options.reduce = 0;
  options.symmetry = symmetry;
  AlphaBeta<G, K> search(options, Evaluate<G>());
  Budget budget;
  budget.depth = depth;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}

}  // namespace

TEST_CASE(frames_of_all_images_have_one_key) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 3, [](const G& position) {
      const Frame frame = common_frame(position);
      CHECK(position.transformed(frame.symmetry).hash() == frame.key);
      for (int symmetry = 0; symmetry < G::symmetry_count; ++symmetry) {
        CHECK_EQ(common_frame(position.transformed(symmetry)).key, frame.key);
      }
    });
  });
}

TEST_CASE(frames_give_moves_back) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 3, [](const G& position) {
      if (position.outcome() || is_chance(position)) return;
      const Frame frame = common_frame(position);
      const G image = position.transformed(frame.symmetry);
      move_list_t<G> list;
      position.legal_moves(list);
      move_list_t<G> others;
      image.legal_moves(others);
      for (const Move move : list) {
        const Move there = to_frame(position, move, frame);
        CHECK(others.contains(there));
        CHECK_EQ(from_frame(position, there, frame), move);
      }
      CHECK_EQ(to_frame(position, no_move, frame), no_move);
    });
  });
}

// Values and principal variations stay; where the board is symmetric there is less to search.
TEST_CASE(shared_entries_save_nodes) {
  const auto check_start = [](const auto& position, auto knowledge, int depth) {
    using G = std::decay_t<decltype(position)>;
    using K = decltype(knowledge);
    const SearchReport apart = search_with<G, K>(0, position, depth);
    const SearchReport shared = search_with<G, K>(1, position, depth);
    CHECK_EQ(shared.value, apart.value);
    CHECK(shared.nodes < apart.nodes);
    CHECK(shared.line.size() >= 2);
    G at = position;
    for (const Move move : shared.line) {
      move_list_t<G> list;
      at.legal_moves(list);
      CHECK(list.contains(move));
      at.play(move);
    }
  };
  using Twist = Pentago<PentagoRules::twist>;
  check_start(Avalam(), knowledge::Of<Avalam>(), 3);
  check_start(Twist(), knowledge::Of<Twist>(), 3);
}
