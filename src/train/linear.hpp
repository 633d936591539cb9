// y = x Wᵀ + b backwards: dx = dy W, dW += dyᵀ x, db += Σ dy.
#pragma once

#include <array>

#include "train/parameters.hpp"

namespace whereformer::train {

// Blocks of tokens that products of rows with rows are packed into, kept from call to call.
class Panels {
 public:
  // gradient [outputs, inputs] += dyᵀ x, for x [rows, inputs] and dy [rows, outputs].
  Status add_product(const float* dy, int outputs, const float* x, int inputs, int rows, float* gradient);

 private:
  Status packed_of(int inputs, simd::PackedMatrix*& found);

  std::array<simd::PackedMatrix, 8> kept_;  // one per width: a model has about four
  std::size_t oldest_ = 0;
  Buffer<float> columns_;  // [kTokens][kOutputs]: dy of a block
};

class Linear {
 public:
  // `weight` and `bias` by the names of their tensors; a model without the bias has none.
  void find(Parameters& parameters, const Name& weight, const Name& bias);
  void find(Parameters& parameters, const Name& part) { find(parameters, part + ".weight", part + ".bias"); }

  bool exists() const { return weight_ != nullptr; }
  int outputs() const { return weight_->rows; }
  int inputs() const { return weight_->columns; }

  // After the weights have changed.
  Status pack();

  // x [rows, inputs], dy [rows, outputs] → dx [rows, inputs], added to what is there if `keep`; null = not wanted.
  Status backward(const float* x, const float* dy, int rows, Panels& panels, float* dx, bool keep) const;

 private:
  Parameter* weight_ = nullptr;
  Parameter* bias_ = nullptr;
  simd::PackedMatrix columns_;  // the weight as the right factor of dy · W
};

// to [width] += Σ rows [count, width]
void add_rows(const float* rows, int count, int width, float* to);

}  // namespace whereformer::train
