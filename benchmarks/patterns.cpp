// Times learned evaluations, and compares those that follow the moves with those from scratch; run
// by patterns.py. Prints one JSON object per line.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
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
#include "tesuji/learned/net.hpp"
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
std::uint64_t differences(const Evaluation<G>& evaluation, Follower<G>& follower,
                          std::uint64_t moves) {
  std::uint64_t found = 0;
  play_moves<G>(moves, [&](const Step<G>& step) {
    if (step.ply == 0) follower.reset(step.before);
    const double expected = evaluation.value(step.after);
    found += follower.value_after(step.before, step.move, step.ply) != expected;
    follower.push(step.before, step.move, step.after, step.ply);
    found += follower.value(step.after, step.ply + 1) != expected;
  });
  return found;
}

std::vector<std::int16_t> random_numbers(std::size_t count, std::uint32_t most) {
  Rng rng(1);
  std::vector<std::int16_t> numbers(count);
  for (std::int16_t& number : numbers) {
    number = static_cast<std::int16_t>(static_cast<int>(rng.below(2 * most + 1)) -
                                       static_cast<int>(most));
  }
  return numbers;
}

// A network of the width that is shipped.
template <Game G>
std::shared_ptr<learned::LearnedEvaluation<G>> random_net() {
  constexpr std::size_t width = learned::net_widths[0];
  std::vector<std::int16_t> numbers =
      random_numbers((learned::weight_count<G>() + 2) * width, learned::most_output_weight);
  numbers[numbers.size() - width + learned::direct_lane] = 0;
  return learned::make_net<G>(width, numbers);
}

// The fields of a row whose names begin with the family.
template <Game G>
void measure_learned(const char* family, const Evaluation<G>& evaluation,
                     const std::vector<Step<G>>& steps, std::uint64_t moves, int rounds) {
  const double scratch =
      time_of(steps, rounds, [&](const Step<G>& step) { return evaluation.value(step.after); });
  std::printf(", \"%s_ns\": %.1f", family, scratch);
  const auto follower = evaluation.follower(64);
  if (!follower) return;
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
  std::printf(", \"%s_followed_ns\": %.1f, \"%s_move_ns\": %.1f", family, followed, family,
              (moves_alone - followed) / 8);
  std::printf(", \"%s_moves\": %llu, \"%s_differences\": %llu", family,
              static_cast<unsigned long long>(moves), family,
              static_cast<unsigned long long>(differences(evaluation, *follower, moves)));
}

template <Game G, class K>
void measure(const char* game, std::uint64_t moves, int rounds, const K& knowledge = {}) {
  const learned::Patterns<G> patterns(random_numbers(learned::weight_count<G>(), 300));
  std::vector<Step<G>> steps;
  play_moves<G>(10'000, [&](const Step<G>& step) { steps.push_back(step); });
  const double hand_made =
      time_of(steps, rounds, [&](const Step<G>& step) { return knowledge.evaluate(step.after); });
  std::printf("{\"game\": \"%s\", \"hand_made_ns\": %.1f", game, hand_made);
  measure_learned<G>("patterns", patterns, steps, moves, rounds);
  measure_learned<G>("net", *random_net<G>(), steps, moves, rounds);
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
