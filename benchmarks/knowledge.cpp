// Times what is known about the games against the plain way to the same answer; run by
// knowledge.py. Prints one JSON object a line.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "avalam_incremental.hpp"
#include "tesuji/base/platform.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/colosseum.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/knowledge/pentago.hpp"

using namespace tesuji;

namespace {

volatile double kept;  // what is computed must not be optimised away

// Decisions of random games.
template <Game G, class Start>
std::vector<G> positions_of(Start&& start, int games) {
  std::vector<G> found;
  for (int game = 0; game < games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    G position = start(rng);
    while (!position.outcome()) {
      if constexpr (HasChance<G>) {
        if (position.is_chance()) {
          position.play_event(position.event(static_cast<int>(rng.below(6))));
          continue;
        }
      }
      found.push_back(position);
      position.play(random_move(position, rng));
    }
  }
  return found;
}

template <class Items, class Call>
double seconds_of(const Items& items, int repeats, Call&& call) {
  const double begun = thread_cpu_seconds();
  double sum = 0;
  for (int i = 0; i < repeats; ++i) {
    for (const auto& item : items) sum += static_cast<double>(call(item));
  }
  kept = sum;
  return thread_cpu_seconds() - begun;
}

// Both ways in turn, round by round; the medians of their times a call.
template <class Items, class Plain, class Known>
void compare(const char* what, const char* game, const Items& items, int rounds, Plain&& plain,
             Known&& known) {
  std::vector<double> ratios;
  std::vector<double> plain_times;
  std::vector<double> known_times;
  const int repeats = std::max(1, 400000 / static_cast<int>(items.size()));
  const double calls = static_cast<double>(repeats) * static_cast<double>(items.size());
  for (int round = 0; round < rounds; ++round) {
    plain_times.push_back(1e9 * seconds_of(items, repeats, plain) / calls);
    known_times.push_back(1e9 * seconds_of(items, repeats, known) / calls);
    ratios.push_back(plain_times.back() / known_times.back());
  }
  const auto median = [](std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  std::printf(
      "{\"what\": \"%s\", \"game\": \"%s\", \"positions\": %zu, \"plain_ns\": %.1f, "
      "\"known_ns\": %.1f, \"ratio\": %.2f}\n",
      what, game, items.size(), median(plain_times), median(known_times), median(ratios));
  std::fflush(stdout);
}

template <Game G>
int tried_winning_move(const G& position) {
  move_list_t<G> list;
  position.legal_moves(list);
  for (const Move move : list) {
    G next = position;
    next.play(move);
    const auto outcome = next.outcome();
    if (outcome && outcome->winner == position.to_move()) return move;
  }
  return -1;
}

template <Game G>
void compare_winning(const char* game, const std::vector<G>& positions, int rounds) {
  const knowledge::Of<G> known;
  compare("winning_move", game, positions, rounds, tried_winning_move<G>, [&](const G& position) {
    const auto move = known.winning_move(position);
    return move ? static_cast<int>(*move) : -1;
  });
}

template <PentagoRules rules>
double evaluation_line_by_line(const Pentago<rules>& position) {
  constexpr std::array<int, 6> worth = {0, 1, 3, 9, 27, 0};
  int sum = 0;
  for (const std::uint64_t line : pentago::lines) {
    const int own = std::popcount(line & position.stones(0));
    const int other = std::popcount(line & position.stones(1));
    if (own > 0 && other > 0) continue;
    sum += worth[static_cast<std::size_t>(own)] - worth[static_cast<std::size_t>(other)];
  }
  return std::clamp(sum / 300.0, -0.9, 0.9);
}

// The filter by trying every move.
template <class Board>
Move tried_filtered_move(const Colosseum<Board>& position, Rng& rng) {
  MoveList list;
  MoveList wins;
  MoveList sound;
  position.legal_moves(list);
  const int mover = position.to_move();
  for (const Move move : list) {
    Colosseum<Board> next = position;
    next.play(move);
    const auto outcome = next.outcome();
    if (outcome && outcome->winner == mover) wins.push(move);
    if (outcome && outcome->winner == 1 - mover) continue;
    const Cell cell = next.cell(mover);
    int walls = 0;
    for (int d = 0; d < 4; ++d) walls += !next.is_open(cell, d);
    const int last = next.size() - 1;
    const bool inside = cell.row > 0 && cell.column > 0 && cell.row < last && cell.column < last;
    if (walls <= 2 && inside) sound.push(move);
  }
  const MoveList& chosen = !wins.empty() ? wins : !sound.empty() ? sound : list;
  return chosen[static_cast<int>(rng.below(static_cast<std::uint32_t>(chosen.size())))];
}

template <class Board>
void compare_colosseum(int size, int games, int rounds) {
  using G = Colosseum<Board>;
  const std::string game = "colosseum(size=" + std::to_string(size) + ")";
  const auto positions =
      positions_of<G>([&](Rng& rng) { return G::start(size, size / 2 - 1, rng); }, games);
  const knowledge::Of<G> known;
  Rng rng(1);
  compare_winning(game.c_str(), positions, rounds);
  compare(
      "filtered_move", game.c_str(), positions, rounds,
      [&](const G& position) { return tried_filtered_move(position, rng); },
      [&](const G& position) { return known.rollout_move(FilteredRollout{}, position, rng); });
}

template <PentagoRules rules>
void compare_pentago(const char* game, int rounds) {
  using G = Pentago<rules>;
  const auto positions = positions_of<G>([](Rng&) { return G(); }, 200);
  compare_winning(game, positions, rounds);
  compare("evaluate", game, positions, rounds, evaluation_line_by_line<rules>,
          [](const G& position) { return knowledge::Of<G>{}.evaluate(position); });
  knowledge::Of<G> lines;
  lines.weights.threats = 0.3;
  knowledge::Of<G> near;
  near.weights.lines = near.weights.threats = 0;
  near.weights.near = 1;
  compare(
      "evaluation by lines and threats, or by near lines", game, positions, rounds,
      [&](const G& position) { return lines.evaluate(position); },
      [&](const G& position) { return near.evaluate(position); });
}

// The evaluation after a move: recomputed ("plain") against incremental ("known").
void compare_incremental(int rounds) {
  const auto positions = positions_of<Avalam>([](Rng&) { return Avalam(); }, 100);
  struct Step {
    Avalam before;
    Avalam after;
    Move move;
    incremental::Towers towers;
  };
  std::vector<Step> steps;
  Rng rng(1);
  for (const Avalam& position : positions) {
    Step step{position, position, position.random_move(rng), incremental::Towers(position)};
    step.after.play(step.move);
    steps.push_back(step);
  }
  for (const bool groups : {false, true}) {
    knowledge::AvalamKnowledge known;
    known.weights.five = 1.55;
    known.weights.isolated = 1.5;
    known.weights.groups = groups;
    for (const Step& step : steps) {
      incremental::Towers towers = step.towers;
      towers.update(step.before, step.move, step.after, groups);
      const double difference =
          towers.evaluate(step.after, known.weights) - known.evaluate(step.after);
      if (difference > 1e-9 || difference < -1e-9) std::abort();
    }
    compare(
        groups ? "evaluation recomputed or kept, groups" : "evaluation recomputed or kept",
        "avalam", steps, rounds, [&](const Step& step) { return known.evaluate(step.after); },
        [&](const Step& step) {
          incremental::Towers towers = step.towers;
          towers.update(step.before, step.move, step.after, groups);
          return towers.evaluate(step.after, known.weights);
        });
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 5;
  compare_winning("avalam", positions_of<Avalam>([](Rng&) { return Avalam(); }, 100), rounds);
  compare_pentago<PentagoRules::twist>("pentago-twist", rounds);
  compare_pentago<PentagoRules::rotate>("pentago", rounds);
  compare_winning("ewn", positions_of<Ewn>(&Ewn::start, 300), rounds);
  compare_winning("ewn-cyclic", positions_of<EwnCyclic>(&EwnCyclic::start, 300), rounds);
  compare_colosseum<colosseum::NarrowBoard>(6, 100, rounds);
  compare_colosseum<colosseum::NarrowBoard>(8, 60, rounds);
  compare_colosseum<colosseum::WideBoard>(12, 20, rounds);
  compare_incremental(rounds);
}
