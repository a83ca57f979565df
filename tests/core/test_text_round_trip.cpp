// Positions and moves read back from their text, along random games of every game.
#include "subjects.hpp"

using namespace subjects;

TEST_CASE(text_round_trip_of_positions) {
  for_every_game([](const auto& subject) {
    walks(subject, 100, [&](const auto& position) {
      const std::string text = position.text();
      const auto read = subject.parse(text);
      CHECK_EQ(read.text(), text);
      CHECK(read == position);
      CHECK_EQ(read.hash(), position.hash());
      CHECK_EQ(read.to_move(), position.to_move());
      CHECK(read.outcome() == position.outcome());
      CHECK(actions_of(read) == actions_of(position));
    });
  });
}

TEST_CASE(text_round_trip_of_moves) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 5, [](const G& position) {
      for (Move action : actions_of(position)) {
        const std::string text = G::move_text(action);
        CHECK_EQ(G::parse_move(text), action);
        CHECK_EQ(G::move_text(G::parse_move(text)), text);
      }
    });
  });
}

// Upper and lower case are the same, except for Avalam's towers.
TEST_CASE(text_case_does_not_matter) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const auto upper = [](std::string text) {
      for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      return text;
    };
    walks(subject, 2, [&](const G& position) {
      if constexpr (!std::same_as<G, Avalam>) {
        CHECK(subject.parse(upper(position.text())) == position);
      }
      for (Move action : actions_of(position)) {
        CHECK_EQ(G::parse_move(upper(G::move_text(action))), action);
      }
    });
  });
}

TEST_CASE(text_is_printable) {
  for_every_game([](const auto& subject) {
    walks(subject, 2, [](const auto& position) {
      for (char c : position.text()) CHECK(c >= ' ' && c <= '~');
    });
  });
}
