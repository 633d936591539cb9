// y = x Wᵀ + b, and the table of embeddings.
#pragma once

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

  // Offers each tensor as (suffix, rows, columns, loader) to the visitor.
  template <class Visit>
  void tensors(const char* name, Visit&& visit) {
    visit(name, ".weight", outputs_, inputs_, !weight_.empty(),
          [this](std::span<const float> data) { return weight_.pack(data.data(), outputs_, inputs_); });
    if (biased_) {
      visit(name, ".bias", outputs_, 1, !bias_.empty(),
            [this](std::span<const float> data) { return bias_.copy_from(data); });
    }
  }

  // x [rows, inputs] → y [rows, outputs]
  void apply(const float* x, int rows, float* y) const {
    simd::matmul(x, rows, weight_, biased_ ? bias_.data() : nullptr, y);
  }

 private:
  simd::PackedMatrix weight_;
  Buffer<float> bias_;
  int outputs_ = 0;
  int inputs_ = 0;
  bool biased_ = false;
};

}  // namespace whereformer
