// Normalisation of one row [width]: layer norm (Ba et al. 2016) and RMS norm (Zhang, Sennrich 2019).
#pragma once

#include <cmath>

#include "simd/transform.hpp"

namespace whereformer::simd {

// to = x / √(mean(x²) + epsilon) · weight
inline void rms_norm(const float* x, const float* weight, float epsilon, float* to, int width) {
  const float mean_square = dot(x, x, width) / static_cast<float>(width);
  const float factor = 1.0F / std::sqrt(mean_square + epsilon);
  transform(x, weight, to, width, [&](Lanes v, Lanes w) { return v * splat(factor) * w; });
}

// to = (x − mean) / √(variance + epsilon) · weight + bias
inline void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* to, int width) {
  const float mean =
      sum(fold(x, width, 0, splat(0), [](Lanes s, Lanes v) { return s + v; })) / static_cast<float>(width);
  const Lanes squares = fold(x, width, mean, splat(0), [&](Lanes s, Lanes v) {
    const Lanes d = v - splat(mean);
    return madd(d, d, s);
  });
  const float factor = 1.0F / std::sqrt(sum(squares) / static_cast<float>(width) + epsilon);
  transform(x, weight, to, width, [&](Lanes v, Lanes w) { return (v - splat(mean)) * splat(factor) * w; });
  transform(to, bias, to, width, [](Lanes v, Lanes b) { return v + b; });
}

}  // namespace whereformer::simd
