// Learned evaluations: patterns that follow the moves, probabilities, and shards.
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "subjects.hpp"
#include "tesuji/knowledge/avalam.hpp"
#include "tesuji/knowledge/ewn.hpp"
#include "tesuji/learned/avalam_patterns.hpp"
#include "tesuji/learned/colosseum_patterns.hpp"
#include "tesuji/learned/ewn_cyclic_patterns.hpp"
#include "tesuji/learned/ewn_patterns.hpp"
#include "tesuji/learned/log_odds.hpp"
#include "tesuji/learned/net.hpp"
#include "tesuji/learned/patterns.hpp"
#include "tesuji/learned/pentago_patterns.hpp"
#include "tesuji/learned/shard.hpp"
#include "tesuji/learned/summed_evaluation.hpp"
#include "tesuji/search/alphabeta/alphabeta.hpp"

using namespace subjects;
using learned::Patterns;

namespace {

template <Game G>
std::vector<std::int16_t> random_weights() {
  Rng rng(1);
  std::vector<std::int16_t> weights(learned::weight_count<G>());
  for (std::int16_t& weight : weights) {
    weight = static_cast<std::int16_t>(static_cast<int>(rng.below(601)) - 300);
  }
  return weights;
}

// Rows of both signs, so that lanes are clipped at both ends.
template <Game G>
std::shared_ptr<learned::LearnedEvaluation<G>> random_net(std::size_t width) {
  Rng rng(2);
  std::vector<std::int16_t> numbers((learned::weight_count<G>() + 2) * width);
  for (std::int16_t& number : numbers) {
    number = static_cast<std::int16_t>(static_cast<int>(rng.below(201)) - 100);
  }
  numbers[numbers.size() - width + learned::direct_lane] = 0;
  return learned::make_net<G>(width, numbers);
}

template <class Visit>
void for_every_game_with_patterns(Visit&& given) {
  for_every_game([&](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    if constexpr (learned::HasPatterns<G>) given(subject, Patterns<G>(random_weights<G>()));
  });
}

// Patterns and networks of all widths.
template <class Visit>
void for_every_learned_evaluation(Visit&& given) {
  for_every_game_with_patterns([&](const auto& subject, const auto& patterns) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    given(subject, patterns);
    for (const std::size_t width : learned::net_widths) given(subject, *random_net<G>(width));
  });
}

// The same evaluation without a follower.
class FromScratch final : public Evaluation<Avalam> {
 public:
  explicit FromScratch(const Evaluation<Avalam>& evaluation) : evaluation_(evaluation) {}
  [[nodiscard]] double value(const Avalam& position) const noexcept override {
    return evaluation_.value(position);
  }

 private:
  const Evaluation<Avalam>& evaluation_;
};

SearchReport search_with(const std::shared_ptr<const Evaluation<Avalam>>& evaluation,
                         const Avalam& position, int threads, bool leaf_values = false) {
  alphabeta::Options options;
  options.leaf_values = leaf_values;
  options.memory = std::size_t{1} << 20;
  options.threads = threads;
  alphabeta::AlphaBeta<Avalam, knowledge::AvalamKnowledge> search(
      options, alphabeta::Evaluate<Avalam>(evaluation));
  Budget budget;
  budget.depth = 3;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}

// A decision of a game of ewn.
Ewn rolled_middle(std::uint64_t seed) {
  Rng rng(seed);
  Ewn position = Ewn::start(rng);
  for (int ply = 0; ply < 3; ++ply) {
    position.play_event(position.event(static_cast<int>(rng.below(6))));
    position.play(random_move(position, rng));
  }
  position.play_event(position.event(static_cast<int>(rng.below(6))));
  return position;
}

SearchReport search_ewn(const alphabeta::Evaluate<Ewn>& evaluate, const Ewn& position,
                        bool roll_leaf) {
  alphabeta::Options options;
  options.wins = alphabeta::WinRule::none;
  options.reduce = 0;
  options.memory = std::size_t{1} << 20;
  options.ignores_roll = evaluate.ignores_roll();
  options.roll_leaf = roll_leaf;
  alphabeta::AlphaBeta<Ewn, knowledge::EwnKnowledge<ewn::StandardRules>> search(options, evaluate);
  Budget budget;
  budget.depth = 3;
  StopToken stop;
  Progress progress;
  return search.search(position, budget, stop, progress);
}

// A shard with two positions of three letters each.
std::string small_shard() {
  learned::ShardHeader header{};
  header.magic = learned::ShardHeader::expected_magic;
  header.version = learned::ShardHeader::expected_version;
  header.record_bytes = sizeof(learned::ShardRecord) + 8;
  header.records = 2;
  header.sheet_bytes = 8;
  header.letter_bits = 4;
  header.alphabet = {'a', 'b', 'c'};
  std::string bytes(sizeof(header), '\0');
  bytes += "{}      ";
  for (std::uint16_t i = 0; i < 2; ++i) {
    learned::ShardRecord record{};
    record.count = 1;
    record.ply = i;
    record.letters = 3;
    bytes.append(reinterpret_cast<const char*>(&record), sizeof(record));
    bytes +=
        i == 0 ? std::string("\x21\x03\0\0\0\0\0\0", 8) : std::string("\x13\x02\0\0\0\0\0\0", 8);
  }
  std::memcpy(bytes.data(), &header, sizeof(header));
  const std::size_t at = offsetof(learned::ShardHeader, checksum);
  header.checksum = learned::crc32(bytes.substr(at + 4), learned::crc32(bytes.substr(0, at)));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

}  // namespace

TEST_CASE(evaluations_that_follow_the_moves_equal_those_from_scratch) {
  int followed = 0;
  for_every_learned_evaluation([&](const auto& subject, const auto& patterns) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    const auto follower = patterns.follower(64);
    CHECK_EQ(follower != nullptr, learned::HasIncrementalPatterns<G>);
    if (!follower) return;
    ++followed;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      G position = subject.start(rng);
      follower->reset(position);
      for (int ply = 0; !position.outcome(); ++ply) {
        CHECK_EQ(follower->value(position, ply), patterns.value(position));
        // A search looks at several moves from the same ply; the last one counts.
        G next = position;
        for (int tries = 0; tries < 3; ++tries) {
          const Move move = random_move(position, rng);
          next = position;
          next.play(move);
          CHECK(follower->values_moves());
          CHECK_EQ(follower->value_after(position, move, ply), patterns.value(next));
          follower->push(position, move, next, ply);
        }
        CHECK_EQ(follower->value(next, ply + 1), patterns.value(next));
        CHECK_EQ(follower->value(position, ply), patterns.value(position));
        position = next;
      }
    }
  });
  CHECK_EQ(followed, 1 + static_cast<int>(learned::net_widths.size()));  // of Avalam
}

TEST_CASE(alphabeta_with_a_follower_searches_the_same_tree) {
  Rng rng(3);
  Avalam position;
  for (int ply = 0; ply < 24; ++ply) position.play(random_move(position, rng));
  const auto patterns = std::make_shared<Patterns<Avalam>>(random_weights<Avalam>());
  const auto scratch = std::make_shared<FromScratch>(*patterns);
  const SearchReport one = search_with(patterns, position, 1);
  const SearchReport other = search_with(scratch, position, 1);
  CHECK_EQ(one.nodes, other.nodes);
  CHECK_EQ(one.value, other.value);
  CHECK_EQ(one.best, other.best);
  // Moves to the horizon are not made, and not counted.
  const SearchReport leaves = search_with(patterns, position, 1, true);
  CHECK_EQ(leaves.value, one.value);
  CHECK(leaves.nodes < one.nodes);
  // Each thread has a follower of its own.
  CHECK_EQ(search_with(patterns, position, 3).depth, 3);
}

TEST_CASE(symmetric_positions_have_the_same_log_odds) {
  for_every_learned_evaluation([](const auto& subject, const auto& patterns) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    walks(subject, 5, [&](const G& position) {
      for (int symmetry = 1; symmetry < G::symmetry_count; ++symmetry) {
        CHECK_EQ(patterns.log_odds(position.transformed(symmetry)), patterns.log_odds(position));
      }
    });
  });
}

TEST_CASE(symmetric_slots_have_the_same_coarser_pattern) {
  for_every_game_with_patterns([](const auto& subject, const auto&) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    using P = learned::PatternsOf<G>;
    for (std::size_t slot = 0; slot < P::slots; ++slot) {
      CHECK(P::coarse(slot) < P::coarse_count);
      for (int symmetry = 1; symmetry < G::symmetry_count; ++symmetry) {
        CHECK_EQ(P::coarse(P::image(slot, symmetry)), P::coarse(slot));
      }
    }
  });
}

TEST_CASE(patterns_that_ignore_the_roll_do_not_see_the_die) {
  int ignored = 0;
  for_every_game_with_patterns([&](const auto& subject, const auto& patterns) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    CHECK_EQ(patterns.ignores_roll(), HasChance<G>);
    if constexpr (HasChance<G>) {
      walks(subject, 20, [&](const G& position) {
        if (!position.is_chance()) return;
        for (int index = 0; index < position.event_count(); ++index, ++ignored) {
          G next = position;
          next.play_event(position.event(index));
          CHECK_EQ(patterns.log_odds(next), patterns.log_odds(position));
        }
      });
    }
  });
  CHECK(ignored > 100);
}

TEST_CASE(alphabeta_evaluates_leaves_with_patterns_before_the_roll) {
  const auto patterns = std::make_shared<Patterns<Ewn>>(random_weights<Ewn>());
  const alphabeta::Evaluate<Ewn> evaluate(patterns);
  CHECK(evaluate.ignores_roll());
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Ewn position = rolled_middle(seed);
    const SearchReport before = search_ewn(evaluate, position, true);
    const SearchReport after = search_ewn(evaluate, position, false);
    // Each of the six equal values is rounded down.
    CHECK(std::abs(before.value - after.value) < 1e-5);
    CHECK_EQ(before.best, after.best);
    CHECK(2 * before.nodes < after.nodes);
  }
}

TEST_CASE(patterns_refuse_another_number_of_weights) {
  for_every_game_with_patterns([](const auto& subject, const auto& patterns) {
    static_cast<void>(patterns);
    using G = typename std::decay_t<decltype(subject)>::Position;
    std::vector<std::int16_t> weights = random_weights<G>();
    weights.push_back(0);
    CHECK_THROWS(Patterns<G>(weights), std::invalid_argument);
    CHECK_THROWS(Patterns<G>(std::vector<std::int16_t>{}), std::invalid_argument);
  });
}

TEST_CASE(probabilities_are_those_of_the_logistic_function) {
  double before = 0;
  for (int odds = -learned::most_log_odds - 3; odds <= learned::most_log_odds + 3; ++odds) {
    const double probability = learned::probability(odds);
    CHECK(probability >= before && probability > 0 && probability < 1);
    before = probability;
    const double clamped = std::clamp(odds, -learned::most_log_odds, learned::most_log_odds);
    CHECK(std::abs(probability - 1 / (1 + std::exp(-clamped / learned::weight_unit))) < 1e-14);
  }
  CHECK_EQ(learned::probability(0), 0.5);
  CHECK_EQ(learned::probability(2'000'000'000), learned::probability(learned::most_log_odds));
  CHECK_EQ(learned::probability(-2'000'000'000), learned::probability(-learned::most_log_odds));
}

TEST_CASE(shards_read_back) {
  const std::string bytes = small_shard();
  const learned::Shard shard(bytes);
  CHECK_EQ(shard.size(), std::size_t{2});
  CHECK_EQ(shard.sheet(), std::string("{}      "));
  CHECK_EQ(shard.position(0), std::string("abc"));
  CHECK_EQ(shard.position(1), std::string("cab"));
  CHECK_EQ(shard.record(1).ply, 1);
}

TEST_CASE(damaged_shards_are_refused) {
  const std::string whole = small_shard();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS(learned::Shard(whole.substr(0, size)), learned::ShardError);
  }
  CHECK_THROWS(learned::Shard(whole + '\0'), learned::ShardError);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int shift = 0; shift < 8; ++shift) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ 1 << shift);
      CHECK_THROWS(learned::Shard{flipped}, learned::ShardError);
    }
  }
}

TEST_CASE(avx2_and_portable_lanes_give_the_same_bits) {
  const auto check = []<std::size_t width>(Rng& rng) {
    learned::Lanes<width> one, other, weights;
    for (std::size_t i = 0; i < width; ++i) {
      one.values[i] = static_cast<std::int16_t>(rng.below(65536));  // sums wrap around
      other.values[i] = static_cast<std::int16_t>(rng.below(65536));
      weights.values[i] = static_cast<std::int16_t>(static_cast<int>(rng.below(255)) - 127);
    }
    auto slow = one, fast = one;
    learned::portable::add(slow, other);
    learned::fastest::add(fast, other);
    CHECK(slow == fast);
    learned::portable::subtract(slow, one);
    learned::fastest::subtract(fast, one);
    CHECK(slow == fast);
    CHECK(slow == other);
    CHECK_EQ(learned::fastest::squared_dot(one, weights),
             learned::portable::squared_dot(one, weights));
  };
  Rng rng(7);
  for (int i = 0; i < 10'000; ++i) {
    check.operator()<16>(rng);
    check.operator()<32>(rng);
    check.operator()<64>(rng);
  }
}

TEST_CASE(squared_dot_is_the_sum_of_clipped_squares) {
  learned::Lanes<16> lanes{}, weights{};
  lanes.values = {255, 256, -1, 3, 32767, -32768};
  weights.values = {127, 127, 127, -2, -127, 127};
  const std::int32_t expected = 255 * 255 * 127 - 9 * 2;
  CHECK_EQ(learned::portable::squared_dot(lanes, weights), expected);
  CHECK_EQ(learned::fastest::squared_dot(lanes, weights), expected);
}

TEST_CASE(a_network_that_does_not_fit_is_refused) {
  const std::size_t count = (learned::weight_count<Avalam>() + 2) * 16;
  std::vector<std::int16_t> numbers(count);
  CHECK(learned::make_net<Avalam>(16, numbers) != nullptr);
  CHECK_THROWS(learned::make_net<Avalam>(32, numbers), std::invalid_argument);
  CHECK_THROWS(learned::make_net<Avalam>(48, numbers), std::invalid_argument);
  numbers.back() = 128;
  CHECK_THROWS(learned::make_net<Avalam>(16, numbers), std::invalid_argument);
  numbers.back() = 0;
  numbers[count - 16 + learned::direct_lane] = 1;
  CHECK_THROWS(learned::make_net<Avalam>(16, numbers), std::invalid_argument);
}
