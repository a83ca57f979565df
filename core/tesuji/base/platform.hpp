// The only calls to the operating system; each has a fallback in standard C++.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <ctime>

#if defined(__linux__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
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

// The first bytes of a file, read when they are needed; null if the file is not there or shorter,
// or if the system cannot do it. `release_memory` frees them.
inline const void* map_file(const char* path, std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  const int file = open(path, O_RDONLY);
  if (file < 0) return nullptr;
  const bool long_enough = lseek(file, 0, SEEK_END) >= static_cast<off_t>(bytes);
  void* memory = long_enough ? mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  return memory == MAP_FAILED ? nullptr : memory;
#else
  (void)path;
  (void)bytes;
  return nullptr;
#endif
}

// Writes a new file and waits until it is on the disk. False if it cannot be written.
inline bool write_file(const char* path, const void* head, std::size_t head_bytes, const void* body,
                       std::size_t body_bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return false;
  const auto write_all = [file](const void* data, std::size_t bytes) {
    const auto* at = static_cast<const char*>(data);
    while (bytes > 0) {
      const auto written = write(file, at, bytes);
      if (written <= 0) return false;
      at += written;
      bytes -= static_cast<std::size_t>(written);
    }
    return true;
  };
  const bool whole = write_all(head, head_bytes) && write_all(body, body_bytes) && fsync(file) == 0;
  return close(file) == 0 && whole;
#else
  (void)path, (void)head, (void)head_bytes, (void)body, (void)body_bytes;
  return false;
#endif
}

}  // namespace tesuji
