// The feed-forward sublayer: down(activation(up x)), or down(activation(gate x) · up x) when gated (Shazeer 2020).
#pragma once

#include "model/linear.hpp"
#include "model/spec.hpp"

namespace whereformer {

class Mlp {
 public:
  void shape(const ModelSpec& spec) {
    activation_ = spec.activation;
    gated_ = spec.gated_mlp;
    gate_.shape(spec.d_ff, spec.d_model, spec.mlp_bias);
    up_.shape(spec.d_ff, spec.d_model, spec.mlp_bias);
    down_.shape(spec.d_model, spec.d_ff, spec.mlp_bias);
  }

  void tensors(int layer, TensorVisitor& visitor) {
    if (gated_) gate_.tensors(layer, "mlp.gate", visitor);
    up_.tensors(layer, "mlp.up", visitor);
    down_.tensors(layer, "mlp.down", visitor);
  }

  // Added to y [rows, d_model], from x [rows, d_model]; hidden and gate are scratch [rows, d_ff].
  void add(const float* x, int rows, float* hidden, float* gate, float* y) const {
    const int count = rows * up_.outputs();
    up_.apply(x, rows, hidden);
    if (gated_) {
      gate_.apply(x, rows, gate);
      simd::activate(activation_, gate, count);
      simd::transform(gate, hidden, hidden, count, [](simd::Lanes g, simd::Lanes u) { return g * u; });
    } else {
      simd::activate(activation_, hidden, count);
    }
    down_.add(hidden, rows, y);
  }

 private:
  Linear gate_;
  Linear up_;
  Linear down_;
  Activation activation_ = Activation::silu;
  bool gated_ = true;
};

}  // namespace whereformer
