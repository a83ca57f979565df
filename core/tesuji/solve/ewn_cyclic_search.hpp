// The search of the ewn-cyclic solver: can a player force a win within so many turns?
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/solve/ewn_cyclic_arrival.hpp"
#include "tesuji/solve/ewn_cyclic_race.hpp"
#include "tesuji/solve/ewn_cyclic_table.hpp"

namespace tesuji::solve::ewn_cyclic {

#ifndef F_SURE
#define F_SURE 1
#endif
#ifndef F_BOUND
#define F_BOUND 1
#endif

template <class Stop>
class Search {
 public:
  Search(const Arrival& arrival, Table& table, Stop& stop) noexcept
      : arrival_(arrival), table_(table), stop_(stop) {}

  // Whether the player to move can force a win within so many turns of its own.
  bool attack(const Position& position, int turns) {
    if (stop_.now()) return false;
    ++stop_.nodes;
    const unsigned alive = position.own.alive();
    const int bound = F_BOUND ? arrival_.earliest().arrival(position.own, alive, position.phase) : plain_bound(position.own, alive, position.phase);
    if (bound == 1) return true;
    // Both players' turns can capture enemy cubes, and the last turn is the attacker's.
    if (bound > turns && !may_eliminate<true>(arrival_, position.own, position.enemy, position.phase, turns)) return false;
    if (F_SURE && sure_arrival<true>(arrival_, position.own, position.enemy, position.phase, turns) <= turns) return true;
    if (F_SURE && sure_arrival<false>(arrival_, position.enemy, position.own, position.phase, Attack::limit) < never) return false;

    Proof proof = turns > 1 ? table_.read(position) : Proof{};
    if (proof.win <= turns) return true;
    if (proof.no_win >= turns) return false;
    const std::uint64_t before = stop_.nodes;
    bool won = false;
    Step best = proof.best;
    Ordered list = ordered(position, turns, proof.best);
    for (int i = 0; i < list.count; ++i) {
      const Position& next = list.next[i];
      if (next.own.empty() || (turns > 1 && defend(next, turns - 1))) {
        won = true;
        best = list.step[i];
        break;
      }
      if (stop_.stopped) return false;
    }
    if (turns > 1) store(position, proof, best, before, [&](Proof& p) { if (won) p.prove_win(turns); else p.no_win = std::max(p.no_win, turns); });
    return won;
  }

  // Whether the enemy of the player to move can force a win within so many turns.
  bool defend(const Position& position, int turns) {
    if (stop_.now()) return false;
    ++stop_.nodes;
    const unsigned alive = position.own.alive();
    const unsigned enemy = position.enemy.alive();
    const int own_bound = F_BOUND ? arrival_.earliest().arrival(position.own, alive, position.phase) : plain_bound(position.own, alive, position.phase);
    if (own_bound == 1) return false;
    const int bound = F_BOUND ? arrival_.earliest_second().arrival(position.enemy, enemy, position.phase) : plain_second(position.enemy);
    if (bound > turns && !may_eliminate<false>(arrival_, position.enemy, position.own, position.phase, turns)) return false;
    if (F_SURE && sure_arrival<true>(arrival_, position.own, position.enemy, position.phase, Attack::limit) < never) return false;
    if (F_SURE && sure_arrival<false>(arrival_, position.enemy, position.own, position.phase, turns) <= turns) return true;

    Proof proof = turns > 1 ? table_.read(position) : Proof{};
    if (proof.loss <= turns) return true;
    if (proof.no_loss >= turns) return false;
    const std::uint64_t before = stop_.nodes;
    bool lost = true;
    Step best = proof.best;
    Ordered list = ordered(position, turns, proof.best);
    for (int i = 0; i < list.count; ++i) {
      const Position& next = list.next[i];
      if (next.own.empty() || !attack(next, turns)) {
        lost = false;
        best = list.step[i];
        break;
      }
      if (stop_.stopped) return false;
    }
    if (stop_.stopped) return false;
    if (turns > 1) store(position, proof, best, before, [&](Proof& p) { if (lost) p.prove_loss(turns); else p.no_loss = std::max(p.no_loss, turns); });
    return lost;
  }

 private:
  struct Ordered {
    std::array<Position, 8> next;
    std::array<Step, 8> step;
    std::array<int, 8> score;
    int count = 0;
  };

  int plain_bound(const Cubes& c, unsigned alive, int phase) const {
    int b = never;
    for (int k = 0; k < cubes; ++k) {
      int d = distance[c[k]];
      if (d == 1) { auto ch = ewn::choices[alive][arrival_.die(phase)]; if (ch.first != k && ch.second != k) d = 2; }
      if (d < far) b = std::min(b, d);
    }
    return b;
  }
  int plain_second(const Cubes& c) const {
    int b = never;
    for (int k = 0; k < cubes; ++k) if (distance[c[k]] < far) b = std::min<int>(b, distance[c[k]]);
    return b;
  }

  Ordered ordered(const Position& position, int turns, Step best) const {
    const Steps steps = position.legal(arrival_.die(position.phase));
    Ordered result;
    for (int i = 0; i < steps.count; ++i) {
      const Step step = steps.list[i];
      const Position next = position.after(step);
      if (turns > 1) table_.prefetch(next);
      int score = 0;
      if (step == best) {
        score = 1000;
      } else if (turns > 1 && !next.own.empty()) {
        const int np = next_phase(next.phase);
        const int mine = arrival_.unhindered().arrival(next.enemy, next.enemy.alive(), np);
        const int yours = arrival_.unhindered().arrival(next.own, next.own.alive(), next.phase);
        score = std::min(yours, 40) - std::min(mine, 40);
        score = 4 * score - 1*std::popcount(next.own.alive()) - 4*std::popcount(next.enemy.alive()) + (distance[next.enemy[step>>2]]<distance[position.own[step>>2]]);
      }
      int at = result.count++;
      for (; at > 0 && result.score[at - 1] < score; --at) {
        result.score[at] = result.score[at - 1];
        result.step[at] = result.step[at - 1];
        result.next[at] = result.next[at - 1];
      }
      result.score[at] = score;
      result.step[at] = step;
      result.next[at] = next;
    }
    return result;
  }

  template <class Prove>
  void store(const Position& position, Proof proof, Step best, std::uint64_t before, Prove&& prove) {
    prove(proof);
    proof.best = best;
    proof.effort = std::bit_width(stop_.nodes - before);
    table_.write(position, proof);
  }

  const Arrival& arrival_;
  Table& table_;
  Stop& stop_;
};

}  // namespace tesuji::solve::ewn_cyclic
