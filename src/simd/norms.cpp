#include "simd/norms.hpp"

#include <cmath>

#include "simd/transform.hpp"

namespace whereformer::simd {
namespace {

// Σ of (x − center)^P over a row for P = 1 or 2, in four chains: in one, each sum would wait for the one before.
template <int P>
float sum_of_powers(const float* x, float center, int width) {
  constexpr int kChains = 4;
  Lanes sums[kChains];
  for_each_of<kChains>([&](int i) { sums[i] = splat(0); });
  const auto add = [&](Lanes v, int i) {
    const Lanes d = v - splat(center);
    sums[i] = P == 1 ? sums[i] + d : madd(d, d, sums[i]);
  };
  int at = 0;
  for (; at + kChains * kLanes <= width; at += kChains * kLanes) {
    for_each_of<kChains>([&](int i) { add(load(x + at + i * kLanes), i); });
  }
  for (; at + kLanes <= width; at += kLanes) add(load(x + at), 0);
  if (at < width) add(load_tail(x + at, width - at, center), 1);
  return sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

// to = (x − mean) · factor · weight + bias; null weight = 1, null bias = 0
void scale_row(const float* x, Moments of, const float* weight, const float* bias, float* to, int width) {
  int i = 0;
  for (; i + kLanes <= width; i += kLanes) {
    Lanes v = (load(x + i) - splat(of.mean)) * splat(of.factor);
    if (weight != nullptr) v = v * load(weight + i);
    if (bias != nullptr) v = v + load(bias + i);
    store(to + i, v);
  }
  for (; i < width; ++i) {
    float v = (x[i] - of.mean) * of.factor;
    if (weight != nullptr) v *= weight[i];
    if (bias != nullptr) v += bias[i];
    to[i] = v;
  }
}

Moments moments_around(float mean, const float* x, float epsilon, int width) {
  const float mean_square = sum_of_powers<2>(x, mean, width) / static_cast<float>(width);
  return {mean, 1.0F / std::sqrt(mean_square + epsilon)};
}

}  // namespace

Moments rms_moments(const float* x, float epsilon, int width) { return moments_around(0, x, epsilon, width); }

Moments layer_moments(const float* x, float epsilon, int width) {
  return moments_around(sum_of_powers<1>(x, 0, width) / static_cast<float>(width), x, epsilon, width);
}

void rms_norm(const float* x, const float* weight, float epsilon, float* to, int width) {
  scale_row(x, rms_moments(x, epsilon, width), weight, nullptr, to, width);
}

void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, float* to, int width) {
  scale_row(x, layer_moments(x, epsilon, width), weight, bias, to, width);
}

}  // namespace whereformer::simd
