// Every game of the core, with functions to start and to parse it, for tests of all games; and
// random walks through their positions.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/games/avalam.hpp"
#include "tesuji/games/colosseum.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/games/pentago.hpp"

namespace subjects {

using namespace tesuji;
using PentagoTwist = Pentago<PentagoRules::twist>;
using PentagoRotate = Pentago<PentagoRules::rotate>;
using PentagoPlacement = Pentago<PentagoRules::placement_wins>;

template <Game G>
struct Subject {
  using Position = G;
  std::string name;
  std::function<G(Rng&)> start;
  std::function<G(std::string_view)> parse;
};

template <Game G>
Subject<G> fixed_start(std::string name) {
  return {std::move(name), [](Rng&) { return G(); }, &G::parse};
}
template <Game G>
Subject<G> drawn_start(std::string name) {
  return {std::move(name), &G::start, &G::parse};
}
// With the number of wall pairs of one of the two editions.
template <Game G>
Subject<G> colosseum_of(std::string name, int size) {
  return {std::move(name) + ' ' + std::to_string(size),
          [size](Rng& rng) {
            const int pairs = rng.below(2) ? size / 2 - 1 : colosseum::longest_walk(size);
            return G::start(size, pairs, rng);
          },
          [size](std::string_view text) { return G::parse(text, size); }};
}

// Calls visit(subject) for every game and every size of Colosseum, small sizes in both widths.
template <class Visit>
void for_every_game(Visit&& given) {
  const auto visit = [&](const auto& subject) {
    const check::Context context(subject.name);
    given(subject);
  };
  visit(fixed_start<Avalam>("avalam"));
  visit(fixed_start<PentagoTwist>("pentago-twist"));
  visit(fixed_start<PentagoRotate>("pentago"));
  visit(fixed_start<PentagoPlacement>("pentago, placement wins"));
  visit(drawn_start<EwnCyclic>("ewn-cyclic"));
  visit(drawn_start<Ewn>("ewn"));
  for (int size = 4; size <= 8; ++size) {
    visit(colosseum_of<NarrowColosseum>("narrow colosseum", size));
  }
  for (int size = 4; size <= 12; ++size) {
    visit(colosseum_of<WideColosseum>("wide colosseum", size));
  }
}

template <Game G>
std::vector<Move> moves_of(const G& position) {
  move_list_t<G> list;
  position.legal_moves(list);
  return {list.begin(), list.end()};
}
// Moves at a decision, events at a chance position, nothing if the game is over.
template <Game G>
std::vector<Move> actions_of(const G& position) {
  if (position.outcome()) return {};
  if constexpr (HasChance<G>) {
    std::vector<Move> events;
    for (int i = 0; position.is_chance() && i < position.event_count(); ++i) {
      events.push_back(position.event(i));
    }
    if (position.is_chance()) return events;
  }
  return moves_of(position);
}
template <Game G>
void act(G& position, Move action) {
  if constexpr (HasChance<G>) {
    if (position.is_chance()) return position.play_event(action);
  }
  position.play(action);
}
template <Game G>
G acted(G position, Move action) {
  act(position, action);
  return position;
}
inline Move draw_from(const std::vector<Move>& actions, Rng& rng) {
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

// Plays a random game by listing all actions; calls visit(position) for every position.
template <Game G, class Visit>
void walk(G position, Rng& rng, Visit&& visit) {
  for (;;) {
    visit(std::as_const(position));
    const std::vector<Move> actions = actions_of(position);
    if (actions.empty()) return;
    act(position, draw_from(actions, rng));
  }
}
// Walks of `games` random games of a subject.
template <class S, class Visit>
void walks(const S& subject, int games, Visit&& visit) {
  for (int game = 0; game < games; ++game) {
    const check::Context context("game with seed " + std::to_string(game));
    Rng rng(static_cast<std::uint64_t>(game));
    walk(subject.start(rng), rng, visit);
  }
}

}  // namespace subjects
