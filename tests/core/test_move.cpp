// The move list on the stack.
#include <type_traits>

#include "check.hpp"
#include "tesuji/base/move.hpp"

using namespace tesuji;

TEST_CASE(move_list_keeps_order) {
  MoveList list;
  CHECK(list.empty());
  CHECK_EQ(list.size(), 0);
  CHECK(list.begin() == list.end());
  for (int move : {5, 3, 65535, 0}) list.push(static_cast<Move>(move));
  CHECK(!list.empty());
  CHECK_EQ(list.size(), 4);
  CHECK_EQ(list[0], 5);
  CHECK_EQ(list[2], 65535);
  CHECK_EQ(list.end() - list.begin(), 4);
}

TEST_CASE(move_list_contains_only_what_was_pushed) {
  MoveList list;
  CHECK(!list.contains(7));
  list.push(7);
  CHECK(list.contains(7));
  CHECK(!list.contains(8) && !list.contains(6));
}

TEST_CASE(move_list_holds_its_capacity) {
  static_assert(MoveList::capacity >= 324, "Colosseum on 12x12");
  MoveList list;
  for (int i = 0; i < MoveList::capacity; ++i) list.push(static_cast<Move>(i));
  CHECK_EQ(list.size(), MoveList::capacity);
  int expected = 0;
  for (Move move : list) CHECK_EQ(move, expected++);
}
