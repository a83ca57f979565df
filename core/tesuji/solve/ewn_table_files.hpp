// Endgame tables of ewn in files: one per block, with a header and a checksum, mapped into memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "tesuji/base/platform.hpp"
#include "tesuji/solve/ewn_tables.hpp"

namespace tesuji::solve::ewn_tables {

// A table file that is damaged, or that cannot be written.
class TableFileError : public std::runtime_error {
 public:
  TableFileError(std::string path, std::string problem)
      : std::runtime_error("table file " + path + ": " + problem),
        path_(std::move(path)),
        problem_(std::move(problem)) {}
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  std::string path_;
  std::string problem_;
};

// A change of any one word changes the sum: every step is a bijection.
inline std::uint64_t checksum(const std::uint8_t* bytes, std::size_t count) noexcept {
  std::uint64_t sum = 0x9e3779b97f4a7c15u ^ count;
  while (count > 0) {
    std::uint64_t word = 0;
    const std::size_t taken = std::min(count, sizeof(word));
    std::memcpy(&word, bytes, taken);
    sum = (std::rotl(sum, 29) ^ word) * 0xbf58476d1ce4e5b9u;
    bytes += taken;
    count -= taken;
  }
  return sum ^ sum >> 32;
}

// Little-endian, like the values. Raise the version when the layout or the index changes.
struct FileHeader {
  static constexpr std::array<char, 8> expected_magic = {'T', 'S', 'J', 'E', 'W', 'N', 'T', 'B'};
  static constexpr std::uint32_t expected_version = 1;

  std::array<char, 8> magic = expected_magic;
  std::uint32_t version = expected_version;
  BlockId id{};
  std::uint64_t body_bytes = 0;
  std::uint64_t body_checksum = 0;
  std::uint64_t header_checksum = 0;  // of everything before

  [[nodiscard]] std::uint64_t own_checksum() const noexcept {
    return checksum(reinterpret_cast<const std::uint8_t*>(this),
                    offsetof(FileHeader, header_checksum));
  }
  // What is wrong with the header of this block's file; empty if nothing is.
  [[nodiscard]] std::string problem(const BlockId& expected) const {
    if (magic != expected_magic) return "this is not a table of ewn";
    if (version != expected_version) {
      return "version " + std::to_string(version) + ", expected " +
             std::to_string(expected_version);
    }
    if (header_checksum != own_checksum()) return "the header is damaged";
    if (!(id == expected) || body_bytes != payload_bytes(id)) return "it holds another block";
    return "";
  }
};
static_assert(sizeof(FileHeader) == 40 && std::endian::native == std::endian::little);

inline std::string block_path(const std::string& folder, const BlockId& id) {
  const std::string name = "ewn-" + std::to_string(id.first_count) + '.' +
                           std::to_string(id.first_class) + '-' + std::to_string(id.second_count) +
                           '.' + std::to_string(id.second_class) + ".table";
  return (std::filesystem::path(folder) / name).string();
}

// A mapped file. The header is checked at once, the values when they are first used.
class FileMemory final : public BlockMemory {
 public:
  FileMemory(const std::string& folder, const BlockId& id)
      : path_(block_path(folder, id)), bytes_(sizeof(FileHeader) + payload_bytes(id)) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path_, failed);
    if (failed) throw TableFileError(path_, "it cannot be read");
    if (size != bytes_) {
      throw TableFileError(path_,
                           std::to_string(size) + " bytes, expected " + std::to_string(bytes_));
    }
    start_ = static_cast<const std::uint8_t*>(map_file(path_.c_str(), bytes_));
    if (start_ == nullptr) throw TableFileError(path_, "it cannot be read");
    std::memcpy(&header_, start_, sizeof(header_));
    const std::string problem = header_.problem(id);
    if (problem.empty()) return;
    release();
    throw TableFileError(path_, problem);
  }
  ~FileMemory() override { release(); }
  FileMemory(const FileMemory&) = delete;
  FileMemory& operator=(const FileMemory&) = delete;

  const std::uint8_t* bytes() override {
    std::call_once(checked_, [this] { check(); });
    return start_ + sizeof(FileHeader);
  }

 private:
  void check() const {
    if (checksum(start_ + sizeof(FileHeader), header_.body_bytes) != header_.body_checksum) {
      throw TableFileError(path_, "the checksum is wrong, the values are damaged");
    }
  }
  void release() noexcept { release_memory(const_cast<std::uint8_t*>(start_), bytes_); }

  std::string path_;
  std::size_t bytes_;
  const std::uint8_t* start_ = nullptr;
  FileHeader header_;
  std::once_flag checked_;
};

// The file appears under its name when it is complete.
inline void write_block(const std::string& folder, const BlockId& id,
                        const std::vector<std::uint8_t>& body) {
  FileHeader header;
  header.id = id;
  header.body_bytes = body.size();
  header.body_checksum = checksum(body.data(), body.size());
  header.header_checksum = header.own_checksum();
  const std::string path = block_path(folder, id);
  const std::string part = path + ".part";
  std::error_code failed;
  if (write_file(part.c_str(), &header, sizeof(header), body.data(), body.size())) {
    std::filesystem::rename(part, path, failed);
    if (!failed) return;
  }
  std::filesystem::remove(part, failed);
  throw TableFileError(path, "it cannot be written");
}

// Whether the file of a block is there, undamaged.
inline bool is_written(const std::string& folder, const BlockId& id) {
  try {
    FileMemory(folder, id).bytes();
    return true;
  } catch (const TableFileError&) {
    return false;
  }
}

// The folder for tables: TESUJI_DATA, or `tesuji` in the user's cache folder. Empty if there is
// none.
inline std::string default_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  if (const auto data = variable("TESUJI_DATA"); !data.empty()) return data.string();
  if (const auto cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return (cache / "tesuji").string();
  const auto home = variable("HOME");
  return home.empty() ? "" : (home / ".cache" / "tesuji").string();
}

}  // namespace tesuji::solve::ewn_tables
