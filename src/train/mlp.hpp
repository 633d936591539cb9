// The feed-forward sublayer backwards.
#pragma once

#include "model/spec.hpp"
#include "train/scratch.hpp"
#include "train/workspace.hpp"

namespace whereformer::train {

class Mlp {
 public:
  void find(Parameters& parameters, const Name& layer, const StackSpec& spec);

  // Rows that the forward pass kept.
  struct Rows {
    const float* in;         // [rows, d_model]
    const float* up;         // [rows, d_ff]: up x; ungated: unused
    const float* slope;      // [rows, d_ff]: of the activation
    const float* activated;  // [rows, d_ff]: activation(gate x); ungated: unused
    const float* hidden;     // [rows, d_ff]: input of `down`
  };

  // dy [rows, d_model] → dx [rows, d_model], overwritten.
  Status backward(const Rows& rows, int count, const float* dy, Workspace& work, float* dx);

 private:
  bool gated_ = false;
  Linear gate_;
  Linear up_;
  Linear down_;
};

}  // namespace whereformer::train
