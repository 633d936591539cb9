// Activations of a row, in place, and the soft cap of scores and logits.
#pragma once

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

enum class Activation { silu, gelu, gelu_tanh, relu, tanh };
inline constexpr int kActivations = 5;

void activate(Activation activation, float* x, int count);

Lanes tanh(Lanes x);

inline Lanes softcap(Lanes x, float cap) { return splat(cap) * tanh(x / splat(cap)); }

}  // namespace whereformer::simd
