// The only place that asks the operating system for anything; every call has a fallback in
// standard C++.
#pragma once

#include <chrono>
#include <ctime>

namespace tesuji {

// CPU seconds used by the calling thread; where the system cannot tell, wall time.
inline double thread_cpu_seconds() noexcept {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  const auto now_wall = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now_wall).count();
}

}  // namespace tesuji
