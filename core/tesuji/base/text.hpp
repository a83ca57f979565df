// Reading and writing notation: cells such as `b3` (column letter, row counted from the top), and a
// cursor whose errors give the place in the text.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tesuji {

// Text that is not notation, or a position that cannot exist. `column` counts from 0.
class NotationError : public std::runtime_error {
 public:
  NotationError(const std::string& message, std::size_t column)
      : std::runtime_error(message), column_(column) {}
  [[nodiscard]] std::size_t column() const noexcept { return column_; }

 private:
  std::size_t column_;
};

struct Cell {
  int row;
  int column;

  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

inline std::string cell_name(Cell cell) {
  return std::string(1, static_cast<char>('a' + cell.column)) + std::to_string(cell.row + 1);
}

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// A cursor over text. Functions that do not find what they expect throw NotationError.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t at() const noexcept { return at_; }
  [[nodiscard]] bool done() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] char peek() const noexcept { return done() ? '\0' : text_[at_]; }
  char take() noexcept { return done() ? '\0' : text_[at_++]; }

  bool skip(char expected) noexcept {
    if (done() || text_[at_] != expected) return false;
    ++at_;
    return true;
  }
  // Skips `expected` if it comes next, in upper or lower case.
  bool skip(std::string_view expected) noexcept {
    if (text_.size() - at_ < expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (lower(text_[at_ + i]) != expected[i]) return false;
    }
    at_ += expected.size();
    return true;
  }
  void skip_spaces() noexcept {
    while (skip(' ')) {
    }
  }
  void expect(char expected, std::string_view what) {
    if (!skip(expected)) fail("expected " + std::string(what));
  }
  void expect_space() {
    expect(' ', "a space");
    skip_spaces();
  }
  void expect_end() {
    if (!done()) fail("expected the end of the text");
  }

  // A number of one or two digits between `low` and `high`.
  int number(int low, int high, std::string_view what) {
    const std::size_t start = at_;
    int value = 0;
    while (at_ - start < 2 && peek() >= '0' && peek() <= '9') value = value * 10 + (take() - '0');
    if (at_ == start || value < low || value > high) {
      at_ = start;
      fail("expected " + std::string(what) + " from " + std::to_string(low) + " to " +
           std::to_string(high));
    }
    return value;
  }

  // A cell of a board with the given size, such as `b3`.
  Cell cell(int rows, int columns) {
    const std::size_t start = at_;
    const int column = lower(peek()) - 'a';
    if (column >= 0 && column < columns) {
      take();
      int row = 0;
      std::size_t digits = 0;
      while (digits < 2 && peek() >= '0' && peek() <= '9') {
        row = row * 10 + (take() - '0');
        ++digits;
      }
      if (row >= 1 && row <= rows) return {row - 1, column};
    }
    at_ = start;
    fail("expected a cell from a1 to " + cell_name({rows - 1, columns - 1}));
  }

  // Throws at the cursor; the message adds what was found there.
  [[noreturn]] void fail(const std::string& message) const {
    std::string found = "the end of the text";
    if (!done()) found = "'" + printable(text_.substr(at_, 8)) + "'";
    throw NotationError(message + ", found " + found, at_);
  }
  // Throws at the cursor with this message only.
  [[noreturn]] void refuse(const std::string& message) const { throw NotationError(message, at_); }
  [[noreturn]] static void refuse_at(const std::string& message, std::size_t column) {
    throw NotationError(message, column);
  }

 private:
  // Keeps control bytes out of terminals and error messages valid text.
  static std::string printable(std::string_view raw) {
    std::string result;
    for (char c : raw) result += (c >= ' ' && c <= '~') ? c : '?';
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace tesuji
