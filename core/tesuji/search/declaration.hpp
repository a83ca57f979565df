// How a search declares its options. Each option is declared once, by a function that takes a
// visitor and the structure that holds the values: what the structure starts with is the
// default. One visitor reads the values, another one describes the options to Python.
//
// A visitor has
//   number(name, value, range, help)      an integer or a real number
//   megabytes(name, bytes, range, help)   an amount of memory
//   flag(name, value, help, dice)         true or false; `dice`: matters only with chance events
//   choice(name, value, help, choices)    one of several words
//   slot(name, value, help, parts)        one of several parts, with options of their own
//   python(name)                          the place of an option that Python declares and reads
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji {

// The smallest and the largest value of a number, and its default where several parts share the
// number and begin with different values.
struct Range {
  double low;
  double high;
  std::optional<double> initial = std::nullopt;
};

template <class Value>
struct Choice {
  const char* name;
  Value value;
};

// A part that fills a slot: `value` is what the slot's variable is then, `options` declares the
// part's own options, `source` names the paper that it comes from.
template <class Value>
class Part {
 public:
  Part(const char* its_name, Value its_value, const char* its_summary,
       std::function<void()> its_options = nullptr, const char* its_source = "")
      : name(its_name),
        value(its_value),
        summary(its_summary),
        options(std::move(its_options)),
        source(its_source) {}
  // Only for these games.
  Part only_for(std::vector<const char*> names) {
    games = std::move(names);
    return *this;
  }

  const char* name;
  Value value;
  const char* summary;
  std::function<void()> options;
  const char* source;
  std::vector<const char*> games;  // empty: all
};

}  // namespace tesuji
