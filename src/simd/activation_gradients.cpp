#include "simd/activations.hpp"
#include "simd/normal.hpp"

namespace whereformer::simd {
namespace {

struct Activated {
  Lanes value;
  Lanes slope;
};

// With the sigmoid s of u: s + x · s · (1 − s) · u′, where 1 − s is e^−u · s without what rounding s would cost.
class GateWithSlope {
 public:
  explicit GateWithSlope(GatedBySigmoid by) : power_(by), linear_(splat(by.linear)), cubic_(splat(3 * by.cubic)) {}

  Activated operator()(Lanes x) const {
    const Lanes power = power_(x);
    const Lanes bounded = SigmoidGate::bound(x);
    const Lanes whole = splat(kGateOne) + power;
    const Lanes s = splat(kGateOne) / whole;
    const Lanes u_slope = madd(bounded * bounded, cubic_, linear_);
    return {x / whole, madd(bounded * s * (power * s), u_slope, s)};
  }

 private:
  SigmoidGate power_;
  Lanes linear_;
  Lanes cubic_;
};

// Φ(x) + x · φ(x), within 1e-7: both are products with e^(−x² / 2) (Abramowitz, Stegun 1964, 7.1.26).
Lanes gelu_slope(Lanes x) {
  const Lanes power = shared_exp(splat(-0.5F) * x * x);
  const Lanes t = splat(1) / madd(xsimd::abs(x), splat(0.3275911F * 0.70710678F), splat(1));
  constexpr float kFit[] = {-0.5F * 1.453152027F, 0.5F * 1.421413741F, -0.5F * 0.284496736F, 0.5F * 0.254829592F};
  Lanes p = splat(0.5F * 1.061405429F);
  for (const float coefficient : kFit) p = madd(p, t, splat(coefficient));
  const Lanes tail = p * t * power;
  const Lanes share = select(x < splat(0), tail, splat(1) - tail);
  return madd(x, splat(0.39894228F) * power, share);
}

Activated gelu(Lanes x) { return {x * normal_share(x), gelu_slope(x)}; }

Activated relu(Lanes x) { return {at_least(0, x), select(x > splat(0), splat(1), splat(0))}; }

Activated relu2(Lanes x) {
  const Lanes y = at_least(0, x);
  return {y * y, y + y};
}

Activated tanh_with_slope(Lanes x) {
  const Lanes y = tanh(x);
  return {y, splat(1) - y * y};
}

template <class Body>
void each(Body body, const float* x, float* to, float* slope, int count) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Activated made = body(load(x + i));
    store(to + i, made.value);
    store(slope + i, made.slope);
  }
  const int left = count - i;
  if (left == 0) return;
  const Activated made = body(load_tail(x + i, left, 0));
  store_tail(to + i, made.value, left);
  store_tail(slope + i, made.slope, left);
}

}  // namespace

void activate_with_slope(Activation activation, const float* x, float* to, float* slope, int count) {
  switch (activation) {
    case Activation::silu:
      return each(GateWithSlope(kSilu), x, to, slope, count);
    case Activation::gelu:
      return each(gelu, x, to, slope, count);
    case Activation::gelu_tanh:
      return each(GateWithSlope(kGeluTanh), x, to, slope, count);
    case Activation::relu:
      return each(relu, x, to, slope, count);
    case Activation::tanh:
      return each(tanh_with_slope, x, to, slope, count);
    case Activation::relu2:
      return each(relu2, x, to, slope, count);
  }
}

}  // namespace whereformer::simd
