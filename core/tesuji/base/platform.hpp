// The only calls to the operating system; each has a fallback in standard C++.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <ctime>

#if defined(__linux__) || defined(__APPLE__)
#include <sys/mman.h>
#define TESUJI_HAS_MMAP 1
#endif

namespace tesuji {

inline double wall_seconds() noexcept {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// CPU seconds used by the calling thread; wall time if the system does not count them.
inline double thread_cpu_seconds() noexcept {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  return wall_seconds();
}

// Address space that reads as zero and uses memory only where it is touched; null on failure.
inline void* reserve_memory(std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
  flags |= MAP_NORESERVE;
#endif
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
  // Trees are accessed at random: large pages avoid most TLB misses.
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
#else
  return std::calloc(bytes, 1);
#endif
}

// Provides the memory behind reserved space now rather than at its first use; keeps its content.
inline void populate_memory(void* memory, std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP) && defined(MADV_POPULATE_WRITE)
  if (madvise(memory, bytes, MADV_POPULATE_WRITE) == 0) return;
#endif
  constexpr std::size_t page = 4096;
  auto* const begin = static_cast<volatile unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; i += page) begin[i] = begin[i];
}

// Frees reserved address space.
inline void release_memory(void* memory, std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  munmap(memory, bytes);
#else
  (void)bytes;
  std::free(memory);
#endif
}

// Frees the memory behind reserved space but keeps the space; its content is lost.
inline void forget_memory(void* memory, std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  madvise(memory, bytes, MADV_DONTNEED);
#else
  (void)memory;
  (void)bytes;
#endif
}

}  // namespace tesuji
