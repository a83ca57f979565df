// Runs all unit tests, those whose name contains the first argument, or every Nth from a number on:
//   core_unit, core_unit avalam, core_unit "" 1 2
#include <cstdlib>

#include "check.hpp"

int main(int count, char** arguments) {
  const auto number = [&](int index, std::size_t fallback) {
    return count > index ? std::strtoul(arguments[index], nullptr, 10) : fallback;
  };
  return check::run(count > 1 ? arguments[1] : "", number(2, 0), number(3, 1));
}
