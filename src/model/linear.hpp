// y = x Wᵀ + b
#pragma once

#include "model/tensor_slot.hpp"
#include "simd/matmul.hpp"

namespace whereformer {

class Linear {
 public:
  void shape(int outputs, int inputs, bool biased) {
    outputs_ = outputs;
    inputs_ = inputs;
    biased_ = biased;
  }

  int outputs() const { return outputs_; }

  void tensors(const char* part, TensorVisitor& visitor) {
    visitor.visit(weight(part, ".weight"));
    if (biased_) visitor.visit(bias(part, ".bias"));
  }
  TensorSlot weight(const char* part, const char* suffix) {
    return {part, suffix, outputs_, inputs_, nullptr, &weight_};
  }
  TensorSlot bias(const char* part, const char* suffix) { return {part, suffix, outputs_, 1, &bias_, nullptr}; }

  // x [rows, inputs] → y [rows, outputs]
  void apply(const float* x, int rows, float* y) const { apply(weight_, x, rows, y); }

  // y = x Wᵀ + b with a weight of another layer: tied embeddings.
  void apply(const simd::PackedMatrix& weight, const float* x, int rows, float* y) const {
    simd::matmul(x, rows, weight, {bias()}, y);
  }

  // y += x Wᵀ + b: adds to the residual stream.
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
