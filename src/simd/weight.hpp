// The types that weights are kept in. A format reads what it stores as float32 lanes, always exactly; a value that a type does not have
// is refused, and the matrix is kept as float32 instead. q8 rounds: weight_block.hpp.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "simd/tile.hpp"

namespace whereformer::simd {

enum class WeightType { float32, float16, bfloat16, q8 };
inline constexpr const char* kWeightTypes[] = {"F32", "F16", "BF16", "Q8"};  // the first as in safetensors files

// Panels that a product of one row reads side by side. Wide panels hold them all, so that they are one stream of memory.
inline constexpr int kSideBySide = 4;
inline constexpr int kWidePanel = kSideBySide * kTileWidth;

// How a float32 is kept in 16 bits: its sign, and the upper bits of the rest with a smaller exponent.
//
// bfloat16 is the upper half. Of float16 the exponents are not those of IEEE 754, but 1 to 31 for 2^−24 to 2^6: what float16 writes as a
// subnormal is an ordinary number here, since processors multiply subnormals slowly. Zero is the only value of exponent 0. All float16
// below 128 have a code; infinities, NaN and larger values have none.
struct HalfCode {
  std::uint32_t shift;
  std::uint32_t offset;  // from the exponent of the code to that of the float32

  float value(std::int16_t code) const {
    const auto bits = static_cast<std::uint16_t>(code);
    const std::uint32_t magnitude = (bits & 0x7FFFU) << shift;
    return std::bit_cast<float>((bits & 0x8000U) << 16U | (magnitude == 0 ? 0 : magnitude + (offset << 23U)));
  }
};

inline constexpr HalfCode code_of(WeightType type) {
  return type == WeightType::float16 ? HalfCode{13, 102} : HalfCode{16, 0};
}

// kTileWidth values in two vectors.
struct LanePair {
  Lanes left;
  Lanes right;
};

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

// raw · scaled(x) is the product of a weight with x, if the format takes x.
struct Float32Format {
  using Stored = float;

  LanePair raw(const float* from) const { return {load(from), load(from + kLanes)}; }
  template <class X>
  static X scaled(X x) {
    return x;
  }
  static bool takes(const float*, int) { return true; }
};

struct BFloat16Format {
  using Stored = std::int16_t;

  LanePair raw(const std::int16_t* from) const {
#if defined(__wasm__)
    return joined(wasm_i16x8_const_splat(0), wasm_v128_load(from));
#else
    return widened(from, [](std::int32_t x) { return x << 16; });
#endif
  }
  template <class X>
  static X scaled(X x) {
    return x;
  }
  static bool takes(const float*, int) { return true; }
};

// Constants of float16 are in memory, as those of exp.hpp.
extern const std::int16_t
    kFloat16Bits;                  // of the upper half of a float32: the sign, and what follows three copies of it
extern const float kFloat16Scale;  // 2^102

struct Float16Format {
  using Stored = std::int16_t;

#if defined(__wasm__)
  v128_t bits = wasm_i16x8_splat(kFloat16Bits);
#endif

  LanePair raw(const std::int16_t* from) const {
#if defined(__wasm__)
    const v128_t code = wasm_v128_load(from);
    return joined(wasm_i16x8_shl(code, 13), wasm_v128_and(wasm_i16x8_shr(code, 3), bits));
#else
    return widened(from, [](std::int32_t x) { return (x << 13) & ~0x70000000; });
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
};

// Calls body with the format of a type.
template <class Body>
decltype(auto) with_format(WeightType type, Body&& body) {
  if (type == WeightType::float16) return body(Float16Format());
  if (type == WeightType::bfloat16) return body(BFloat16Format());
  return body(Float32Format());
}

}  // namespace whereformer::simd
