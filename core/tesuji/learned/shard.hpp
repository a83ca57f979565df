// Shards of self-play: positions with what a search found and how their games ended. This reads a
// shard from memory; docs/learning.md describes the format.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tesuji::learned {

// Bytes that are not a complete shard.
class ShardError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The checksum of zip files: polynomial 0x04c11db7, reflected.
inline std::uint32_t crc32(std::string_view bytes, std::uint32_t sum = 0) noexcept {
  static constexpr std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> result{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t x = i;
      for (int k = 0; k < 8; ++k) x = x >> 1 ^ (x & 1 ? 0xedb88320u : 0);
      result[i] = x;
    }
    return result;
  }();
  sum = ~sum;
  for (const char c : bytes) {
    sum = sum >> 8 ^ table[(sum ^ static_cast<std::uint8_t>(c)) & 0xff];
  }
  return ~sum;
}

// Little-endian, as are the records.
struct ShardHeader {
  static constexpr std::array<char, 8> expected_magic = {'T', 'S', 'J', 'S', 'H', 'A', 'R', 'D'};
  static constexpr std::uint32_t expected_version = 1;

  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t record_bytes;
  std::uint64_t records;
  std::uint32_t sheet_bytes;
  std::uint32_t letter_bits;      // 4 with an alphabet, or 8
  std::array<char, 16> alphabet;  // letter 1 is its first; 0 ends a text
  std::uint32_t checksum;         // of all bytes but these four
  std::uint32_t reserved;
};
static_assert(sizeof(ShardHeader) == 56 && std::endian::native == std::endian::little);

// One position. The packed text of the position follows it.
struct ShardRecord {
  std::uint64_t key;   // equal for symmetric positions
  std::uint32_t game;  // number of the game that it was first seen in
  float value;         // expected result, for the player to move; not a number if there is none
  std::uint16_t ply;
  std::uint16_t best;   // place of the best move among the legal moves
  std::uint16_t count;  // how often it was seen
  std::uint16_t score;  // half points that the player to move got from there, in all games
  std::uint8_t depth;
  std::uint8_t flags;
  std::uint16_t letters;
  std::uint32_t reserved;
};
static_assert(sizeof(ShardRecord) == 32);

// A view of a complete shard. The bytes must outlive it.
class Shard {
 public:
  explicit Shard(std::string_view bytes) : bytes_(bytes) {
    if (bytes.size() < sizeof(header_)) fail("it is shorter than a header");
    std::memcpy(&header_, bytes.data(), sizeof(header_));
    if (header_.magic != ShardHeader::expected_magic) fail("it is not a shard");
    if (header_.version != ShardHeader::expected_version) {
      fail("it has version " + std::to_string(header_.version) + ", expected " +
           std::to_string(ShardHeader::expected_version));
    }
    const bool fits = header_.record_bytes >= sizeof(ShardRecord) &&
                      header_.sheet_bytes <= bytes.size() - sizeof(header_) &&
                      header_.records <= bytes.size() / header_.record_bytes;
    first_ = sizeof(header_) + header_.sheet_bytes;
    if (!fits || first_ + header_.records * header_.record_bytes != bytes.size()) {
      fail("its length is wrong");
    }
    const std::size_t at = offsetof(ShardHeader, checksum);
    const std::uint32_t sum = crc32(bytes.substr(at + 4), crc32(bytes.substr(0, at)));
    if (sum != header_.checksum) fail("its checksum is wrong");
    if (header_.letter_bits != 4 && header_.letter_bits != 8) fail("its letters are unknown");
    if (header_.records == 0) fail("it is empty");
  }

  [[nodiscard]] std::size_t size() const noexcept { return header_.records; }
  [[nodiscard]] std::string_view sheet() const noexcept {
    return bytes_.substr(sizeof(header_), header_.sheet_bytes);
  }
  [[nodiscard]] ShardRecord record(std::size_t index) const noexcept {
    ShardRecord record{};
    std::memcpy(&record, bytes_.data() + offset(index), sizeof(record));
    return record;
  }
  // The position in notation.
  [[nodiscard]] std::string position(std::size_t index) const {
    const std::size_t letters = record(index).letters;
    const std::string_view packed = bytes_.substr(offset(index) + sizeof(ShardRecord),
                                                  header_.record_bytes - sizeof(ShardRecord));
    if (letters * header_.letter_bits > packed.size() * 8) fail("a position is too long");
    if (header_.letter_bits == 8) return std::string(packed.substr(0, letters));
    std::string text(letters, '?');
    for (std::size_t i = 0; i < letters; ++i) {
      const int letter = static_cast<std::uint8_t>(packed[i / 2]) >> 4 * (i % 2) & 15;
      if (letter == 0) fail("a position is too short");
      text[i] = header_.alphabet[static_cast<std::size_t>(letter - 1)];
    }
    return text;
  }

 private:
  [[noreturn]] static void fail(const std::string& problem) { throw ShardError(problem); }
  [[nodiscard]] std::size_t offset(std::size_t index) const noexcept {
    return first_ + index * header_.record_bytes;
  }

  std::string_view bytes_;
  ShardHeader header_{};
  std::size_t first_ = 0;
};

}  // namespace tesuji::learned
