#include "simd/activations.hpp"

namespace whereformer::simd {
namespace {

// x · Φ(x), exact (Hendrycks, Gimpel 2016). Φ(−|x|) = ½ erfc(|x| / √2) by its Chebyshev fit, relative error 1.2e-7
// (Press et al. 1992, section 6.2), so that the left tail keeps its digits.
Lanes gelu(Lanes x) {
  const Lanes z = xsimd::abs(x) * splat(0.70710678F);
  const Lanes t = splat(1) / madd(z, splat(0.5F), splat(1));
  constexpr float kFit[] = {-0.82215223F, 1.48851587F, -1.13520398F, 0.27886807F, -0.18628806F,
                            0.09678418F,  0.37409196F, 1.00002368F,  -1.26551223F};
  Lanes p = splat(0.17087277F);
  for (const float coefficient : kFit) p = madd(p, t, splat(coefficient));
  const Lanes tail = splat(0.5F) * t * shared_exp(p - z * z);
  return x * select(x < splat(0), tail, splat(1) - tail);
}

Lanes relu(Lanes x) { return at_least(0, x); }

// x · sigmoid(u) with u = x · (linear + cubic · x²).
// SiLU: u = x (Elfwing et al. 2017). The tanh approximation of GELU, gelu_new: ½ (1 + tanh(u/2)) is sigmoid(u).
struct GatedBySigmoid {
  float linear;
  float cubic;
};
constexpr GatedBySigmoid kSilu = {1, 0};
constexpr GatedBySigmoid kGeluTanh = {1.59576912F, 0.07135482F};

void gate(GatedBySigmoid by, float* x, int count) {
  const Lanes linear = splat(-by.linear);
  const Lanes cubic = splat(-by.cubic);
  transform(x, x, count, [&](Lanes v) {
    const Lanes u = at_least(-128, at_most(128, v));  // squares stay finite
    return v / (splat(1) + exp(u * madd(u * u, cubic, linear)));
  });
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

void activate(Activation activation, float* x, int count) {
  switch (activation) {
    case Activation::silu:
      return gate(kSilu, x, count);
    case Activation::gelu:
      return transform(x, x, count, gelu);
    case Activation::gelu_tanh:
      return gate(kGeluTanh, x, count);
    case Activation::relu:
      return transform(x, x, count, relu);
    case Activation::tanh:
      return transform(x, x, count, tanh);
  }
}

}  // namespace whereformer::simd
