// Values in 16 bits, in plain arithmetic.
#pragma once

#include <bit>
#include <cmath>

#include "simd/half_values.hpp"
#include "support.hpp"

namespace whereformer::test {

// What IEEE 754 says, in double.
inline float half_value(std::uint32_t half) {
  const auto exponent = static_cast<int>(half >> 10U & 31U);
  const auto mantissa = static_cast<double>(half & 1023U);
  const double sign = (half & 0x8000U) != 0 ? -1 : 1;
  if (exponent == 31) return static_cast<float>(mantissa == 0 ? sign * INFINITY : NAN);
  if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
  return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
}

inline float brain_value(std::uint32_t half) { return std::bit_cast<float>(half << 16U); }

// The float32 of a value in 16 bits, with the payload of a NaN.
inline float value_of(simd::WeightType type, std::int16_t half) {
  const auto bits = static_cast<std::uint16_t>(half);
  if (type == simd::WeightType::bfloat16) return brain_value(bits);
  const float value = half_value(bits);
  if (value == value) return value;
  return std::bit_cast<float>((bits & 0x8000U) << 16U | 0x7F800000U | (bits & 1023U) << 13U);
}

inline bool has_code(simd::WeightType type, std::int16_t half) {
  return type == simd::WeightType::bfloat16 || std::abs(value_of(type, half)) < 128;
}

// How simd::HalfCode describes the code of a value that has one.
inline std::int16_t plain_code(simd::WeightType type, std::int16_t half) {
  const auto bits = std::bit_cast<std::uint32_t>(value_of(type, half));
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  const simd::HalfCode code = simd::code_of(type);
  const std::uint32_t moved = magnitude == 0 ? 0 : (magnitude - (code.offset << 23U)) >> code.shift;
  return static_cast<std::int16_t>((bits >> 16U & 0x8000U) | moved);
}

inline std::vector<std::int16_t> every_half() {
  std::vector<std::int16_t> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int16_t>(i);
  return all;
}

inline std::vector<float> values_of(simd::WeightType type, std::span<const std::int16_t> halves) {
  std::vector<float> values;
  for (const std::int16_t half : halves) values.push_back(value_of(type, half));
  return values;
}

inline constexpr simd::WeightType kHalfTypes[] = {simd::WeightType::float16, simd::WeightType::bfloat16};

// Random values that have codes, small and large, with zeros and subnormals.
inline std::vector<std::int16_t> random_halves(simd::WeightType type, std::size_t count, std::uint64_t seed) {
  std::vector<std::int16_t> halves;
  for (const float x : random_values(count, seed, 1)) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t half =
        type == simd::WeightType::bfloat16 ? bits >> 16U : (bits >> 8U & 0x8000U) | (bits >> 3U) % (22U << 10U);
    halves.push_back(static_cast<std::int16_t>(half));
  }
  return halves;
}

inline simd::HalfValues half_values(simd::WeightType type, std::span<const std::int16_t> halves) {
  simd::HalfValues values{{}, type};
  REQUIRE(values.bits.copy_from(halves).ok());
  return values;
}

}  // namespace whereformer::test
