// One layer backwards. The residual stream's gradient dx goes from the layer's output to its input.
#pragma once

#include "train/attention_sublayer.hpp"
#include "train/mlp.hpp"

namespace whereformer::train {

class Block {
 public:
  void find(Parameters& parameters, int block, const StackSpec& spec, int d_model);

  // Turns dx [rows, d_model] from the gradient of the layer's output into that of its input.
  Status backward(const PassRecord& record, int layer, Workspace& work, float* dx);

 private:
  Status mlp_backward(const PassRecord& record, int layer, const float* dy, Workspace& work, float* to);
  Status residual_out(Norm& norm, Norm& after, const float* out, int rows, Workspace& work, float* dx,
                      const float*& dy);
  Status residual_in(Norm& norm, bool is_normed, const float* x, int rows, Workspace& work, float* dx);
  Status backward_in_turn(const PassRecord& record, int layer, Workspace& work, float* dx);
  Status backward_in_parallel(const PassRecord& record, int layer, Workspace& work, float* dx);

  const StackSpec* spec_ = nullptr;
  int width_ = 0;
  bool has_norm1_ = true;
  Norm norm1_;
  Norm norm1_after_;
  Norm norm2_;
  Norm norm2_after_;
  AttentionSublayer attention_;
  Mlp mlp_;
};

}  // namespace whereformer::train
