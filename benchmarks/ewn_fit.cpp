// Fits the evaluation of ewn: plays games against itself, each move the best by the evaluation so
// far, and fits the log odds of a win to the race and the terms of all cubes by logistic
// regression. Prints the header with the values.
//
//   c++ -std=c++20 -O2 -march=native -DNDEBUG -Icore benchmarks/ewn_fit.cpp -o ewn_fit
//   ./ewn_fit GAMES ROUNDS > core/tesuji/knowledge/ewn_contact_values.hpp
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tesuji/base/bits.hpp"
#include "tesuji/games/ewn.hpp"
#include "tesuji/knowledge/ewn_contact.hpp"
#include "tesuji/knowledge/ewn_race.hpp"

using namespace tesuji;
namespace contact = knowledge::ewn_contact;
namespace race = knowledge::ewn_race;

namespace {

constexpr int bias = 2 * contact::term_count;
constexpr int race_factor = bias + 1;

// What the evaluation sees before a roll: the race's log odds, and the terms of the cubes, the
// mover's and then the other's.
struct Seen {
  double race = 0;
  int mover = 0;
  std::vector<int> own;
  std::vector<int> others;
};

double odds(double probability) {
  const double p = std::fmin(std::fmax(probability, 0.002), 0.998);
  return std::log(p / (1 - p));
}

Seen seen_in(const Ewn& position) {
  Seen seen;
  seen.mover = position.to_move();
  std::array<std::uint32_t, 2> boards{};
  std::array<int, 2> states{};
  const auto square_of = [&](int player, int cube) {
    const int square = position.side(player)[cube];
    return player == 0 ? square : contact::goal - square;
  };
  for (int player = 0; player < 2; ++player) {
    const auto at = static_cast<std::size_t>(player);
    for_each_bit(position.side(player).alive_set(), [&](int cube) {
      boards[at] |= 1u << (contact::goal - square_of(player, cube));
      states[at] += race::place[static_cast<std::size_t>(cube)] *
                    contact::steps_from(square_of(player, cube));
    });
  }
  for (int player = 0; player < 2; ++player) {
    const unsigned alive = position.side(player).alive_set();
    for_each_bit(alive, [&](int cube) {
      const int dice = contact::dice_of[alive][static_cast<std::size_t>(cube)];
      const auto enemies = boards[static_cast<std::size_t>(1 - player)];
      for (const int term :
           contact::terms_of(contact::cube_at(square_of(player, cube), dice, enemies))) {
        if (player == seen.mover) {
          seen.own.push_back(term);
        } else {
          seen.others.push_back(contact::term_count + term);
        }
      }
    });
  }
  const auto mover = static_cast<std::size_t>(seen.mover);
  seen.race =
      odds(race::win_probability(race::table()[states[mover]], race::table()[states[1 - mover]]));
  return seen;
}

struct Fit {
  std::vector<double> values = std::vector<double>(race_factor + 1, 0.0);
  std::vector<double> squares = std::vector<double>(race_factor + 1, 1e-3);

  double log_odds(const Seen& seen) const {
    double sum = values[bias] + values[race_factor] * seen.race;
    for (const int term : seen.own) sum += values[static_cast<std::size_t>(term)];
    for (const int term : seen.others) sum -= values[static_cast<std::size_t>(term)];
    return sum;
  }
  double value(const Ewn& position) const {
    return 1 / (1 + std::exp(-log_odds(seen_in(position))));
  }
  // A step of Adagrad with a small ridge penalty.
  void learn(const Seen& seen, double result, double rate) {
    const double error = result - 1 / (1 + std::exp(-log_odds(seen)));
    const auto step = [&](int at, double input) {
      const auto index = static_cast<std::size_t>(at);
      const double slope = error * input - 1e-5 * values[index];
      squares[index] += slope * slope;
      values[index] += rate * slope / std::sqrt(squares[index]);
    };
    step(bias, 1);
    step(race_factor, seen.race);
    for (const int term : seen.own) step(term, 1);
    for (const int term : seen.others) step(term, -1);
  }
};

Move best_move(const Ewn& position, const Fit& fit, Rng& rng) {
  MoveList list;
  position.legal_moves(list);
  Move best = list[0];
  double most = -1;
  int equal = 0;
  for (const Move move : list) {
    Ewn next = position;
    next.play(move);
    const double value = next.outcome() ? 2 : 1 - fit.value(next);
    if (value > most) equal = 0;
    if (value < most || (value == most && rng.below(static_cast<unsigned>(++equal + 1)) > 0))
      continue;
    most = value;
    best = move;
  }
  return best;
}

struct Sample {
  Seen seen;
  double result;
};

// One early move in eight is random; positions before it do not count.
void play(const Fit& fit, std::uint64_t seed, std::vector<Sample>& samples) {
  Rng rng(seed);
  Ewn position = Ewn::start(rng);
  std::vector<Seen> game;
  int plies = 0;
  while (!position.outcome()) {
    if (position.is_chance()) {
      game.push_back(seen_in(position));
      position.play_event(position.event(static_cast<int>(rng.below(6))));
    } else if (++plies < 12 && rng.below(8) == 0) {
      position.play(random_move(position, rng));
      game.clear();
    } else {
      position.play(best_move(position, fit, rng));
    }
  }
  const int winner = position.outcome()->winner;
  for (Seen& seen : game) samples.push_back({std::move(seen), seen.mover == winner ? 1.0 : 0.0});
}

double brier(const Fit& fit, const std::vector<Sample>& samples) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const double error = sample.result - 1 / (1 + std::exp(-fit.log_odds(sample.seen)));
    sum += error * error;
  }
  return sum / static_cast<double>(samples.size());
}

void print_header(const Fit& fit) {
  const auto rounded = [](double value) { return static_cast<int>(std::lround(value * 128)); };
  std::printf(
      "// Generated by benchmarks/ewn_fit.cpp: what the cubes of ewn change in the log odds "
      "of a win,\n// in units of 1/128.\n#pragma once\n\n#include <array>\n\n"
      "#include \"tesuji/knowledge/ewn_contact.hpp\"\n\n"
      "namespace tesuji::knowledge::ewn_contact {\n\n"
      "inline constexpr int to_move_value = %d;\n"
      "inline constexpr int race_percent = %d;\n\n"
      "// The mover's cubes, and the other player's.\n// clang-format off\n"
      "inline constexpr std::array<std::array<int, term_count>, 2> term_values = {{\n",
      rounded(fit.values[bias]), static_cast<int>(std::lround(100 * fit.values[race_factor])));
  for (int side = 0; side < 2; ++side) {
    std::printf("    {{");
    for (int term = 0; term < contact::term_count; ++term) {
      std::printf("%s%d,", term % 18 == 0 ? "\n        " : " ",
                  rounded(fit.values[static_cast<std::size_t>(side * contact::term_count + term)]));
    }
    std::printf("\n    }},\n");
  }
  std::printf("}};\n// clang-format on\n\n}  // namespace tesuji::knowledge::ewn_contact\n");
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100000;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
  Fit fit;
  fit.values[race_factor] = 1;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Sample> samples;
    std::vector<Sample> unseen;
    for (int game = 0; game < games; ++game) {
      play(fit, static_cast<std::uint64_t>(round) * 1'000'000'007u + static_cast<unsigned>(game),
           game % 10 == 0 ? unseen : samples);
    }
    std::fprintf(stderr, "round %d: Brier score %.5f", round, brier(fit, unseen));
    for (int epoch = 0; epoch < 6; ++epoch) {
      Rng rng(static_cast<std::uint64_t>(epoch));
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sample& sample = samples[rng.below(static_cast<std::uint32_t>(samples.size()))];
        fit.learn(sample.seen, sample.result, 0.15 / (1 + epoch));
      }
    }
    std::fprintf(stderr, ", after the fit %.5f\n", brier(fit, unseen));
  }
  print_header(fit);
}
