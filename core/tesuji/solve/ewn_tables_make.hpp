// Makes the endgame tables of ewn in memory or in files, and opens them.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tesuji/base/budget.hpp"
#include "tesuji/solve/ewn_table_files.hpp"
#include "tesuji/solve/ewn_tables_build.hpp"

namespace tesuji::solve::ewn_tables {

inline constexpr int most_stones_in_memory = 4;
inline constexpr double megabytes_in_memory = 50;  // 3 bytes for each of 16.6 million positions

// Called in the calling thread after each block: blocks done and blocks in all.
using Progress = std::function<void(int, int)>;

// Calls work(id) for the blocks in several threads. An exception in one of them ends all.
template <class Work>
void in_threads(const std::vector<BlockId>& ids, int threads, Work&& work,
                const Progress& progress) {
  std::atomic<std::size_t> next{0};
  std::atomic<int> done{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](bool reports) {
    try {
      for (std::size_t i = next++; i < ids.size(); i = next++) {
        work(ids[i]);
        ++done;
        if (reports && progress) progress(done, static_cast<int>(ids.size()));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = ids.size();
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(run, false);
  run(true);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

inline std::vector<BlockId> blocks_with(int stones) {
  std::vector<BlockId> ids;
  for_each_block(stones, [&](const BlockId& id) { ids.push_back(id); });
  return ids;
}

// Adds the tables with this many stones, made in memory. If stopped() becomes true, it returns
// early and a later call continues.
template <class Stopped>
void make_in_memory(Tables& tables, int stones, Stopped&& stopped) {
  for (const BlockId& id : blocks_with(stones)) {
    if (tables.has(id)) continue;
    auto bytes = BlockBuilder(tables, id).build(stopped);
    if (bytes.empty()) return;
    tables.add(id, std::make_unique<VectorMemory>(std::move(bytes)));
  }
  tables.complete(stones);
}

// Adds the tables with this many stones from files. False if one is missing; a damaged one throws.
inline bool add_files(Tables& tables, const std::string& folder, int stones) {
  const auto ids = blocks_with(stones);
  for (const BlockId& id : ids) {
    std::error_code ignored;
    if (!std::filesystem::exists(block_path(folder, id), ignored)) return false;
  }
  for (const BlockId& id : ids) tables.add(id, std::make_unique<FileMemory>(folder, id));
  tables.complete(stones);
  return true;
}

// Tables that several solvers use. Those of a folder are opened once in a process.
class SharedTables {
 public:
  static std::shared_ptr<SharedTables> of(const std::string& folder) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<SharedTables>> opened;
    const std::lock_guard lock(mutex);
    auto& found = opened[folder];
    if (!found) found = std::make_shared<SharedTables>(folder);
    return found;
  }
  // The files in the folder; without them the smallest tables, which take a moment to make.
  explicit SharedTables(const std::string& folder) {
    int stones = 2;
    while (!folder.empty() && stones <= most_stones && add_files(tables_, folder, stones)) ++stones;
    for (; stones < most_stones_in_memory; ++stones) {
      make_in_memory(tables_, stones, [] { return false; });
    }
  }
  [[nodiscard]] const Tables& tables() const noexcept { return tables_; }
  // Makes those that take a second or two and 50 MB, until stopped() becomes true. Does not wait if
  // somebody else is making them.
  template <class Stopped>
  void grow(Stopped&& stopped) {
    const std::unique_lock lock(growing_, std::try_to_lock);
    if (!lock || tables_.stones() >= most_stones_in_memory) return;
    make_in_memory(tables_, most_stones_in_memory, stopped);
  }

 private:
  std::mutex growing_;
  Tables tables_;
};

// Writes the tables with up to this many stones into a folder. Blocks that are there already are
// kept, damaged ones are made again: a build that was stopped or killed goes on where it was. False
// if the token stopped it.
inline bool write_tables(const std::string& folder, int stones, int threads, const StopToken& stop,
                         const Progress& progress) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw TableFileError(folder, "the folder cannot be made");
  Tables tables;
  for (int count = 2; count <= stones; ++count) {
    in_threads(
        blocks_with(count), threads,
        [&](const BlockId& id) {
          if (stop.stopped() || is_written(folder, id)) return;
          const auto bytes = BlockBuilder(tables, id).build([&] { return stop.stopped(); });
          if (!bytes.empty()) write_block(folder, id, bytes);
        },
        count == stones ? progress : Progress{});
    if (stop.stopped()) return false;
    add_files(tables, folder, count);
  }
  return true;
}

}  // namespace tesuji::solve::ewn_tables
