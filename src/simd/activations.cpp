#include "simd/activations.hpp"

#include "simd/normal.hpp"

namespace whereformer::simd {
namespace {

// x · Φ(x), exact (Hendrycks, Gimpel 2016).
Lanes gelu(Lanes x) { return x * normal_share(x); }

Lanes relu(Lanes x) { return at_least(0, x); }

Lanes relu2(Lanes x) { return relu(x) * relu(x); }

void gate(GatedBySigmoid by, const float* x, float* to, int count) {
  const SigmoidGate power(by);
  transform(x, to, count, [&](Lanes v) { return v / (splat(kGateOne) + power(v)); });
}

}  // namespace

// Within 3 units in the last place: an odd polynomial near 0 (Moshier 1989, Cephes), 1 − 2 / (e^2x + 1) elsewhere.
Lanes tanh(Lanes x) {
  const Lanes size = xsimd::abs(x);
  const Lanes square = x * x;
  constexpr float kNear[] = {2.06390887954e-2F, -5.37397155531e-2F, 1.33314422036e-1F, -3.33332819422e-1F};
  Lanes p = splat(-5.70498872745e-3F);
  for (const float coefficient : kNear) p = madd(p, square, splat(coefficient));
  const Lanes far = splat(1) - splat(2) / (shared_exp(size + size) + splat(1));
  return select(size < splat(0.625F), madd(p * square, x, x), xsimd::copysign(far, x));
}

void activate(Activation activation, const float* x, float* to, int count) {
  switch (activation) {
    case Activation::silu:
      return gate(kSilu, x, to, count);
    case Activation::gelu:
      return transform(x, to, count, gelu);
    case Activation::gelu_tanh:
      return gate(kGeluTanh, x, to, count);
    case Activation::relu:
      return transform(x, to, count, relu);
    case Activation::tanh:
      return transform(x, to, count, tanh);
    case Activation::relu2:
      return transform(x, to, count, relu2);
  }
}

}  // namespace whereformer::simd
