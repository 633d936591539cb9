// 2^x and e^x on lanes.
#pragma once

#include "simd/lanes.hpp"

namespace whereformer::simd {

inline constexpr float kLog2E = 1.44269504088896341F;

// 2^x for x in [−100, 127]; smaller x give 2^−100, so that no denormal slows a sum down. NaN stays NaN.
// Round to n, a degree-6 polynomial on the rest in [−0.5, 0.5] (relative minimax, 2e-9), 2^n by the exponent bits.
inline Lanes exp2(Lanes x) {
  const Lanes clamped = at_least(-100.0F, x);
  const Lanes magic = splat(12582912.0F);  // 1.5 · 2^23: adding it rounds to a whole number
  const Lanes shifted = clamped + magic;
  const Lanes rest = clamped - (shifted - magic);
  Lanes p = splat(1.5353362e-4F);
  p = madd(p, rest, splat(1.3398875e-3F));
  p = madd(p, rest, splat(9.61843692e-3F));
  p = madd(p, rest, splat(5.55033237e-2F));
  p = madd(p, rest, splat(2.40226477e-1F));
  p = madd(p, rest, splat(6.93147182e-1F));
  p = madd(p, rest, splat(1.0F));
  using Bits = xsimd::batch<std::int32_t, Arch>;
  const Bits whole = xsimd::bitwise_cast<std::int32_t>(shifted) - xsimd::bitwise_cast<std::int32_t>(magic);
  return p * xsimd::bitwise_cast<float>((whole + Bits(127)) << 23);
}

// e^x, clamped to the range where the result is a normal float.
inline Lanes exp(Lanes x) { return exp2(at_most(127.0F, x * splat(kLog2E))); }

}  // namespace whereformer::simd
