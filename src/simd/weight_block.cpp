#include "simd/weight_block.hpp"

#include <algorithm>

namespace whereformer::simd {
namespace {

// To the nearest bfloat16, even ones in between. Not for NaN.
std::int16_t rounded(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return static_cast<std::int16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}

constexpr std::uint32_t kInfinity = 0x7F800000U;
constexpr std::int16_t kNan = 0x7FC0;

}  // namespace

void WeightBlock::encode(int output, const float* weights, std::ptrdiff_t stride, int count) {
  std::uint32_t largest = 0;  // the order of magnitudes is that of their bits, with NaN above infinity
  for (int i = 0; i < count; ++i) {
    largest = std::max(largest, std::bit_cast<std::uint32_t>(weights[i * stride]) & 0x7FFFFFFFU);
  }
  const float exact = std::bit_cast<float>(largest) / 127;
  const bool finite = largest < kInfinity;
  const bool normal = finite && exact >= 0x1p-126F;
  scales[output] = finite ? rounded(normal ? exact : 0) : kNan;
  const float factor = normal ? 1 / code_of(WeightType::bfloat16).value(scales[output]) : 0;
  for (int i = 0; i < count; ++i) {
    // the scale may have been rounded down, but by less than half a step at 127
    const float q = finite ? std::nearbyint(weights[i * stride] * factor) : 0;
    pairs[i / 2][output][i % 2] = static_cast<std::int8_t>(q);
  }
}

void WeightBlock::decode(int output, float* to, int count) const {
  const float scale = code_of(WeightType::bfloat16).value(scales[output]);
  for (int i = 0; i < count; ++i) to[i] = scale * pairs[i / 2][output][i % 2];
}

}  // namespace whereformer::simd
