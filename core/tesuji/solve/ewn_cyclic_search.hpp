// The search of the ewn-cyclic solver: can a player force a win within so many turns?
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tesuji/solve/control.hpp"
#include "tesuji/solve/ewn_cyclic_arrival.hpp"
#include "tesuji/solve/ewn_cyclic_race.hpp"
#include "tesuji/solve/ewn_cyclic_table.hpp"

namespace tesuji::solve::ewn_cyclic {

// Two functions that call each other: the attacker wants to win within so many turns, the defender
// wants to prevent it. A position is searched only if neither the dice nor the squares decide it.
// What a search that was stopped returns means nothing.
class Search {
 public:
  // Searches with different variations try steps in different orders, so that threads that share a
  // table look at different positions.
  Search(const Arrival& arrival, Table& table, Meter& meter, unsigned variation = 0) noexcept
      : arrival_(arrival), table_(table), meter_(meter), variation_(variation) {}

  // Whether the player to move can force a win within so many turns of its own.
  bool attack(const Position& position, int turns) {
    meter_.count();
    if (meter_.must_stop()) return false;
    const auto& [own, enemy, phase] = position;

    // Step 1. Nobody can arrive or capture the last cube in time.
    const int arrival = arrival_.earliest().arrival(own, own.alive(), phase);
    if (arrival == 1) return true;
    if (arrival > turns && !may_eliminate<true>(arrival_, own, enemy, phase, turns)) return false;
    // Step 2. A cube surely arrives.
    if (sure_arrival<true>(arrival_, own, enemy, phase, turns) <= turns) return true;
    if (sure_arrival<false>(arrival_, enemy, own, phase, Attack::limit) != never) return false;
    // Step 3. The table. One turn is searched faster than looked up.
    Proof proof = turns > 1 ? table_.read(position) : Proof{};
    if (proof.win <= turns) return true;
    if (proof.no_win >= turns) return false;

    // Step 4. One good step is enough.
    const std::uint64_t before = meter_.nodes();
    const Ordered list = ordered(position, turns, proof.best);
    bool won = false;
    for (std::size_t i = 0; i < list.count && !won; ++i) {
      won = list.next[i].own.empty() || (turns > 1 && defend(list.next[i], turns - 1));
      if (meter_.must_stop()) return false;
      if (won) proof.best = list.step[i];
    }
    if (won) {
      proof.prove_win(turns);
    } else {
      proof.no_win = std::max(proof.no_win, turns);
    }
    store(position, turns, proof, before);
    return won;
  }

  // Whether the enemy of the player to move can force a win within so many turns. The steps are
  // those of `attack`.
  bool defend(const Position& position, int turns) {
    meter_.count();
    if (meter_.must_stop()) return false;
    const auto& [own, enemy, phase] = position;
    if (arrival_.earliest().arrival(own, own.alive(), phase) == 1) return false;
    const int arrival = arrival_.earliest_second().arrival(enemy, enemy.alive(), phase);
    if (arrival > turns && !may_eliminate<false>(arrival_, enemy, own, phase, turns)) return false;
    if (sure_arrival<true>(arrival_, own, enemy, phase, Attack::limit) != never) return false;
    if (sure_arrival<false>(arrival_, enemy, own, phase, turns) <= turns) return true;
    Proof proof = turns > 1 ? table_.read(position) : Proof{};
    if (proof.loss <= turns) return true;
    if (proof.no_loss >= turns) return false;

    const std::uint64_t before = meter_.nodes();
    const Ordered list = ordered(position, turns, proof.best);
    bool lost = true;
    for (std::size_t i = 0; i < list.count && lost; ++i) {
      lost = !list.next[i].own.empty() && attack(list.next[i], turns);
      if (meter_.must_stop()) return false;
      if (!lost) proof.best = list.step[i];
    }
    if (lost) {
      proof.prove_loss(turns);  // `best` stays: the step that held out longest
    } else {
      proof.no_loss = std::max(proof.no_loss, turns);
    }
    store(position, turns, proof, before);
    return lost;
  }

 private:
  struct Ordered {
    std::array<Position, 8> next;
    std::array<Step, 8> step;
    std::array<int, 8> score;
    std::size_t count = 0;

    void insert(const Position& position, Step made, int its_score) noexcept {
      std::size_t at = count++;
      for (; at > 0 && score[at - 1] < its_score; --at) {
        next[at] = next[at - 1];
        step[at] = step[at - 1];
        score[at] = score[at - 1];
      }
      next[at] = position;
      step[at] = made;
      score[at] = its_score;
    }
  };

  [[nodiscard]] Ordered ordered(const Position& position, int turns, Step best) const noexcept {
    const Steps steps = position.legal(arrival_.die(position.phase));
    Ordered result;
    for (int i = 0; i < steps.count; ++i) {
      const Step step = steps.list[static_cast<std::size_t>(i)];
      const Position next = position.after(step);
      if (turns > 1) table_.prefetch(next);
      result.insert(next, step,
                    step == best ? 1000
                    : turns > 1  ? score_of(position, step, next)
                                 : 0);
    }
    return result;
  }
  // Being ahead in the race comes first. Fewer own cubes are better: the others move more often.
  [[nodiscard]] int score_of(const Position& position, Step step,
                             const Position& next) const noexcept {
    constexpr int slow = 40;
    const auto& [enemy, own, phase] = next;
    const Turns& turns = arrival_.unhindered();
    const int own_turns = turns.arrival(own, own.alive(), next_phase(phase));
    const int enemy_turns = turns.arrival(enemy, enemy.alive(), phase);
    const int lead = std::min(enemy_turns, slow) - std::min(own_turns, slow);
    const int cube = step >> 2;
    const bool closer = distance[static_cast<std::size_t>(own[cube])] <
                        distance[static_cast<std::size_t>(position.own[cube])];
    const int score =
        4 * (lead - std::popcount(own.alive())) - std::popcount(enemy.alive()) + closer;
    if (variation_ == 0) return score;
    return score + static_cast<int>(mix(step + 64 * variation_) % 5);
  }

  void store(const Position& position, int turns, Proof& proof, std::uint64_t before) noexcept {
    if (turns < 2) return;
    proof.effort = static_cast<int>(std::bit_width(meter_.nodes() - before));
    table_.write(position, proof);
  }

  const Arrival& arrival_;
  Table& table_;
  Meter& meter_;
  unsigned variation_;
};

}  // namespace tesuji::solve::ewn_cyclic
