// The contract of a position, tested along random games of every game.
#include <algorithm>
#include <map>
#include <set>

#include "subjects.hpp"
#include "tesuji/base/perft.hpp"

using namespace subjects;

TEST_CASE(conformance_over_chance_or_decision) {
  for_every_game([](const auto& subject) {
    walks(subject, 20, [](const auto& position) {
      CHECK(position.to_move() == 0 || position.to_move() == 1);
      if (position.outcome()) {
        CHECK(!is_chance(position));
        CHECK(position.outcome()->winner >= -1 && position.outcome()->winner <= 1);
      } else if (!is_chance(position)) {
        CHECK(!moves_of(position).empty());
      }
    });
  });
}

TEST_CASE(conformance_moves_are_distinct_and_in_a_fixed_order) {
  for_every_game([](const auto& subject) {
    walks(subject, 10, [](const auto& position) {
      if (position.outcome() || is_chance(position)) return;
      const std::vector<Move> moves = moves_of(position);
      CHECK_EQ(std::set<Move>(moves.begin(), moves.end()).size(), moves.size());
      CHECK(moves == moves_of(position));
      CHECK_EQ(position.move_count(), moves.size());

      MoveList list;
      list.push(65535);
      position.legal_moves(list);
      CHECK_EQ(list.size(), moves.size() + 1);
      CHECK_EQ(list[0], 65535);
    });
  });
}

TEST_CASE(conformance_nth_moves_are_the_legal_moves) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (HasNthMove<G>) {
      walks(subject, 10, [](const G& position) {
        if (position.outcome() || is_chance(position)) return;
        std::vector<Move> moves = moves_of(position);
        std::vector<Move> numbered;
        for (int n = 0; n < position.move_count(); ++n) numbered.push_back(position.nth_move(n));
        std::sort(moves.begin(), moves.end());
        std::sort(numbered.begin(), numbered.end());
        CHECK(numbered == moves);
      });
    }
  });
}

TEST_CASE(conformance_distinct_moves_are_the_first_to_each_position) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (HasDistinctMoves<G>) {
      walks(subject, 20, [](const G& position) {
        if (position.outcome()) return;
        std::vector<Move> first;
        std::set<std::string> reached;
        for (const Move move : moves_of(position)) {
          if (reached.insert(acted(position, move).text()).second) first.push_back(move);
        }
        move_list_t<G> list;
        position.distinct_moves(list);
        CHECK(std::vector<Move>(list.begin(), list.end()) == first);
      });
    }
  });
}

TEST_CASE(conformance_players_take_turns) {
  for_every_game([](const auto& subject) {
    walks(subject, 10, [](const auto& position) {
      const bool chance = is_chance(position);
      for (Move action : actions_of(position)) {
        const auto next = acted(position, action);
        CHECK_EQ(next.to_move(), chance ? position.to_move() : 1 - position.to_move());
      }
    });
    Rng rng(9);
    CHECK_EQ(subject.start(rng).to_move(), 0);
  });
}

// Successors of a position have equal texts exactly if they are equal, and then equal hashes.
TEST_CASE(conformance_equal_positions_have_equal_hashes) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 2, [](const G& position) {
      std::map<std::string, G> by_text;
      std::set<std::uint64_t> hashes;
      for (Move action : actions_of(position)) {
        const G next = acted(position, action);
        CHECK(next != position);
        const auto [same, added] = by_text.emplace(next.text(), next);
        CHECK(same->second == next);
        CHECK_EQ(same->second.hash(), next.hash());
        CHECK_EQ(hashes.insert(next.hash()).second, added);
      }
      for (auto a = by_text.begin(); a != by_text.end(); ++a) {
        if (std::next(a) != by_text.end()) CHECK(a->second != std::next(a)->second);
      }
    });
  });
}

// Short random lines from every position of a game reach many positions twice, and positions that
// differ in one detail only: texts, positions and hashes must agree on which are equal.
TEST_CASE(conformance_hashes_tell_positions_apart) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    std::map<std::string, std::uint64_t> hash_of;
    std::map<std::uint64_t, std::string> text_of;
    Rng rng(4);
    walks(subject, 2, [&](const G& position) {
      for (int line = 0; line < 100; ++line) {
        G next = position;
        for (int ply = 0; ply < 3; ++ply) {
          const std::vector<Move> actions = actions_of(next);
          if (actions.empty()) break;
          act(next, draw_from(actions, rng));
        }
        CHECK_EQ(hash_of.emplace(next.text(), next.hash()).first->second, next.hash());
        CHECK_EQ(text_of.emplace(next.hash(), next.text()).first->second, next.text());
      }
    });
  });
}

TEST_CASE(conformance_copies_are_values) {
  for_every_game([](const auto& subject) {
    Rng rng(5);
    const auto position = subject.start(rng);
    auto copy = position;
    act(copy, actions_of(copy)[0]);
    CHECK(copy != position);
    copy = position;
    CHECK(copy == position);
    CHECK(actions_of(copy) == actions_of(position));
  });
}

TEST_CASE(conformance_undo_restores_everything) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (HasUndo<G>) {
      walks(subject, 3, [](const G& position) {
        const std::string text = position.text();
        const std::vector<Move> moves = actions_of(position);
        for (Move move : moves) {
          G changed = position;
          const auto undo = changed.play_undoable(move);
          CHECK(changed == acted(position, move));
          changed.undo(undo);
          CHECK(changed == position);
          CHECK_EQ(changed.hash(), position.hash());
          CHECK_EQ(changed.text(), text);
          CHECK(changed.outcome() == position.outcome());
          CHECK(actions_of(changed) == moves);
        }
      });
    }
  });
}

// Whole games taken back to the start.
TEST_CASE(conformance_undo_unwinds_games) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (HasUndo<G>) {
      Rng rng(6);
      G position = subject.start(rng);
      std::vector<std::pair<G, typename G::Undo>> history;
      while (!position.outcome()) {
        const G before = position;
        history.emplace_back(before, position.play_undoable(position.random_move(rng)));
      }
      for (; !history.empty(); history.pop_back()) {
        position.undo(history.back().second);
        CHECK(position == history.back().first);
      }
    }
  });
}

// Perft counts its last ply without playing it; here every ply is played.
TEST_CASE(conformance_perft_agrees_with_plain_counting) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    Rng rng(7);
    const G start = subject.start(rng);
    std::uint64_t count = 0;
    for (Move first : actions_of(start)) {
      for (Move second : actions_of(acted(start, first))) {
        (void)second;
        ++count;
      }
    }
    G position = start;
    CHECK_EQ(perft(position, 2), count);
    CHECK(position == start);
  });
}

// Events have other codes than all moves, and each event leads to a decision.
TEST_CASE(conformance_events_lead_to_decisions) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (HasChance<G>) {
      std::set<Move> events;
      std::set<Move> moves;
      walks(subject, 20, [&](const G& position) {
        for (Move action : actions_of(position)) {
          (position.is_chance() ? events : moves).insert(action);
          if (position.is_chance()) CHECK(!acted(position, action).is_chance());
          if (position.is_chance()) CHECK(!moves_of(acted(position, action)).empty());
        }
      });
      CHECK_EQ(events.size(), 6);
      for (Move event : events) CHECK(!moves.contains(event));
    }
  });
}
