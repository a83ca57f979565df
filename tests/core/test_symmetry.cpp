// Symmetries form a group and commute with play.
#include <algorithm>

#include "subjects.hpp"

using namespace subjects;

namespace {

// Calls visit(position, symmetry) for all symmetries along random games.
template <class S, class Visit>
void for_every_symmetry(const S& subject, int games, Visit&& visit) {
  using G = typename S::Position;
  walks(subject, games, [&](const G& position) {
    for (int symmetry = 0; symmetry < G::symmetry_count; ++symmetry) visit(position, symmetry);
  });
}

}  // namespace

TEST_CASE(symmetry_0_is_the_identity) {
  for_every_game([](const auto& subject) {
    walks(subject, 5, [](const auto& position) {
      CHECK(position.transformed(0) == position);
      for (Move action : actions_of(position)) {
        CHECK_EQ(position.transformed_move(action, 0), action);
      }
    });
  });
}

TEST_CASE(symmetry_keeps_what_the_rules_see) {
  for_every_game([](const auto& subject) {
    for_every_symmetry(subject, 10, [&](const auto& position, int symmetry) {
      const auto image = position.transformed(symmetry);
      CHECK_EQ(image.to_move(), position.to_move());
      CHECK(image.outcome() == position.outcome());
      CHECK_EQ(is_chance(image), is_chance(position));
      CHECK(subject.parse(image.text()) == image);
      if constexpr (HasScore<std::decay_t<decltype(image)>>) {
        CHECK_EQ(image.score(), position.score());
      }
    });
  });
}

TEST_CASE(symmetry_maps_actions_onto_actions) {
  for_every_game([](const auto& subject) {
    for_every_symmetry(subject, 4, [](const auto& position, int symmetry) {
      std::vector<Move> mapped = actions_of(position);
      for (Move& action : mapped) action = position.transformed_move(action, symmetry);
      std::vector<Move> expected = actions_of(position.transformed(symmetry));
      std::sort(mapped.begin(), mapped.end());
      std::sort(expected.begin(), expected.end());
      CHECK(mapped == expected);
    });
  });
}

TEST_CASE(symmetry_commutes_with_play) {
  for_every_game([](const auto& subject) {
    for_every_symmetry(subject, 2, [](const auto& position, int symmetry) {
      const auto image = position.transformed(symmetry);
      for (Move action : actions_of(position)) {
        const auto here = acted(position, action).transformed(symmetry);
        const auto there = acted(image, position.transformed_move(action, symmetry));
        CHECK_EQ(here, there);
      }
    });
  });
}

// The composition of two symmetries is a symmetry, and every symmetry has an inverse.
TEST_CASE(symmetry_is_a_group) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    for_every_symmetry(subject, 2, [](const G& position, int symmetry) {
      bool undone = false;
      for (int second = 0; second < G::symmetry_count; ++second) {
        const G image = position.transformed(symmetry).transformed(second);
        undone = undone || image == position;
        bool closed = false;
        for (int s = 0; s < G::symmetry_count; ++s)
          closed = closed || position.transformed(s) == image;
        CHECK(closed);
      }
      CHECK(undone);
    });
  });
}

// Positions in the middle of random games are not symmetric, so all their images differ.
TEST_CASE(symmetry_images_differ) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    int most = 0;
    walks(subject, 5, [&](const G& position) {
      std::vector<std::string> images;
      for (int s = 0; s < G::symmetry_count; ++s) images.push_back(position.transformed(s).text());
      std::sort(images.begin(), images.end());
      const auto last = std::unique(images.begin(), images.end());
      most = std::max(most, static_cast<int>(last - images.begin()));
    });
    CHECK_EQ(most, G::symmetry_count);
  });
}
