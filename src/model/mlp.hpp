// The feed-forward sublayer: down(activation(up x)), or down(activation(gate x) · up x) when gated (Shazeer 2020).
#pragma once

#include "model/linear.hpp"
#include "model/spec.hpp"
#include "model/tape.hpp"

namespace whereformer {

class Mlp {
 public:
  void shape(const StackSpec& spec, int d_model) {
    activation_ = spec.activation;
    gated_ = spec.gated_mlp;
    gate_.shape(spec.d_ff, d_model, spec.mlp_bias);
    up_.shape(spec.d_ff, d_model, spec.mlp_bias);
    down_.shape(d_model, spec.d_ff, spec.mlp_bias);
  }

  void tensors(TensorVisitor& visitor) {
    if (gated_) gate_.tensors("mlp.gate", visitor);
    up_.tensors("mlp.up", visitor);
    down_.tensors("mlp.down", visitor);
  }

  // x [rows, d_model] → hidden [rows, d_ff], the input of `down`; gate is scratch of the same size.
  void widen(const float* x, int rows, float* hidden, float* gate, Keeper keep) const {
    const int width = up_.outputs();
    float* up = gated_ ? keep.place(Kept::up, rows, width, hidden) : hidden;
    up_.apply(x, rows, up);
    if (!gated_) return keep.activate(activation_, Kept::slope, hidden, rows, width);
    gate_.apply(x, rows, gate);
    keep.activate(activation_, Kept::slope, gate, rows, width);
    simd::transform(gate, up, hidden, rows * width, [](simd::Lanes g, simd::Lanes u) { return g * u; });
  }

  const Linear& down() const { return down_; }

 private:
  Linear gate_;
  Linear up_;
  Linear down_;
  Activation activation_ = Activation::silu;
  bool gated_ = true;
};

}  // namespace whereformer
