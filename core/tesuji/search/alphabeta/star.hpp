// Chance nodes of alpha-beta: the expectation over all events with Star1 and Star2 (Ballard, 1983).
#pragma once

#include "tesuji/base/game.hpp"
#include "tesuji/search/alphabeta/chance.hpp"
#include "tesuji/search/alphabeta/options.hpp"
#include "tesuji/search/alphabeta/table.hpp"

namespace tesuji::alphabeta {

// Star2: tries one move of each event, and returns whether these lower bounds suffice for a cutoff.
// `probe(next, alpha, beta)` is such a bound, or at most alpha if it found none.
template <Game G, class Probe>
bool probe_events(const G& position, bool narrow, Expectation& expectation, Probe&& probe) {
  for (int i = 0; i < position.event_count(); ++i) {
    G next = position;
    next.play_event(position.event(i));
    // Where the roll passes the turn on, one move of the other says nothing for us.
    if (next.to_move() != position.to_move()) continue;
    const Score least = narrow ? expectation.least_needed(i) : no_score + 1;
    const Score most = narrow ? expectation.most_needed() : win_score + 1;
    if (least > win_score) return false;
    const Score found = probe(next, least - 1, most);
    if (found < least) return false;
    expectation.raise_floor(i, found);
    if (expectation.floors_suffice()) return true;
  }
  return false;
}

// The expectation and what it is: exact, or a bound. Star1 gives each event the window within which
// it can still matter. `search(next, alpha, beta)` is the score of an event for the player to move
// there. `stopped` says that what they return means nothing any more.
template <Game G, class Search, class Probe>
Entry search_events(const G& position, const Options& options, bool probes, Score alpha, Score beta,
                    const bool& stopped, Search&& search, Probe&& probe) {
  const int events = position.event_count();
  Expectation expectation(events, alpha, beta);
  const bool star1 = options.prune && options.star1;
  if (probes && options.prune && options.star2 && events <= Expectation::most_floors &&
      probe_events(position, options.roll_probe, expectation, probe)) {
    return {.score = expectation.floor_mean(), .bound = Bound::lower};
  }
  for (int i = 0; i < events && !stopped; ++i) {
    G next = position;
    next.play_event(position.event(i));
    expectation.next();
    const Score low = star1 ? expectation.low() : no_score;
    const Score high = star1 ? expectation.high() : win_score + 1;
    const bool same = next.to_move() == position.to_move();
    const Score score = same ? search(next, low, high) : -search(next, -high, -low);
    expectation.add(score);
    if (star1 && score <= low) return {.score = expectation.most(), .bound = Bound::upper};
    if (star1 && score >= high) return {.score = expectation.least(), .bound = Bound::lower};
  }
  return {.score = expectation.mean(), .bound = Bound::exact};
}

}  // namespace tesuji::alphabeta
