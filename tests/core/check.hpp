// A small test harness: test cases that register themselves, checks that end their case with a
// message, and the loop that runs the cases.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace check {

struct Case {
  const char* name;
  void (*run)();
};
inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}
struct Registration {
  Registration(const char* name, void (*run)()) { cases().push_back({name, run}); }
};

// Names what is under test in the report of a failure: `const check::Context c("8x8");`. Contexts
// that an exception leaves are kept for the report, innermost first.
inline std::vector<std::string>& left_contexts() {
  static std::vector<std::string> left;
  return left;
}
class Context {
 public:
  explicit Context(std::string what) : what_(std::move(what)) {}
  ~Context() {
    if (std::uncaught_exceptions() > exceptions_) left_contexts().push_back(std::move(what_));
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  std::string what_;
  int exceptions_ = std::uncaught_exceptions();
};

class Failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail(const char* file, int line, const std::string& message) {
  throw Failure(std::string(file) + ':' + std::to_string(line) + ": " + message);
}

// In quotes, with unprintable bytes as \xNN.
inline std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += {'\\', 'x', "0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]};
    }
  }
  return result + '"';
}

template <class T>
std::string shown(const T& value) {
  if constexpr (std::convertible_to<T, std::string_view>) {
    return quoted(value);
  } else if constexpr (std::integral<T>) {
    return std::to_string(value);
  } else if constexpr (requires { value.text(); }) {
    return value.text();
  } else if constexpr (requires(std::ostream& out) { out << value; }) {
    return (std::ostringstream() << value).str();
  } else {
    return "a value that cannot be shown";
  }
}

// Numbers of either sign compare by value; everything else with its own ==.
template <class T>
concept Number = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

template <class A, class B>
bool equal(const A& a, const B& b) {
  if constexpr (Number<A> && Number<B>) {
    return std::cmp_equal(a, b);
  } else {
    return a == b;
  }
}

template <class A, class B>
void check_equal(const A& a, const B& b, const char* expression, const char* file, int line) {
  if (!equal(a, b)) {
    fail(file, line, std::string(expression) + ": " + shown(a) + " is not " + shown(b));
  }
}

template <class Exception, class Run>
Exception caught(Run&& run, const char* expression, const char* file, int line) {
  try {
    run();
  } catch (const Exception& exception) {
    return exception;
  }
  fail(file, line, std::string(expression) + " did not throw");
}

inline void report(std::string_view name, const std::exception& exception) {
  std::printf("FAILED %s\n  %s\n", std::string(name).c_str(), exception.what());
  for (const std::string& context : left_contexts()) std::printf("    in %s\n", context.c_str());
  left_contexts().clear();
}

// Runs the cases whose name contains `part`, each `step`th from `first` on. Returns the exit
// status.
inline int run(std::string_view part, std::size_t first = 0, std::size_t step = 1) {
  int passed = 0;
  int failed = 0;
  for (std::size_t number = first; number < cases().size(); number += step) {
    const Case& test = cases()[number];
    if (std::string_view(test.name).find(part) == std::string_view::npos) continue;
    left_contexts().clear();
    try {
      test.run();
      ++passed;
    } catch (const std::exception& exception) {
      report(test.name, exception);
      ++failed;
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 || passed == 0;
}

}  // namespace check

// The name of a case is an identifier, so names in one file are unique.
#define TEST_CASE(name)                                              \
  static void name();                                                \
  static const check::Registration registration_##name{#name, name}; \
  static void name()

#define CHECK(expression) \
  ((expression) ? void() : check::fail(__FILE__, __LINE__, #expression " does not hold"))
#define CHECK_EQ(a, b) check::check_equal((a), (b), #a " == " #b, __FILE__, __LINE__)
// Returns the exception, so that its message can be checked.
#define CHECK_THROWS(expression, Exception) \
  check::caught<Exception>([&] { (void)(expression); }, #expression, __FILE__, __LINE__)
