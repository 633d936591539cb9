// The normal distribution on lanes, of GELU.
#pragma once

#include "simd/exp.hpp"

namespace whereformer::simd {

// Φ(−|x|) = ½ erfc(|x| / √2) by its Chebyshev fit, relative error 1.2e-7 (Press et al. 1992, section 6.2), so that the left tail
// keeps its digits.
inline Lanes normal_tail(Lanes x) {
  const Lanes z = xsimd::abs(x) * splat(0.70710678F);
  const Lanes t = splat(1) / madd(z, splat(0.5F), splat(1));
  constexpr float kFit[] = {-0.82215223F, 1.48851587F, -1.13520398F, 0.27886807F, -0.18628806F,
                            0.09678418F,  0.37409196F, 1.00002368F,  -1.26551223F};
  Lanes p = splat(0.17087277F);
  for (const float coefficient : kFit) p = madd(p, t, splat(coefficient));
  return splat(0.5F) * t * shared_exp(p - z * z);
}

// Φ(x)
inline Lanes normal_share(Lanes x) {
  const Lanes tail = normal_tail(x);
  return select(x < splat(0), tail, splat(1) - tail);
}

}  // namespace whereformer::simd
