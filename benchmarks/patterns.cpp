// Times learned patterns, and compares patterns that follow the moves with those from scratch; run
// by patterns.py. Prints one JSON object per line.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tesuji/base/platform.hpp"
#include "tesuji/base/rng.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"
#include "tesuji/learned/avalam_patterns.hpp"
#include "tesuji/learned/colosseum_patterns.hpp"
#include "tesuji/learned/ewn_cyclic_patterns.hpp"
#include "tesuji/learned/ewn_patterns.hpp"
#include "tesuji/learned/pentago_patterns.hpp"

using namespace tesuji;

namespace {

volatile double kept;  // what is computed must not be optimised away

template <Game G>
struct Step {
  G before;
  Move move;
  G after;
  int ply;
};

// Draws the events before a decision.
template <Game G>
void roll(G& position, Rng& rng) {
  if constexpr (HasChance<G>) {
    while (position.is_chance()) {
      const auto count = static_cast<std::uint32_t>(position.event_count());
      position.play_event(position.event(static_cast<int>(rng.below(count))));
    }
  }
}

// Calls visit(step) for each move of random games, without those that end a game.
template <Game G, class Visit>
void play_moves(std::uint64_t moves, Visit&& visit) {
  std::uint64_t count = 0;
  for (std::uint64_t seed = 0; count < moves; ++seed) {
    Rng rng(seed);
    G position;
    for (int ply = 0; count < moves; ++ply) {
      roll(position, rng);
      const Move move = position.random_move(rng);
      G next = position;
      next.play(move);
      ++count;
      if (next.outcome()) break;
      visit(Step<G>{position, move, next, ply});
      position = next;
    }
  }
}

// The median over the rounds of the nanoseconds per item.
template <class Items, class Call>
double time_of(const Items& items, int rounds, Call&& call) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const double begun = thread_cpu_seconds();
    double sum = 0;
    for (const auto& item : items) sum += call(item);
    kept = sum;
    times.push_back(1e9 * (thread_cpu_seconds() - begun) / static_cast<double>(items.size()));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <Game G>
std::uint64_t differences(const learned::Patterns<G>& patterns, Follower<G>& follower,
                          std::uint64_t moves) {
  std::uint64_t found = 0;
  play_moves<G>(moves, [&](const Step<G>& step) {
    if (step.ply == 0) follower.reset(step.before);
    const double expected = patterns.value(step.after);
    found += follower.value_after(step.before, step.move, step.ply) != expected;
    follower.push(step.before, step.move, step.after, step.ply);
    found += follower.value(step.after, step.ply + 1) != expected;
  });
  return found;
}

template <Game G, class K>
void measure(const char* game, std::uint64_t moves, int rounds, const K& knowledge = {}) {
  Rng rng(1);
  std::vector<std::int16_t> weights(learned::weight_count<G>());
  for (std::int16_t& weight : weights) {
    weight = static_cast<std::int16_t>(static_cast<int>(rng.below(601)) - 300);
  }
  const learned::Patterns<G> patterns(weights);
  std::vector<Step<G>> steps;
  play_moves<G>(10'000, [&](const Step<G>& step) { steps.push_back(step); });
  const double hand_made =
      time_of(steps, rounds, [&](const Step<G>& step) { return knowledge.evaluate(step.after); });
  const double scratch =
      time_of(steps, rounds, [&](const Step<G>& step) { return patterns.value(step.after); });
  std::printf("{\"game\": \"%s\", \"hand_made_ns\": %.1f, \"scratch_ns\": %.1f", game, hand_made,
              scratch);
  if (const auto follower = patterns.follower(64)) {
    const double followed = time_of(steps, rounds, [&](const Step<G>& step) {
      if (step.ply == 0) follower->reset(step.before);
      follower->push(step.before, step.move, step.after, step.ply);
      return follower->value(step.after, step.ply + 1);
    });
    const double moves_alone = time_of(steps, rounds, [&](const Step<G>& step) {
      if (step.ply == 0) follower->reset(step.before);
      double sum = 0;
      for (int i = 0; i < 8; ++i) sum += follower->value_after(step.before, step.move, step.ply);
      follower->push(step.before, step.move, step.after, step.ply);
      return sum + follower->value(step.after, step.ply + 1);
    });
    std::printf(", \"followed_ns\": %.1f, \"move_ns\": %.1f", followed,
                (moves_alone - followed) / 8);
    std::printf(", \"moves\": %llu, \"differences\": %llu", static_cast<unsigned long long>(moves),
                static_cast<unsigned long long>(differences(patterns, *follower, moves)));
  }
  std::printf("}\n");
}

// What alpha-beta uses.
template <PentagoRules rules>
knowledge::PentagoKnowledge<rules> near_lines() {
  knowledge::PentagoKnowledge<rules> knowledge;
  knowledge.weights.lines = knowledge.weights.threats = 0;
  knowledge.weights.near = 1;
  return knowledge;
}

}  // namespace

int main(int, char** arguments) {
  const int rounds = std::atoi(arguments[1]);
  const std::uint64_t moves = std::strtoull(arguments[2], nullptr, 10);
  using Twist = Pentago<PentagoRules::twist>;
  using Rotate = Pentago<PentagoRules::rotate>;
  measure<Avalam, knowledge::AvalamKnowledge>("avalam", moves, rounds);
  using Narrow = Colosseum<colosseum::NarrowBoard>;
  measure<Narrow, knowledge::ColosseumKnowledge<colosseum::NarrowBoard>>("colosseum", moves,
                                                                         rounds);
  knowledge::EwnKnowledge<ewn::CyclicRules> race;
  race.weights.steps = race.weights.cubes = 0;
  race.weights.race = 1;
  knowledge::EwnKnowledge<ewn::StandardRules> odds;
  odds.weights.steps = odds.weights.cubes = 0;
  odds.weights.race = 1;
  measure<Ewn>("ewn", moves, rounds, odds);
  measure<EwnCyclic>("ewn-cyclic", moves, rounds, race);
  measure<Twist>("pentago-twist", moves, rounds, near_lines<PentagoRules::twist>());
  measure<Rotate>("pentago", moves, rounds, near_lines<PentagoRules::rotate>());
}
