#include "simd/activations.hpp"
#include "simd/normal.hpp"

namespace whereformer::simd {
namespace {

// s + x · s · (1 − s) · u′ with s = sigmoid(u); bounded as `activate` bounds u.
struct SigmoidGateSlope {
  GatedBySigmoid by;

  Lanes operator()(Lanes x) const {
    const Lanes bounded = at_least(-128, at_most(128, x));
    const Lanes square = bounded * bounded;
    const Lanes s = splat(1) / (splat(1) + exp(bounded * madd(square, splat(-by.cubic), splat(-by.linear))));
    const Lanes slope = madd(square, splat(3 * by.cubic), splat(by.linear));
    return madd(bounded * s * (splat(1) - s), slope, s);
  }
};

// Φ(x) + x · φ(x)
Lanes gelu_slope(Lanes x) {
  const Lanes density = splat(0.39894228F) * shared_exp(splat(-0.5F) * x * x);
  return madd(x, density, normal_share(x));
}

Lanes relu_slope(Lanes x) { return select(x > splat(0), splat(1), splat(0)); }

Lanes tanh_slope(Lanes x) {
  const Lanes t = tanh(x);
  return splat(1) - t * t;
}

template <class Slope>
void scale_by(Slope slope, const float* x, const float* gradient, float* to, int count) {
  transform(x, gradient, to, count, [&](Lanes v, Lanes g) { return g * slope(v); });
}

}  // namespace

void activation_gradient(Activation activation, const float* x, const float* gradient, float* to, int count) {
  switch (activation) {
    case Activation::silu:
      return scale_by(SigmoidGateSlope{kSilu}, x, gradient, to, count);
    case Activation::gelu:
      return scale_by(gelu_slope, x, gradient, to, count);
    case Activation::gelu_tanh:
      return scale_by(SigmoidGateSlope{kGeluTanh}, x, gradient, to, count);
    case Activation::relu:
      return scale_by(relu_slope, x, gradient, to, count);
    case Activation::tanh:
      return scale_by(tanh_slope, x, gradient, to, count);
  }
}

}  // namespace whereformer::simd
