#include "train/norm.hpp"

#include "simd/norms.hpp"
#include "simd/transform.hpp"

namespace whereformer::train {
namespace {

using simd::Lanes;

// A vector of a row, and the end of a row that does not fill one: padded with zeros.
struct Whole {
  int at;
  Lanes load(const float* row) const { return simd::load(row + at); }
  void store(float* row, Lanes x) const { simd::store(row + at, x); }
};

struct Tail {
  int at;
  int count;
  Lanes load(const float* row) const { return simd::load_tail(row + at, count, 0); }
  void store(float* row, Lanes x) const { simd::store_tail(row + at, x, count); }
};

template <class Body>
void each_part(int width, Body body) {
  int at = 0;
  for (; at + simd::kLanes <= width; at += simd::kLanes) body(Whole{at});
  if (at < width) body(Tail{at, width - at});
}

}  // namespace

void Norm::find(Parameters& parameters, const Name& part, NormKind kind, float epsilon) {
  kind_ = kind;
  epsilon_ = epsilon;
  weight_ = parameters.find((part + ".weight").view());
  bias_ = parameters.find((part + ".bias").view());
}

Status Norm::backward(const float* x, const float* dy, int rows, int width, float* dx, bool keep) {
  TRY(grow(scratch_, element_count(2, width)));
  for (int r = 0; r < rows; ++r, x += width, dy += width, dx += width) row_backward(x, dy, width, dx, keep);
  return {};
}

// With n = (x − mean) · factor and g = dy · weight:  dx = factor · (g − mean(g) − n · mean(g · n)), without means of an RMS norm.
void Norm::row_backward(const float* x, const float* dy, int width, float* dx, bool keep) {
  const bool centered = kind_ == NormKind::layer;
  const auto [center, factor] =
      centered ? simd::layer_moments(x, epsilon_, width) : simd::rms_moments(x, epsilon_, width);
  float* normed = scratch_.data();
  float* g = normed + width;
  const float* weight = weight_ == nullptr ? nullptr : weight_->value.data();
  float* d_weight = weight_ == nullptr ? nullptr : weight_->gradient.data();
  float* d_bias = bias_ == nullptr ? nullptr : bias_->gradient.data();
  Lanes sum = simd::splat(0);      // of g
  Lanes product = simd::splat(0);  // of g · n; past the end g is 0
  each_part(width, [&](auto part) {
    const Lanes n = (part.load(x) - simd::splat(center)) * simd::splat(factor);
    Lanes d = part.load(dy);
    if (d_bias != nullptr) part.store(d_bias, part.load(d_bias) + d);
    if (weight != nullptr) {
      part.store(d_weight, part.load(d_weight) + d * n);
      d = d * part.load(weight);
    }
    sum = sum + d;
    product = simd::madd(d, n, product);
    part.store(normed, n);
    part.store(g, d);
  });
  const Lanes shift = simd::splat(centered ? simd::sum(sum) / static_cast<float>(width) : 0);
  const Lanes slope = simd::splat(simd::sum(product) / static_cast<float>(width));
  each_part(width, [&](auto part) {
    const Lanes d = (part.load(g) - shift - part.load(normed) * slope) * simd::splat(factor);
    part.store(dx, keep ? part.load(dx) + d : d);
  });
}

}  // namespace whereformer::train
