// Normalisation of rows: RMS or layer norm, with or without weights and biases.
#pragma once

#include "core/buffer.hpp"
#include "model/spec.hpp"
#include "model/tensor_slot.hpp"
#include "simd/norms.hpp"

namespace whereformer {

class Norm {
 public:
  // A norm of the kind that the stack uses; the other form is a norm of any kind.
  void shape(const StackSpec& spec, int width) {
    shape(spec.norm, width, spec.norm_epsilon);
    biased_ = spec.norm == NormKind::layer && spec.norm_bias;
  }
  void shape(NormKind kind, int width, float epsilon) {
    kind_ = kind;
    width_ = width;
    epsilon_ = epsilon;
    biased_ = kind == NormKind::layer;
  }
  void drop_weights() { weighted_ = biased_ = false; }
  int width() const { return width_; }

  void tensors(const char* part, TensorVisitor& visitor) {
    if (weighted_) visitor.visit({part, ".weight", width_, 1, &weight_, nullptr});
    if (biased_) visitor.visit({part, ".bias", width_, 1, &bias_, nullptr});
  }

  // x [rows, width] → y, which may be x
  void apply(const float* x, int rows, float* y) const {
    for (int r = 0; r < rows; ++r, x += width_, y += width_) {
      if (kind_ == NormKind::rms) {
        simd::rms_norm(x, weight_.data(), epsilon_, y, width_);
      } else {
        simd::layer_norm(x, weight_.data(), bias_.data(), epsilon_, y, width_);
      }
    }
  }

 private:
  Buffer<float> weight_;
  Buffer<float> bias_;
  NormKind kind_ = NormKind::rms;
  int width_ = 0;
  float epsilon_ = 0;
  bool weighted_ = true;
  bool biased_ = false;
};

}  // namespace whereformer
