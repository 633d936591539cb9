#include "simd/activations.hpp"

namespace whereformer::simd {
namespace {

// Four activations need e^x: one copy of it.
[[gnu::noinline]] Lanes shared_exp(Lanes x) { return exp(x); }

// x · sigmoid(x) (Elfwing et al. 2017)
Lanes silu(Lanes x) { return x / (splat(1) + shared_exp(splat(0) - x)); }

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

// The tanh approximation: gelu_new, gelu_pytorch_tanh
Lanes gelu_tanh(Lanes x) {
  const Lanes inner = splat(0.79788456F) * madd(splat(0.044715F) * x * x, x, x);
  return splat(0.5F) * x * (splat(1) + tanh(inner));
}

Lanes relu(Lanes x) { return at_least(0, x); }

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
  constexpr Lanes (*kActivations[])(Lanes) = {silu, gelu, gelu_tanh, relu};
  transform(x, x, count, kActivations[static_cast<int>(activation)]);
}

}  // namespace whereformer::simd
