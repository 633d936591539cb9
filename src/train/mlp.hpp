// The feed-forward sublayer backwards.
#pragma once

#include "model/spec.hpp"
#include "train/scratch.hpp"
#include "train/workspace.hpp"

namespace whereformer::train {

class Mlp {
 public:
  void find(Parameters& parameters, const Name& layer, const StackSpec& spec);

  // Rows of the forward pass: input, before the activation, and what the activation made of them.
  struct Rows {
    const float* entering;   // [rows, d_model]
    const float* up;         // [rows, d_ff]: up x, before the activation if ungated
    const float* gate;       // [rows, d_ff]: gate x; ungated: unused
    const float* activated;  // [rows, d_ff]: activation(gate x); ungated: unused
    const float* hidden;     // [rows, d_ff]: input of `down`
  };

  // dy [rows, d_model] → dx [rows, d_model], overwritten.
  Status backward(const Rows& rows, int count, const float* dy, Workspace& work, float* dx);

 private:
  Activation activation_ = Activation::silu;
  bool gated_ = false;
  Linear gate_;
  Linear up_;
  Linear down_;
};

}  // namespace whereformer::train
