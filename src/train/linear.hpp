// y = x Wᵀ + b backwards: dx = dy W, dW += dyᵀ x, db += Σ dy.
#pragma once

#include <array>

#include "train/parameters.hpp"

namespace whereformer::train {

// Products of linear layers backwards. What they pack is kept from call to call.
class Panels {
 public:
  // x [rows, inputs], the input of one or more layers.
  Status take(const float* x, int inputs, int rows);

  // Adds to gradients: of the weight [outputs, inputs] dyᵀ x, of the bias [outputs] Σ dy, for the x that was taken and
  // dy [rows, outputs]; null = no bias.
  Status add_product(const float* dy, Parameter& weight, Parameter* bias);

  // dx [rows, inputs] = dy [rows, outputs] · weight [outputs, inputs], added to what is there if `keep`.
  Status multiply(const float* dy, int rows, const Parameter& weight, float* dx, bool keep);

 private:
  Buffer<float> taken_;  // [panels][rows][kTileWidth]: x
  int inputs_ = 0;
  int rows_ = 0;
  Buffer<float> columns_;  // [threads][kTokens][kOutputs]: dy of a block
  Buffer<float> panel_;    // [threads][outputs][kTileWidth]: columns of a weight
};

class Linear {
 public:
  // `weight` and `bias` by the names of their tensors; a model without the bias has none.
  void find(Parameters& parameters, const Name& weight, const Name& bias);
  void find(Parameters& parameters, const Name& part) { find(parameters, part + ".weight", part + ".bias"); }

  bool exists() const { return weight_ != nullptr; }
  int outputs() const { return weight_->rows; }
  int inputs() const { return weight_->columns; }

  // x [rows, inputs], dy [rows, outputs] → dx [rows, inputs], added to what is there if `keep`; null = not wanted.
  Status backward(const float* x, const float* dy, int rows, Panels& panels, float* dx, bool keep) const;

  // As above, but `panels` has taken x already: layers with the same input share it.
  Status backward(const float* dy, int rows, Panels& panels, float* dx, bool keep) const;

 private:
  Parameter* weight_ = nullptr;
  Parameter* bias_ = nullptr;
};

// to [width] += Σ rows [count, width]
void add_rows(const float* rows, int count, int width, float* to);

}  // namespace whereformer::train
