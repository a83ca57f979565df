// A deterministic fuzzer of the text parsers. Each input either throws NotationError with a
// printable message, or gives a position that prints, reads back and plays to its end; within 1 s
// of CPU time and 100 MB.
//   core_fuzz [iterations] [first]
// Every iteration has its own seed, so `core_fuzz 1 K` repeats iteration K alone.
#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <string>

#include "subjects.hpp"
#include "tesuji/base/playout.hpp"

using namespace subjects;

// Counts the memory of this program: what is in use, and the most since `peak` was set.
namespace memory {
std::size_t used = 0;
std::size_t peak = 0;
}  // namespace memory

void* operator new(std::size_t size) {
  void* const block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  memory::used += malloc_usable_size(block);
  memory::peak = std::max(memory::peak, memory::used);
  return block;
}
void operator delete(void* block) noexcept {
  memory::used -= malloc_usable_size(block);
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

namespace {

constexpr double most_seconds = 1.0;
constexpr std::size_t most_bytes = 100'000'000;

volatile long current_iteration = 0;

// Reports the input if an assertion of the core ends the program.
void say_where(int) {
  std::fprintf(stderr, "aborted in iteration %ld\n", static_cast<long>(current_iteration));
  std::signal(SIGABRT, SIG_DFL);
}

std::uint32_t below(Rng& rng, std::size_t bound) {
  return rng.below(static_cast<std::uint32_t>(bound));
}
char random_byte(Rng& rng) { return static_cast<char>(rng.below(256)); }

std::string random_bytes(Rng& rng) {
  std::string text(below(rng, rng.below(4) == 0 ? 2001 : 40), ' ');
  for (char& c : text) c = random_byte(rng);
  return text;
}
// Letters that some notation uses, so that parsing gets beyond the first character.
std::string random_notation(Rng& rng) {
  static constexpr std::string_view letters = "abcdefghilmnorsuvwABCDE0123456789/,. -?";
  std::string text(below(rng, rng.below(8) == 0 ? 2001 : 60), ' ');
  for (char& c : text) c = letters[below(rng, letters.size())];
  return text;
}

void mutate(std::string& text, Rng& rng) {
  const std::size_t at = below(rng, text.size() + 1);
  const std::size_t other = below(rng, text.size() + 1);
  const std::size_t length = below(rng, 8);
  switch (rng.below(9)) {
    case 0: text.insert(at, 1, random_byte(rng)); break;
    case 1: text.erase(at, 1 + length / 4); break;
    case 2: text.resize(at); break;
    case 3: text.insert(at, text.substr(other, length)); break;
    case 4: text += text.substr(other); break;
    case 5:
      if (at < text.size()) text[at] = random_byte(rng);
      break;
    case 6:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << rng.below(8)));
      break;
    case 7:
      if (at < text.size() && other < text.size()) std::swap(text[at], text[other]);
      break;
    default:
      if (at < text.size() && other < text.size()) text[at] = text[other];
      break;
  }
}

// A random text or a mutation of a valid one.
std::string disturbed(std::string valid, Rng& rng) {
  const auto kind = rng.below(16);
  if (kind == 0) return random_bytes(rng);
  if (kind == 1) return random_notation(rng);
  for (auto count = rng.below(4); count > 0; --count) mutate(valid, rng);
  if (rng.below(2000) == 0) {
    const std::string part = valid.substr(below(rng, valid.size() + 1)) + '/';
    while (valid.size() < 200'000) valid += part;
  }
  return valid;
}

struct Tally {
  long accepted = 0;
  long refused = 0;
};

// The cost of one iteration, and the largest cost of all.
class Cost {
 public:
  double seconds = 0;
  std::size_t bytes = 0;

  template <class Call>
  void of(Call&& call) {
    const std::clock_t begun = std::clock();
    const std::size_t before = memory::peak = memory::used;
    call();
    const double took = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    const std::size_t needed = memory::peak - before;
    seconds = std::max(seconds, took);
    bytes = std::max(bytes, needed);
    CHECK(took <= most_seconds);
    CHECK(needed <= most_bytes);
  }
};

// Whether `read(text)` succeeded; any exception but NotationError passes through.
template <class Read>
bool reads(const std::string& text, Tally& tally, Read&& read) {
  try {
    read(text);
    ++tally.accepted;
    return true;
  } catch (const NotationError& error) {
    const std::string_view message = error.what();
    CHECK(!message.empty() && message.size() < 200);
    for (char c : message) CHECK(c >= ' ' && c <= '~');
    CHECK(error.column() <= text.size());
    ++tally.refused;
    return false;
  }
}

template <Game G>
G random_position(const Subject<G>& subject, Rng& rng) {
  G position = subject.start(rng);
  for (auto plies = rng.below(60); plies > 0; --plies) {
    const std::vector<Move> actions = actions_of(position);
    if (actions.empty()) break;
    act(position, draw_from(actions, rng));
  }
  return position;
}

template <Game G>
void try_position(const Subject<G>& subject, const std::string& text, Tally& tally, Rng& rng) {
  G position;
  if (!reads(text, tally, [&](const std::string& t) { position = subject.parse(t); })) return;
  const G again = subject.parse(position.text());
  CHECK_EQ(again, position);
  CHECK_EQ(again.hash(), position.hash());
  for (int symmetry = 0; symmetry < G::symmetry_count; ++symmetry) {
    const G image = position.transformed(symmetry);
    CHECK_EQ(subject.parse(image.text()), image);
  }
  Outcome result{};
  play_out(position, rng, result, [](const G& decision) {
    MoveList list;
    decision.legal_moves(list);
    CHECK(!list.empty());
    CHECK_EQ(list.size(), decision.move_count());
  });
  CHECK_EQ(subject.parse(position.text()), position);
}

template <Game G>
void try_move(const std::string& text, Tally& tally) {
  Move move = 0;
  if (!reads(text, tally, [&](const std::string& t) { move = G::parse_move(t); })) return;
  CHECK_EQ(G::parse_move(G::move_text(move)), move);
}

template <Game G>
void fuzz_once(const Subject<G>& subject, Tally& positions, Tally& moves, Rng& rng) {
  const G position = random_position(subject, rng);
  const std::vector<Move> actions = actions_of(position);
  const std::string move = actions.empty() ? std::string() : G::move_text(draw_from(actions, rng));
  const std::string text = disturbed(position.text(), rng);
  const std::string move_text = disturbed(move, rng);
  const check::Context context("position " + check::quoted(text) + ", move " +
                               check::quoted(move_text));
  try_position(subject, text, positions, rng);
  try_move<G>(move_text, moves);
}

}  // namespace

int main(int count, char** arguments) {
  const long iterations = count > 1 ? std::atol(arguments[1]) : 200'000;
  const long first = count > 2 ? std::atol(arguments[2]) : 0;
  std::signal(SIGABRT, say_where);
  long passed = 0;
  long failed = 0;
  Tally positions;
  Tally moves;
  Cost cost;
  // Iteration i belongs to game i modulo their number.
  long game = 0;
  long games = 0;
  for_every_game([&](const auto&) { ++games; });
  for_every_game([&](const auto& subject) {
    for (long i = first; i < first + iterations; ++i) {
      if (i % games != game) continue;
      current_iteration = i;
      Rng rng(static_cast<std::uint64_t>(i));
      try {
        cost.of([&] { fuzz_once(subject, positions, moves, rng); });
        ++passed;
      } catch (const std::exception& exception) {
        check::report(subject.name + ", iteration " + std::to_string(i), exception);
        ++failed;
      }
    }
    ++game;
  });
  std::printf("positions: %ld accepted, %ld refused; moves: %ld accepted, %ld refused\n",
              positions.accepted, positions.refused, moves.accepted, moves.refused);
  std::printf("most: %.3f s, %zu bytes\n", cost.seconds, cost.bytes);
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed > 0 || passed == 0;
}
