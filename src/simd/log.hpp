// Logarithms on lanes.
#pragma once

#include <bit>
#include <numbers>

#include "simd/lanes.hpp"

namespace whereformer::simd {

// 2 log2(e) artanh(s) / s for |s| ≤ 3 − √8: polynomial of s², relative minimax, 1.4e-8; lowest power first.
inline constexpr float kLog2Polynomial[4] = {2.88539F, 0.96179885F, 0.5767144F, 0.43173587F};

// power + log2(x) for a normal number x; NaN where x is NaN or ∞.
// x = m · 2^e with m in [√½, √2); log2 m = 2 log2(e) artanh((m − 1) / (m + 1)).
inline Lanes log2_scaled(Lanes power, Lanes x) {
  using Words = xsimd::batch<std::int32_t, Arch>;
  const Words least = Words(std::bit_cast<std::int32_t>(std::numbers::sqrt2_v<float> / 2));
  const Words above = xsimd::bitwise_cast<std::int32_t>(x) - least;
  const Lanes m = xsimd::bitwise_cast<float>((above & Words(0x7FFFFF)) + least);
  const Lanes s = (m - splat(1)) / (m + splat(1));
  const Lanes square = s * s;
  const Lanes low = madd(splat(kLog2Polynomial[1]), square, splat(kLog2Polynomial[0]));
  const Lanes high = madd(splat(kLog2Polynomial[3]), square, splat(kLog2Polynomial[2]));
  const Lanes log_of_m = s * madd(high, square * square, low);
  return power + xsimd::to_float(above >> 23) + (log_of_m + (x - x));
}

}  // namespace whereformer::simd
