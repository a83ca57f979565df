// The text cursor: what it accepts, what it refuses, and the place that its errors give.
#include <string>

#include "check.hpp"
#include "tesuji/base/text.hpp"

using namespace tesuji;

namespace {

template <class Read>
void check_error(std::string_view text, Read&& read, std::string_view message, std::size_t column) {
  Reader reader(text);
  const auto error = CHECK_THROWS(read(reader), NotationError);
  CHECK_EQ(std::string_view(error.what()), message);
  CHECK_EQ(error.column(), column);
}

}  // namespace

TEST_CASE(text_reader_moves_over_text) {
  Reader reader("ab");
  CHECK_EQ(reader.at(), 0);
  CHECK_EQ(reader.peek(), 'a');
  CHECK_EQ(reader.take(), 'a');
  CHECK_EQ(reader.at(), 1);
  CHECK(!reader.done());
  CHECK_EQ(reader.take(), 'b');
  CHECK(reader.done());
  CHECK_EQ(reader.peek(), '\0');
  CHECK_EQ(reader.take(), '\0');
  CHECK_EQ(reader.at(), 2);
  reader.expect_end();
}

TEST_CASE(text_reader_skips) {
  Reader reader("x--NoNE   y");
  CHECK(!reader.skip('y'));
  CHECK(reader.skip('x'));
  CHECK(!reader.skip("---"));
  CHECK(reader.skip("--"));
  CHECK(!reader.skip("nothing at all, and longer than the text"));
  CHECK(reader.skip("none"));
  CHECK_EQ(reader.at(), 7);
  reader.expect_space();
  CHECK_EQ(reader.at(), 10);
  reader.skip_spaces();
  reader.expect('y', "a y");
  CHECK(!reader.skip('y'));
  CHECK(!reader.skip("y"));
  CHECK(reader.skip(""));
}

TEST_CASE(text_reader_takes_numbers) {
  CHECK_EQ(Reader("7").number(0, 9, "a number"), 7);
  CHECK_EQ(Reader("12").number(4, 12, "a size"), 12);
  Reader reader("123");
  CHECK_EQ(reader.number(0, 99, "a number"), 12);
  CHECK_EQ(reader.peek(), '3');
  const auto size = [](Reader& r) { r.number(4, 12, "a size"); };
  check_error("13", size, "expected a size from 4 to 12, found '13'", 0);
  check_error("3", size, "expected a size from 4 to 12, found '3'", 0);
  check_error("x", size, "expected a size from 4 to 12, found 'x'", 0);
  check_error("", size, "expected a size from 4 to 12, found the end of the text", 0);
  check_error("-5", size, "expected a size from 4 to 12, found '-5'", 0);
}

TEST_CASE(text_reader_takes_cells) {
  CHECK(Reader("a1").cell(6, 7) == (Cell{0, 0}));
  CHECK(Reader("G6").cell(6, 7) == (Cell{5, 6}));
  CHECK(Reader("l12").cell(12, 12) == (Cell{11, 11}));
  const auto cell = [](Reader& r) { r.cell(6, 7); };
  for (std::string_view text : {"", "a", "1a", "a0", "a7", "h1", "a66", "`1", "{1", "@1", "a-1",
                                "\xe1"
                                "1",
                                " a1"}) {
    Reader reader(text);
    const auto error = CHECK_THROWS(cell(reader), NotationError);
    CHECK_EQ(error.column(), 0);
    CHECK_EQ(reader.at(), 0);
    CHECK(std::string_view(error.what()).starts_with("expected a cell from a1 to g6, found "));
  }
}

TEST_CASE(text_cell_names_read_back) {
  for (int row = 0; row < 12; ++row) {
    for (int column = 0; column < 12; ++column) {
      const std::string name = cell_name({row, column});
      Reader reader(name);
      CHECK(reader.cell(12, 12) == (Cell{row, column}));
      CHECK(reader.done());
    }
  }
}

TEST_CASE(text_reader_says_what_it_found_and_where) {
  const auto end = [](Reader& r) { r.take(), r.expect_end(); };
  check_error("ab", end, "expected the end of the text, found 'b'", 1);
  check_error("a0123456789", end, "expected the end of the text, found '01234567'", 1);
  const auto space = [](Reader& r) { r.take(), r.expect_space(); };
  check_error("a", space, "expected a space, found the end of the text", 1);
  check_error("a\t", space, "expected a space, found '?'", 1);
  check_error("ab", [](Reader& r) { r.take(), r.refuse("no"); }, "no", 1);
  check_error("ab", [](Reader&) { Reader::refuse_at("never", 7); }, "never", 7);
}

TEST_CASE(text_hostile_bytes_stay_out_of_messages) {
  std::string text = "a";
  for (int c : {0, 10, 27, 127, 128, 195, 255}) text += static_cast<char>(c);
  const auto end = [](Reader& r) { r.take(), r.expect_end(); };
  check_error(text, end,
              "expected the end of the text, found '??????"
              "?'",
              1);
  check_error(std::string_view("a\0b", 3), end, "expected the end of the text, found '?b'", 1);
}

TEST_CASE(text_lower_changes_only_letters) {
  for (int c = -128; c < 128; ++c) {
    const bool upper = c >= 'A' && c <= 'Z';
    CHECK_EQ(lower(static_cast<char>(c)), static_cast<char>(upper ? c + 32 : c));
  }
}
