#include "simd/norms.hpp"

#include <cmath>

#include "simd/transform.hpp"

namespace whereformer::simd {
namespace {

// to = (x − mean) · factor · weight + bias; null weight = 1, null bias = 0
void scale_row(const float* x, float mean, float factor, const float* weight, const float* bias, float* to, int width) {
  int i = 0;
  for (; i + kLanes <= width; i += kLanes) {
    Lanes v = (load(x + i) - splat(mean)) * splat(factor);
    if (weight != nullptr) v = v * load(weight + i);
    if (bias != nullptr) v = v + load(bias + i);
    store(to + i, v);
  }
  for (; i < width; ++i) {
    float v = (x[i] - mean) * factor;
    if (weight != nullptr) v *= weight[i];
    if (bias != nullptr) v += bias[i];
    to[i] = v;
  }
}

}  // namespace

void rms_norm(const float* x, const float* weight, float epsilon, float* to, int width) {
  const float mean_square = dot(x, x, width) / static_cast<float>(width);
  scale_row(x, 0, 1.0F / std::sqrt(mean_square + epsilon), weight, nullptr, to, width);
}

void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* to, int width) {
  const float mean =
      sum(fold(x, width, 0, splat(0), [](Lanes s, Lanes v) { return s + v; })) / static_cast<float>(width);
  const Lanes squares = fold(x, width, mean, splat(0), [&](Lanes s, Lanes v) {
    const Lanes d = v - splat(mean);
    return madd(d, d, s);
  });
  const float variance = sum(squares) / static_cast<float>(width);
  scale_row(x, mean, 1.0F / std::sqrt(variance + epsilon), weight, bias, to, width);
}

}  // namespace whereformer::simd
