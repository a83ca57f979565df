// What `base` builds on any game, tested on two toys: a minimal game, and one with chance, a score,
// undo and its own move list.
#include <array>
#include <vector>

#include "check.hpp"
#include "tesuji/base/game.hpp"
#include "tesuji/base/perft.hpp"
#include "tesuji/base/playout.hpp"

using namespace tesuji;

namespace {

// Nim with one heap: take one, two or three counters; the player who takes the last one wins.
class Nim {
 public:
  explicit Nim(int heap = 5) : heap_(heap) {}
  [[nodiscard]] int to_move() const { return to_move_; }
  void legal_moves(MoveList& list) const {
    for (int take = 1; take <= 3 && take <= heap_; ++take) list.push(static_cast<Move>(take));
  }
  void play(Move move) {
    heap_ -= move;
    to_move_ ^= 1;
  }
  [[nodiscard]] std::optional<Outcome> outcome() const {
    if (heap_ > 0) return std::nullopt;
    return Outcome{static_cast<std::int8_t>(1 - to_move_), 0};
  }
  [[nodiscard]] std::uint64_t hash() const { return mix(static_cast<std::uint64_t>(heap_)); }
  friend bool operator==(const Nim&, const Nim&) = default;

 private:
  int heap_;
  int to_move_ = 0;
};

// A coin is tossed before each of three moves; heads counts two points, tails one. A move takes
// the points or gives them to the opponent.
class Coins {
 public:
  static constexpr bool stable_move_codes = false;
  static constexpr bool thread_safe = false;

  class Moves {
   public:
    void push(Move move) { moves_[static_cast<std::size_t>(size_++)] = move; }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

   private:
    std::array<Move, 2> moves_{};
    int size_ = 0;
  };
  struct Undo {
    int score;
    int coin;
  };

  [[nodiscard]] int to_move() const { return plies_ & 1; }
  void legal_moves(Moves& list) const {
    list.push(0);
    list.push(1);
  }
  void play(Move move) {
    score_ += (move == 0) == (to_move() == 0) ? coin_ : -coin_;
    coin_ = 0;
    ++plies_;
  }
  [[nodiscard]] bool is_chance() const { return coin_ == 0 && plies_ < 3; }
  [[nodiscard]] int event_count() const { return 2; }
  [[nodiscard]] Move event(int index) const { return static_cast<Move>(100 + index); }
  void play_event(Move event) { coin_ = event - 99; }
  [[nodiscard]] std::optional<Outcome> outcome() const {
    if (plies_ < 3) return std::nullopt;
    if (score_ == 0) return Outcome{draw, 1};
    return Outcome{static_cast<std::int8_t>(score_ < 0), 0};
  }
  [[nodiscard]] int score() const { return score_; }
  Undo play_undoable(Move move) {
    ++undoable_plays;
    const Undo undo{score_, coin_};
    play(move);
    return undo;
  }
  void undo(const Undo& undo) {
    score_ = undo.score;
    coin_ = undo.coin;
    --plies_;
  }
  [[nodiscard]] std::uint64_t hash() const { return 0; }
  friend bool operator==(const Coins& a, const Coins& b) {
    return a.score_ == b.score_ && a.coin_ == b.coin_ && a.plies_ == b.plies_;
  }

  int undoable_plays = 0;

 private:
  int score_ = 0;
  int coin_ = 0;
  int plies_ = 0;
};

static_assert(Game<Nim> && !HasChance<Nim> && !HasUndo<Nim> && !HasMoveCount<Nim>);
static_assert(!HasRandomMove<Nim> && !HasScore<Nim> && !HasSymmetry<Nim> && !HasText<Nim>);
static_assert(!HasReasons<Nim> && !HasCodeCheck<Nim> && !BindableGame<Nim>);
static_assert(HasStableMoveCodes<Nim> && IsThreadSafe<Nim>);
static_assert(!HasStableMoveCodes<Coins> && !IsThreadSafe<Coins>);
static_assert(Game<Coins> && HasChance<Coins> && HasUndo<Coins> && HasScore<Coins>);
static_assert(std::same_as<move_list_t<Nim>, MoveList>);
static_assert(std::same_as<move_list_t<Coins>, Coins::Moves>);

}  // namespace

TEST_CASE(game_without_powers_gets_them_from_its_list) {
  Rng rng(1);
  CHECK_EQ(move_count(Nim(5)), 3);
  CHECK_EQ(move_count(Nim(2)), 2);
  CHECK(!is_chance(Nim(5)));
  std::array<int, 4> drawn{};
  for (int i = 0; i < 3000; ++i) drawn.at(random_move(Nim(5), rng)) += 1;
  CHECK_EQ(drawn[0], 0);
  for (std::size_t move = 1; move <= 3; ++move) CHECK(drawn[move] > 850 && drawn[move] < 1150);
}

TEST_CASE(game_after_leaves_the_position_as_it_was) {
  Nim nim(5);
  CHECK_EQ(after(nim, 2, [](const Nim& next) { return move_count(next) * 10 + next.to_move(); }),
           31);
  CHECK(nim == Nim(5));
  Coins coins;
  coins.play_event(101);
  const Coins before = coins;
  CHECK_EQ(after(coins, 0, [](const Coins& next) { return next.score(); }), 2);
  CHECK(coins == before);
  CHECK_EQ(coins.undoable_plays, 1);
}

TEST_CASE(game_without_reasons_is_won_or_drawn) {
  CHECK_EQ(reasons<Nim>()[reason_of<Nim>(Outcome{1})], "the game is won");
  CHECK_EQ(reasons<Nim>()[reason_of<Nim>(Outcome{draw})], "a draw");
}

TEST_CASE(game_final_score_counts_points_or_wins) {
  Nim nim(1);
  nim.play(1);
  CHECK_EQ(final_score(nim, *nim.outcome()), 1);
  CHECK_EQ(final_score(nim, Outcome{1, 0}), -1);
  CHECK_EQ(final_score(nim, Outcome{draw, 0}), 0);
  Coins coins;
  for (int heads : {1, 0, 1}) {
    coins.play_event(coins.event(heads));
    coins.play(0);
  }
  CHECK_EQ(final_score(coins, *coins.outcome()), 3);
}

// By hand: the ways to write at most 5 as an ordered sum of `depth` numbers from 1 to 3.
TEST_CASE(game_perft_counts_sequences) {
  Nim nim(5);
  CHECK_EQ(perft(nim, 0), 1);
  CHECK_EQ(perft(nim, 1), 3);
  CHECK_EQ(perft(nim, 2), 8);
  CHECK_EQ(perft(nim, 3), 10);
  CHECK_EQ(perft(nim, 4), 5);
  CHECK_EQ(perft(nim, 5), 1);
  CHECK_EQ(perft(nim, 6), 0);
  CHECK(nim == Nim(5));
}

TEST_CASE(game_perft_counts_events_as_plies) {
  Coins coins;
  for (int depth = 0; depth <= 6; ++depth) CHECK_EQ(perft(coins, depth), 1u << depth);
  CHECK_EQ(perft(coins, 7), 0);
  CHECK(coins == Coins());
}

TEST_CASE(game_playouts_add_up) {
  Playouts totals;
  Rng rng(2);
  run_playouts<true, Coins>(totals, 3000, rng, [](Rng&) { return Coins(); });
  CHECK_EQ(totals.games, 3000);
  CHECK_EQ(totals.plies, 9000);
  CHECK_EQ(totals.choices, 18000);
  CHECK_EQ(totals.shortest, 3);
  CHECK_EQ(totals.longest, 3);
  CHECK_EQ(totals.winners[0] + totals.winners[1] + totals.winners[2], 3000);
  CHECK_EQ(totals.reasons[0], totals.winners[0] + totals.winners[1]);
  CHECK_EQ(totals.reasons[1], totals.winners[2]);
  // Of the 64 equally likely games 6 end with 0 points: the coins 1, 1, 2 in any order with
  // the two against the ones, in two ways each.
  CHECK(totals.winners[2] > 200 && totals.winners[2] < 360);
  CHECK(totals.score > -500 && totals.score < 500);

  Playouts nim;
  run_playouts<false, Nim>(nim, 1000, rng, [](Rng&) { return Nim(5); });
  CHECK_EQ(nim.choices, 0);
  CHECK_EQ(nim.shortest, 2);
  CHECK_EQ(nim.longest, 5);
  CHECK_EQ(nim.score,
           static_cast<std::int64_t>(nim.winners[0]) - static_cast<std::int64_t>(nim.winners[1]));
}
