// y = x Wᵀ + b, and the table of embeddings.
#pragma once

#include "model/tensor_slot.hpp"

namespace whereformer {

class Linear {
 public:
  void shape(int outputs, int inputs, bool biased) {
    outputs_ = outputs;
    inputs_ = inputs;
    biased_ = biased;
  }

  int outputs() const { return outputs_; }

  void tensors(int layer, const char* part, TensorVisitor& visitor) {
    visitor.visit(layer, {part, ".weight", outputs_, inputs_, nullptr, &weight_});
    if (biased_) visitor.visit(layer, {part, ".bias", outputs_, 1, &bias_, nullptr});
  }

  // x [rows, inputs] → y [rows, outputs]
  void apply(const float* x, int rows, float* y) const { simd::matmul(x, rows, weight_, {bias()}, y); }

  // The same, added to y: a residual stream.
  void add(const float* x, int rows, float* y) const { simd::matmul(x, rows, weight_, {bias(), true}, y); }

 private:
  const float* bias() const { return biased_ ? bias_.data() : nullptr; }

  simd::PackedMatrix weight_;
  Buffer<float> bias_;
  int outputs_ = 0;
  int inputs_ = 0;
  bool biased_ = false;
};

}  // namespace whereformer
