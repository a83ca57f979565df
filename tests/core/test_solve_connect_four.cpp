// The generic solver on Connect Four with 5 columns and 4 rows, from the start, against brute
// force.
#include <unordered_map>

#include "check.hpp"
#include "tesuji/solve/generic.hpp"

namespace {

using namespace tesuji;

// Stones as bits 5 * column + row; the fifth bit of each column stays empty.
class ConnectFour {
 public:
  static constexpr int columns = 5;
  static constexpr int rows = 4;
  static constexpr int height = rows + 1;

  [[nodiscard]] int to_move() const { return stones() % 2; }
  void legal_moves(MoveList& list) const {
    for (int column = 0; column < columns; ++column) {
      if (filled(column) < rows) list.push(static_cast<Move>(column));
    }
  }
  void play(Move move) {
    const auto mover = static_cast<std::size_t>(to_move());
    sides_[mover] |= 1u << (height * move + filled(move));
  }
  [[nodiscard]] std::optional<Outcome> outcome() const {
    if (has_four(sides_[0])) return Outcome{0};
    if (has_four(sides_[1])) return Outcome{1};
    if (stones() == columns * rows) return Outcome{draw};
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t hash() const { return mix(key()); }
  [[nodiscard]] std::uint64_t key() const { return sides_[0] | std::uint64_t{sides_[1]} << 32; }
  friend bool operator==(const ConnectFour&, const ConnectFour&) = default;

 private:
  [[nodiscard]] int stones() const { return std::popcount(sides_[0] | sides_[1]); }
  [[nodiscard]] int filled(int column) const {
    return std::popcount((sides_[0] | sides_[1]) >> (height * column) & 31u);
  }
  static bool has_four(std::uint32_t side) {
    for (const int step : {1, height - 1, height, height + 1}) {
      const std::uint32_t pairs = side & side >> step;
      if ((pairs & pairs >> (2 * step)) != 0) return true;
    }
    return false;
  }

  std::array<std::uint32_t, 2> sides_{};
};

// 1, 0 or -1 for player 0, from the whole tree.
using Known = std::unordered_map<std::uint64_t, int>;
int brute_force(const ConnectFour& position, Known& known) {
  if (const auto outcome = position.outcome()) {
    return outcome->winner == draw ? 0 : 1 - 2 * outcome->winner;
  }
  if (const auto found = known.find(position.key()); found != known.end()) return found->second;
  MoveList moves;
  position.legal_moves(moves);
  int best = position.to_move() == 0 ? -2 : 2;
  for (const Move move : moves) {
    ConnectFour next = position;
    next.play(move);
    const int value = brute_force(next, known);
    best = position.to_move() == 0 ? std::max(best, value) : std::min(best, value);
  }
  return known[position.key()] = best;
}

TEST_CASE(connect_four_on_5x4_agrees_with_brute_force) {
  Known known;
  brute_force(ConnectFour(), known);
  StopToken stop;
  Rng rng(1);
  for (int game = 0; game < 16; ++game) {
    ConnectFour position;
    const int plies = game == 0 ? 0 : 5 + game / 2;
    for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
      position.play(random_move(position, rng));
    }
    if (position.outcome()) continue;
    solve::Options options;
    options.memory = 8;
    const auto found = solve::GenericSolver<ConnectFour>(options).solve(position, Budget{}, stop);
    const double first = (brute_force(position, known) + 1) / 2.0;
    CHECK(found.exact());
    CHECK_EQ(found.value.lower, position.to_move() == 0 ? first : 1 - first);
  }
}

}  // namespace
