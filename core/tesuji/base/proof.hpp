// A proven result of a position.
#pragma once

#include <cstdint>

namespace tesuji {

// From the point of view of one player.
enum class Proof : std::uint8_t { none, loss, draw, win };

constexpr Proof opposite(Proof proof) noexcept {
  if (proof == Proof::win) return Proof::loss;
  if (proof == Proof::loss) return Proof::win;
  return proof;
}
constexpr double proof_value(Proof proof) noexcept {
  return proof == Proof::win ? 1.0 : proof == Proof::draw ? 0.5 : 0.0;
}

}  // namespace tesuji
