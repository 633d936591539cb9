// Activations of a row, in place.
#pragma once

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

// x · sigmoid(x) (Elfwing et al. 2017)
inline Lanes silu(Lanes x) { return x / (splat(1) + exp(splat(0) - x)); }

// x · Φ(x), exact (Hendrycks, Gimpel 2016)
inline Lanes gelu(Lanes x) { return splat(0.5F) * x * (splat(1) + xsimd::erf(x * splat(0.70710678F))); }

// The tanh approximation: gelu_new, gelu_pytorch_tanh
inline Lanes gelu_tanh(Lanes x) {
  const Lanes inner = splat(0.79788456F) * madd(splat(0.044715F) * x * x, x, x);
  return splat(0.5F) * x * (splat(1) + xsimd::tanh(inner));
}

inline Lanes relu(Lanes x) { return at_least(0, x); }

inline Lanes softcap(Lanes x, float cap) { return splat(cap) * xsimd::tanh(x / splat(cap)); }

}  // namespace whereformer::simd
