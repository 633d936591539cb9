// Normalisation of one row [width]: layer norm (Ba et al. 2016) and RMS norm (Zhang, Sennrich 2019).
#pragma once

#include <cmath>

#include "simd/transform.hpp"

namespace whereformer::simd {

// to = x / √(mean(x²) + epsilon) · weight; null weight = 1
inline void rms_norm(const float* x, const float* weight, float epsilon, float* to, int width) {
  const float mean_square = dot(x, x, width) / static_cast<float>(width);
  const Lanes factor = splat(1.0F / std::sqrt(mean_square + epsilon));
  if (weight == nullptr) return transform(x, to, width, [&](Lanes v) { return v * factor; });
  transform(x, weight, to, width, [&](Lanes v, Lanes w) { return v * factor * w; });
}

// to = (x − mean) / √(variance + epsilon) · weight + bias; null weight = 1, null bias = 0
inline void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* to, int width) {
  const float mean =
      sum(fold(x, width, 0, splat(0), [](Lanes s, Lanes v) { return s + v; })) / static_cast<float>(width);
  const Lanes squares = fold(x, width, mean, splat(0), [&](Lanes s, Lanes v) {
    const Lanes d = v - splat(mean);
    return madd(d, d, s);
  });
  const Lanes factor = splat(1.0F / std::sqrt(sum(squares) / static_cast<float>(width) + epsilon));
  transform(x, to, width, [&](Lanes v) { return (v - splat(mean)) * factor; });
  if (weight != nullptr) transform(to, weight, to, width, [](Lanes v, Lanes w) { return v * w; });
  if (bias != nullptr) transform(to, bias, to, width, [](Lanes v, Lanes b) { return v + b; });
}

}  // namespace whereformer::simd
