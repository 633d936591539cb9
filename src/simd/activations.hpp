// Activations of a row, and the soft cap of scores and logits.
#pragma once

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

// relu2: the square of ReLU (So et al. 2021).
enum class Activation { silu, gelu, gelu_tanh, relu, tanh, relu2 };
inline constexpr int kActivations = 6;

// to [count] = activation(x). to may be x.
void activate(Activation activation, const float* x, float* to, int count);

// Activates to the bits of `activate`, and writes the derivative at x to slope. to may be x.
void activate_with_slope(Activation activation, const float* x, float* to, float* slope, int count);

// x · sigmoid(u) with u = x · (linear + cubic · x²).
// SiLU: u = x (Elfwing et al. 2017). The tanh approximation of GELU, gelu_new: ½ (1 + tanh(u/2)) is sigmoid(u).
struct GatedBySigmoid {
  float linear;
  float cubic;
};
inline constexpr GatedBySigmoid kSilu = {1, 0};
inline constexpr GatedBySigmoid kGeluTanh = {1.59576912F, 0.07135482F};

// Constants of the gate are in memory, as those of exp.hpp.
extern const float kGateRange[2];
extern const float kGateOne;

// e^−u, so that 1 / (1 + e^−u) is the sigmoid.
class SigmoidGate {
 public:
  explicit SigmoidGate(GatedBySigmoid by) : linear_(splat(-by.linear)), cubic_(splat(-by.cubic)) {}

  Lanes operator()(Lanes x) const {
    const Lanes bounded = bound(x);
    return exp(bounded * madd(bounded * bounded, cubic_, linear_));
  }
  static Lanes bound(Lanes x) { return at_least(kGateRange[0], at_most(kGateRange[1], x)); }  // squares stay finite

 private:
  Lanes linear_;
  Lanes cubic_;
};

Lanes tanh(Lanes x);

inline Lanes softcap(Lanes x, float cap) { return splat(cap) * tanh(x / splat(cap)); }

}  // namespace whereformer::simd
