#include "simd/input_block.hpp"

#include <algorithm>

namespace whereformer::simd {
namespace {

using Bits = xsimd::batch<std::int32_t, Arch>;

Bits bits_of(Lanes x) { return xsimd::bitwise_cast<std::int32_t>(x); }

// The lower halves of 2 · kLanes numbers.
void store_lower(std::int16_t* to, Bits left, Bits right) {
#if defined(__wasm__)
  wasm_v128_store(to, wasm_i16x8_shuffle(left, right, 0, 2, 4, 6, 8, 10, 12, 14));
#else
  std::int32_t all[2 * kLanes];
  left.store_unaligned(all);
  right.store_unaligned(all + kLanes);
  std::copy_n(all, 2 * kLanes, to);
#endif
}

}  // namespace

void InputBlock::encode(const float* from, int count) {
  alignas(64) float filled[kBlock] = {};
  if (count < kBlock) from = std::copy_n(from, count, filled) - count;
  Bits top(0);  // the order of magnitudes is that of their bits, with NaN above infinity
  for (int i = 0; i < kBlock; i += kLanes) top = xsimd::max(top, bits_of(load(from + i)) & Bits(0x7FFFFFFF));
  const float largest = std::bit_cast<float>(xsimd::reduce_max(top));
  scale = largest / 32767;
  const Lanes factor = splat(largest >= 0x1p-100F ? 32767 / largest : 0);
  // Whole numbers from here on: the sum's lower half is the rounded value.
  const Lanes whole = splat(0x1.8p23F);
  for (int i = 0; i < kBlock; i += kTileWidth) {
    const Lanes left = madd(load(from + i), factor, whole);
    const Lanes right = madd(load(from + i + kLanes), factor, whole);
    store_lower(values + i, bits_of(left), bits_of(right));
  }
}

}  // namespace whereformer::simd
