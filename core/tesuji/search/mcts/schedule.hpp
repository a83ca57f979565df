// The exploration constant of one search: c as the schedule changes it, in the units of results.
#pragma once

#include <algorithm>

#include "tesuji/base/elementary.hpp"
#include "tesuji/search/mcts/options.hpp"

namespace tesuji::mcts {

// x to the power of an exponent, from arithmetic alone.
inline double power(double x, double exponent) noexcept {
  const double log = x >= 1 ? natural_log(x) : -natural_log(1 / x);
  return natural_exp(exponent * log);
}

// `moves` are the root's, `size` is that of the board, `last_value` the value of the move chosen
// last, negative where there is none.
inline double scheduled_c(const Options& options, double moves, double size,
                          double last_value) noexcept {
  const auto& schedule = options.schedule;
  const auto& result = options.rollout.result;
  const bool raw = result.rule == ResultRule::score && result.raw;
  const double c = raw ? options.select.c / (2 * result.scale) : options.select.c;
  moves = std::max(moves, 1.0);
  size = std::max(size, 1.0);
  switch (schedule.rule) {
    case ScheduleRule::constant: return c;
    case ScheduleRule::size: return c * power(size / schedule.reference, schedule.power);
    case ScheduleRule::moves: return c * power(moves / schedule.reference, schedule.power);
    case ScheduleRule::size_or_moves:
      return size <= schedule.until ? c * power(size / schedule.reference, schedule.power)
                                    : c * power(moves / schedule.moves, schedule.moves_power);
    case ScheduleRule::behind: {
      if (last_value < 0) return c;
      const double estimate = (2 * last_value - 1) * (raw ? result.scale : 1);
      return c * natural_exp(std::max(0.0, schedule.weight - estimate));
    }
  }
  return c;
}

}  // namespace tesuji::mcts
