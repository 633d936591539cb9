// Activations of a row, and the soft cap of scores and logits.
#pragma once

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

enum class Activation { silu, gelu, gelu_tanh, relu, tanh };
inline constexpr int kActivations = 5;

// to may be x.
void activate(Activation activation, const float* x, float* to, int count);

// Before and after an activation.
struct ActivatedRows {
  const float* before;
  const float* after;
};

// to = gradient · derivative of the activation; to may be gradient.
void activation_gradient(Activation activation, ActivatedRows rows, const float* gradient, float* to, int count);

// x · sigmoid(u) with u = x · (linear + cubic · x²).
// SiLU: u = x (Elfwing et al. 2017). The tanh approximation of GELU, gelu_new: ½ (1 + tanh(u/2)) is sigmoid(u).
struct GatedBySigmoid {
  float linear;
  float cubic;
};
inline constexpr GatedBySigmoid kSilu = {1, 0};
inline constexpr GatedBySigmoid kGeluTanh = {1.59576912F, 0.07135482F};

Lanes tanh(Lanes x);

inline Lanes softcap(Lanes x, float cap) { return splat(cap) * tanh(x / splat(cap)); }

}  // namespace whereformer::simd
