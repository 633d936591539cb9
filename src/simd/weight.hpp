// The types that weights are kept in. A format reads what it stores as float32, in lanes or one by one, always exactly; a value that a
// format does not have is refused, and the matrix is kept as float32 instead.
#pragma once

#include <bit>
#include <cstdint>

#include "simd/lanes.hpp"

namespace whereformer::simd {

enum class WeightType { float32, float16, bfloat16 };
inline constexpr const char* kWeightTypes[] = {"F32", "F16", "BF16"};  // as in safetensors files

using IntLanes = xsimd::batch<std::int32_t, Arch>;

// kLanes integers of 16 bits, sign-extended.
inline IntLanes load_signed(const std::int16_t* from) {
#if defined(__wasm_simd128__) && !defined(WHEREFORMER_SCALAR)
  return IntLanes(wasm_i32x4_load16x4(from));
#else
  alignas(64) std::int32_t wide[kLanes];
  for (int i = 0; i < kLanes; ++i) wide[i] = from[i];
  return IntLanes::load_aligned(wide);
#endif
}

struct Float32Format {
  using Stored = float;

  Lanes read(const float* from) const { return load(from); }
  static float value(float stored) { return stored; }
  static bool encode(float x, float& to) {
    to = x;
    return true;
  }
};

// The upper half of a float32.
struct BFloat16Format {
  using Stored = std::int16_t;

  Lanes read(const std::int16_t* from) const { return xsimd::bitwise_cast<float>(load_signed(from) << 16); }
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
extern const std::int32_t kFloat16Bits;  // sign, and the 15 bits that follow three copies of it
extern const float kFloat16Scale;        // 2^102

// Sign, 5 bits of exponent and 10 of mantissa, as a float16, but the exponents are those of 2^−24 … 2^6: what float16 writes as a
// subnormal is an ordinary number here, since processors multiply subnormals slowly. Zero is the only value of exponent 0. All
// finite float16 below 128 have a code; infinities, NaN and larger values have none.
struct Float16Format {
  using Stored = std::int16_t;

  IntLanes bits{kFloat16Bits};
  Lanes scale{kFloat16Scale};

  Lanes read(const std::int16_t* from) const {
    return xsimd::bitwise_cast<float>((load_signed(from) << 13) & bits) * scale;
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
