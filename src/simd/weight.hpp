// The types that weights are kept in. A format reads what it stores as float32, in lanes or one by one, always exactly; a value that a
// format does not have is refused, and the matrix is kept as float32 instead.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "simd/tile.hpp"

namespace whereformer::simd {

enum class WeightType { float32, float16, bfloat16 };
inline constexpr const char* kWeightTypes[] = {"F32", "F16", "BF16"};  // as in safetensors files

// kTileWidth values.
struct LanePair {
  Lanes left;
  Lanes right;
};

// Panels that a product of one row reads side by side.
inline constexpr int kSideBySide = 4;

#if defined(__wasm__)
// float32 from their lower and upper halves.
inline LanePair joined(v128_t lower, v128_t upper) {
  return {Lanes(wasm_i16x8_shuffle(lower, upper, 0, 8, 1, 9, 2, 10, 3, 11)),
          Lanes(wasm_i16x8_shuffle(lower, upper, 4, 12, 5, 13, 6, 14, 7, 15))};
}
#else
// float32 from bits that are computed one by one; compilers make vectors of it.
template <class Bits>
LanePair widened(const std::int16_t* from, Bits&& bits) {
  alignas(64) float wide[kTileWidth];
  for (int i = 0; i < kTileWidth; ++i) wide[i] = std::bit_cast<float>(static_cast<std::int32_t>(bits(from[i])));
  return {load(wide), load(wide + kLanes)};
}
#endif

// raw · scaled(x) is the product of a weight with x, if the format takes x. Panels of 16 bits are as wide as all that are read side by side, so that these
// are one stream of memory.
struct Float32Format {
  using Stored = float;
  static constexpr int kWidth = kTileWidth;

  LanePair raw(const float* from) const { return {load(from), load(from + kLanes)}; }
  template <class X>
  static X scaled(X x) {
    return x;
  }
  static bool takes(const float*, int) { return true; }
  static float value(float stored) { return stored; }
  static bool encode(float x, float& to) {
    to = x;
    return true;
  }
};

// The upper half of a float32.
struct BFloat16Format {
  using Stored = std::int16_t;
  static constexpr int kWidth = kSideBySide * kTileWidth;

  LanePair raw(const std::int16_t* from) const {
#if defined(__wasm__)
    const v128_t upper = wasm_v128_load(from);
    return joined(wasm_i16x8_const_splat(0), upper);
#else
    return widened(from, [](std::int16_t x) { return x << 16; });
#endif
  }
  template <class X>
  static X scaled(X x) {
    return x;
  }
  static bool takes(const float*, int) { return true; }
  static float value(std::int16_t stored) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<std::uint16_t>(stored)) << 16U);
  }
  static bool encode(float x, std::int16_t& to) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    to = static_cast<std::int16_t>(bits >> 16U);
    return (bits & 0xFFFFU) == 0;
  }
};

// Constants are in memory, as those of exp.hpp.
extern const std::int16_t kFloat16Bits;  // sign, and what follows three copies of it, of the upper half of a float32
extern const float kFloat16Scale;        // 2^102

// Sign, 5 bits of exponent and 10 of mantissa, as a float16, but the exponents are those of 2^−24 … 2^6: what float16 writes as a
// subnormal is an ordinary number here, since processors multiply subnormals slowly. Zero is the only value of exponent 0. All
// finite float16 below 128 have a code; infinities, NaN and larger values have none.
struct Float16Format {
  using Stored = std::int16_t;
  static constexpr int kWidth = kSideBySide * kTileWidth;

#if defined(__wasm__)
  v128_t bits = wasm_i16x8_splat(kFloat16Bits);
#endif

  LanePair raw(const std::int16_t* from) const {
#if defined(__wasm__)
    const v128_t code = wasm_v128_load(from);
    return joined(wasm_i16x8_shl(code, 13), wasm_v128_and(wasm_i16x8_shr(code, 3), bits));
#else
    return widened(from, [](std::int16_t x) { return (x << 13) & ~0x70000000; });
#endif
  }
  static float scaled(float x) { return x * 0x1p102F; }
  static Lanes scaled(Lanes x) { return x * splat(kFloat16Scale); }
  static bool takes(const float* x, int count) {
    for (int i = 0; i < count; ++i) {
      if (!(std::abs(x[i]) < 0x1p25F)) return false;  // might overflow when it is scaled, or is NaN
    }
    return true;
  }
  static float value(std::int16_t stored) {
    const auto code = static_cast<std::uint16_t>(stored);
    const std::uint32_t magnitude = (code & 0x7FFFU) << 13U;
    return std::bit_cast<float>((code & 0x8000U) << 16U | magnitude) * 0x1p102F;
  }
  static bool encode(float x, std::int16_t& to) {
    constexpr std::uint32_t kSmallest = 102U << 23U;  // from the exponent of a code to that of a float32
    const auto all = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = all >> 16U & 0x8000U;
    const std::uint32_t magnitude = all & 0x7FFFFFFFU;
    const std::uint32_t code = magnitude == 0 ? 0 : (magnitude - kSmallest) >> 13U;
    to = static_cast<std::int16_t>(sign | code);
    if (magnitude == 0) return true;
    return magnitude >= kSmallest + (1U << 23U) && code < 0x8000U && (magnitude & 0x1FFFU) == 0;
  }
};

// Calls body with the format of a type.
template <class Body>
decltype(auto) with_format(WeightType type, Body&& body) {
  switch (type) {
    case WeightType::float16:
      return body(Float16Format());
    case WeightType::bfloat16:
      return body(BFloat16Format());
    case WeightType::float32:
      break;
  }
  return body(Float32Format());
}

}  // namespace whereformer::simd
