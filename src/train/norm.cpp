#include "train/norm.hpp"

#include <cmath>

#include "simd/norms.hpp"
#include "simd/transform.hpp"

namespace whereformer::train {
namespace {

using simd::Lanes;

float mean(const float* x, int width) {
  const Lanes total = simd::fold(x, width, 0, simd::splat(0), [](Lanes s, Lanes v) { return s + v; });
  return simd::sum(total) / static_cast<float>(width);
}

float mean_square(const float* x, float center, int width) {
  const Lanes total = simd::fold(x, width, center, simd::splat(0), [&](Lanes s, Lanes v) {
    const Lanes d = v - simd::splat(center);
    return simd::madd(d, d, s);
  });
  return simd::sum(total) / static_cast<float>(width);
}

}  // namespace

void Norm::find(Parameters& parameters, const std::string& part, NormKind kind, float epsilon) {
  kind_ = kind;
  epsilon_ = epsilon;
  weight_ = parameters.find(part + ".weight");
  bias_ = parameters.find(part + ".bias");
}

Status Norm::backward(const float* x, const float* dy, int rows, int width, float* dx, bool keep) {
  if (const Status status = grow(scratch_, element_count(2, width)); !status.ok()) return status;
  for (int r = 0; r < rows; ++r, x += width, dy += width, dx += width) row_backward(x, dy, width, dx, keep);
  return {};
}

// With n = (x − mean) · factor and g = dy · weight:  dx = factor · (g − mean(g) − n · mean(g · n)), without means of an RMS norm.
void Norm::row_backward(const float* x, const float* dy, int width, float* dx, bool keep) {
  const bool centered = kind_ == NormKind::layer;
  const float center = centered ? mean(x, width) : 0;
  const float factor = 1.0F / std::sqrt(mean_square(x, center, width) + epsilon_);
  float* normed = scratch_.data();
  float* g = normed + width;
  simd::transform(x, normed, width, [&](Lanes v) { return (v - simd::splat(center)) * simd::splat(factor); });
  if (bias_ != nullptr) {
    float* to = bias_->gradient.data();
    simd::transform(to, dy, to, width, [](Lanes a, Lanes b) { return a + b; });
  }
  if (weight_ == nullptr) {
    std::copy_n(dy, width, g);
  } else {
    float* to = weight_->gradient.data();
    simd::transform(dy, normed, g, width, [](Lanes a, Lanes n) { return a * n; });
    simd::transform(to, g, to, width, [](Lanes a, Lanes b) { return a + b; });
    simd::transform(dy, weight_->value.data(), g, width, [](Lanes a, Lanes w) { return a * w; });
  }
  const Lanes shift = simd::splat(centered ? mean(g, width) : 0);
  const Lanes slope = simd::splat(simd::dot(g, normed, width) / static_cast<float>(width));
  simd::transform(g, normed, g, width, [&](Lanes a, Lanes n) { return (a - shift - n * slope) * simd::splat(factor); });
  if (keep) {
    simd::transform(dx, g, dx, width, [](Lanes a, Lanes b) { return a + b; });
  } else {
    std::copy_n(g, width, dx);
  }
}

}  // namespace whereformer::train
