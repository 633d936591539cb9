#include "simd/activations.hpp"

namespace whereformer::simd {
namespace {

// s + x · s · (1 − s) · u′ with s = sigmoid(u), which the activation has multiplied x by; bounded as `activate` bounds u.
struct SigmoidGateSlope {
  GatedBySigmoid by;

  Lanes operator()(Lanes x, Lanes y) const {
    const Lanes bounded = at_least(-128, at_most(128, x));
    const LaneMask tiny = xsimd::abs(x) < splat(1e-30F);
    const Lanes inverse = splat(1) / x;
    const Lanes s = select(tiny, splat(0.5F), y * inverse);
    const Lanes rest = select(tiny, splat(0.5F), (x - y) * inverse);  // 1 − s, without what rounding s would cost
    const Lanes slope = madd(bounded * bounded, splat(3 * by.cubic), splat(by.linear));
    return madd(bounded * s * rest, slope, s);
  }
};

// Φ(x) + x · φ(x), within 1e-7: both are products with e^(−x² / 2) (Abramowitz, Stegun 1964, 7.1.26).
Lanes gelu_slope(Lanes x, Lanes) {
  const Lanes power = shared_exp(splat(-0.5F) * x * x);
  const Lanes t = splat(1) / madd(xsimd::abs(x), splat(0.3275911F * 0.70710678F), splat(1));
  constexpr float kFit[] = {-0.5F * 1.453152027F, 0.5F * 1.421413741F, -0.5F * 0.284496736F, 0.5F * 0.254829592F};
  Lanes p = splat(0.5F * 1.061405429F);
  for (const float coefficient : kFit) p = madd(p, t, splat(coefficient));
  const Lanes tail = p * t * power;
  const Lanes share = select(x < splat(0), tail, splat(1) - tail);
  return madd(x, splat(0.39894228F) * power, share);
}

Lanes relu_slope(Lanes x, Lanes) { return select(x > splat(0), splat(1), splat(0)); }

Lanes tanh_slope(Lanes, Lanes y) { return splat(1) - y * y; }

template <class Slope>
void scale_by(Slope slope, ActivatedRows rows, const float* gradient, float* to, int count) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    store(to + i, load(gradient + i) * slope(load(rows.before + i), load(rows.after + i)));
  }
  const int left = count - i;
  if (left == 0) return;
  const auto tail = [&](const float* from) { return load_tail(from + i, left, 0); };
  store_tail(to + i, tail(gradient) * slope(tail(rows.before), tail(rows.after)), left);
}

}  // namespace

void activation_gradient(Activation activation, ActivatedRows rows, const float* gradient, float* to, int count) {
  switch (activation) {
    case Activation::silu:
      return scale_by(SigmoidGateSlope{kSilu}, rows, gradient, to, count);
    case Activation::gelu:
      return scale_by(gelu_slope, rows, gradient, to, count);
    case Activation::gelu_tanh:
      return scale_by(SigmoidGateSlope{kGeluTanh}, rows, gradient, to, count);
    case Activation::relu:
      return scale_by(relu_slope, rows, gradient, to, count);
    case Activation::tanh:
      return scale_by(tanh_slope, rows, gradient, to, count);
  }
}

}  // namespace whereformer::simd
