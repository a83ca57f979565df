// The only calls to the operating system; each has a fallback in standard C++.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
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

// The first bytes of a file, read when they are needed; null if the file is not there or shorter.
// `release_memory` frees them.
inline const void* map_file(const char* path, std::size_t bytes) noexcept {
#if defined(TESUJI_HAS_MMAP)
  const int file = open(path, O_RDONLY);
  if (file < 0) return nullptr;
  const bool long_enough = lseek(file, 0, SEEK_END) >= static_cast<off_t>(bytes);
  void* memory = long_enough ? mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  return memory == MAP_FAILED ? nullptr : memory;
#else
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return nullptr;
  void* memory = std::malloc(bytes);
  const bool whole = memory != nullptr && std::fread(memory, 1, bytes, file) == bytes;
  std::fclose(file);
  if (!whole) std::free(memory);
  return whole ? memory : nullptr;
#endif
}

// Replaces a file in one step: whoever opens the name finds the old content or the whole new one,
// even after a crash. False if something cannot be written.
inline bool write_file(const char* path, const char* temporary, const void* head,
                       std::size_t head_bytes, const void* body, std::size_t body_bytes) noexcept {
  std::FILE* file = std::fopen(temporary, "wb");
  if (file == nullptr) return false;
  bool written = std::fwrite(head, 1, head_bytes, file) == head_bytes &&
                 std::fwrite(body, 1, body_bytes, file) == body_bytes && std::fflush(file) == 0;
#if defined(TESUJI_HAS_MMAP)
  written = written && fsync(fileno(file)) == 0;
#endif
  written = std::fclose(file) == 0 && written;
  if (!written) std::remove(temporary);
  return written && std::rename(temporary, path) == 0;
}

}  // namespace tesuji
