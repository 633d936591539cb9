// Loops over whole vectors: a buffer has room for the last one. What that holds beyond the values is anything, and stays unused.
#include "simd/half_values.hpp"

#include <algorithm>
#include <limits>

namespace whereformer::simd {
namespace {

constexpr std::int16_t kMagnitude = 0x7FFF;
constexpr std::int16_t kLeastNormal = 0x0400;  // 2^−14
constexpr std::int16_t kWithoutCode = 0x5800;  // 128
constexpr std::int16_t kToCode = 0x2800;       // from the exponent of float16 to that of its code

static_assert(kTileWidth * sizeof(float) <= 64);

// Codes that were made from subnormals m · 2^−24 as if these were normal: float32 of m has the bits of the code, with another exponent.
void mend_subnormals(std::int16_t* codes) {
  constexpr std::uint32_t kOne = 126U << 10U;  // exponent 1 of a code is that of 2^0
  for (int i = 0; i < kTileWidth; ++i) {
    const int m = (codes[i] & kMagnitude) - kToCode;
    if (m >= kLeastNormal) continue;
    const std::uint32_t code = m == 0 ? 0 : (std::bit_cast<std::uint32_t>(static_cast<float>(m)) >> 13U) - kOne;
    codes[i] = static_cast<std::int16_t>(code | (static_cast<std::uint16_t>(codes[i]) & 0x8000U));
  }
}

}  // namespace

bool HalfValues::have_codes() const {
  if (type == WeightType::bfloat16) return true;
  const std::size_t whole = bits.size() / kTileWidth * kTileWidth;
  HalfLanes largest = 0;
  for (std::size_t i = 0; i < whole; i += kTileWidth) {
    largest = xsimd::max(largest, HalfLanes::load_unaligned(bits.data() + i) & HalfLanes(kMagnitude));
  }
  bool all = !xsimd::any(largest >= HalfLanes(kWithoutCode));
  for (std::size_t i = whole; i < bits.size(); ++i) all &= (bits[i] & kMagnitude) < kWithoutCode;
  return all;
}

void HalfValues::encode() {
  if (type == WeightType::bfloat16) return;
  for (std::size_t i = 0; i < bits.size(); i += kTileWidth) {
    std::int16_t* at = bits.data() + i;
    const HalfLanes given = HalfLanes::load_unaligned(at);
    const HalfLanes magnitude = given & HalfLanes(kMagnitude);
    ((magnitude + HalfLanes(kToCode)) | (given ^ magnitude)).store_unaligned(at);
    if (xsimd::any(magnitude < HalfLanes(kLeastNormal))) mend_subnormals(at);
  }
}

Status HalfValues::widen(Buffer<float>& to) const {
  const bool brain = type == WeightType::bfloat16;
  const Lanes factor = splat(brain ? 1 : 0x1p112F);  // raw float16 have an exponent that is 112 too small
  const Lanes infinity = splat(std::numeric_limits<float>::infinity());
  const Lanes above = brain ? infinity : splat(65536);
  // infinities and NaN have all bits of an exponent
  const auto wide = [&](Lanes raw) {
    const Lanes value = raw * factor;
    return select(xsimd::abs(value) < above, value, raw | infinity);
  };
  TRY(to.allocate_unset(bits.size()));
  for (std::size_t i = 0; i < bits.size(); i += kTileWidth) {
    const std::int16_t* from = bits.data() + i;
    const LanePair raw = brain ? BFloat16Format().raw(from) : Float16Format().raw(from);
    store(to.data() + i, wide(raw.left));
    store(to.data() + i + kLanes, wide(raw.right));
  }
  return {};
}

}  // namespace whereformer::simd
