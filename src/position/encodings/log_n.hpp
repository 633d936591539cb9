// Name: Log-n query scaling
// Name-zh: 对数长度查询缩放
// Type: logN
// Paper: Su 2021, The scale of attention from entropy invariance; Chiang, Cholak 2022, Overcoming a Theoretical Limitation of
// Self-Attention
// Link: https://arxiv.org/abs/2202.12172
// Year: 2021
// Doors: rotate
// Formula: q_m \leftarrow q_m \cdot \max\left(1,\ \frac{\ln(m + 1)}{\ln L}\right)
// Convention: queries past the training length are scaled by the logarithm of the number of visible keys; keys are unchanged
// Convention-zh: 超过训练长度的查询按可见键数的对数放大，键不变
// Parameter: trainLength | | | the length of training | 训练长度
// Variant: Log-n scaling | 对数长度缩放 | {} | jquesnelle/yarn LlamaReRoPE.py
// Tested against: jquesnelle/yarn LlamaReRoPE.py and datamllab/LongLM (scale_base)
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct LogN {
  static constexpr const char* type = "logN";

  double train_length = 512;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("trainLength", train_length, Range::above_one);
  }
  Status prepare(const Geometry&) { return {}; }

  bool by_own_position() const { return true; }

  // Scales row [headDim] of a query.
  void rotate(std::span<double> row, double position, int /*head*/, Side side) const {
    if (side != Side::query || position + 1 <= train_length) return;
    const double factor = math::log(position + 1) / math::log(train_length);
    for (double& x : row) x *= factor;
  }
};

}  // namespace whereformer
