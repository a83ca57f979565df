// Playing a game does not use the heap. This file replaces the global operator new of the test
// program with one that counts.
#include <cstdlib>
#include <new>

#include "subjects.hpp"
#include "tesuji/base/perft.hpp"
#include "tesuji/base/playout.hpp"

namespace {

std::size_t allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

using namespace subjects;

TEST_CASE(allocation_is_counted) {
  const std::size_t before = allocations;
  const std::vector<int> seen(1000, 1);
  CHECK_EQ(seen.size(), 1000);
  CHECK_EQ(allocations, before + 1);
}

TEST_CASE(allocation_never_happens_in_play) {
  for_every_game([](const auto& subject) {
    using G = typename std::decay_t<decltype(subject)>::Position;
    Rng rng(1);
    std::uint64_t seen = 0;
    const std::size_t before = allocations;
    G position = subject.start(rng);
    seen += perft(position, 2);
    Outcome result{};
    seen += play_out(position, rng, result, [&](const G& decision) {
      MoveList list;
      decision.legal_moves(list);
      seen += static_cast<std::uint64_t>(list.size() + move_count(decision)) + decision.hash();
      seen += decision.transformed(1).hash() + decision.transformed_move(list[0], 1);
      G next = decision;
      seen += after(next, list[0], [](const G& changed) { return changed.hash(); });
    });
    Playouts totals;
    run_playouts<true, G>(totals, 20, rng, subject.start);
    CHECK_EQ(allocations, before);
    CHECK(seen != 0);
  });
}
