// Name: Soft cap of scores
// Name-zh: 得分软上限
// Type: softcap
// Paper: Gemma Team 2024, Gemma 2: Improving Open Language Models at a Practical Size; before it Bello et al. 2016
// Link: https://arxiv.org/abs/2408.00118
// Year: 2016
// Doors: score
// Formula: s \leftarrow c \tanh(s / c)
// Convention: scores stay within −cap … cap; applied after the scale and before biases and masks
// Convention-zh: 得分保持在 −cap … cap 之内；在缩放之后、偏置与掩码之前
// Parameter: cap | | | the bound | 上限
// Variant: Soft cap | 软上限 | {} | attention-gym softcapping; transformers gemma2
// Tested against: attention-gym softcapping and transformers gemma2
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Softcap {
  static constexpr const char* type = "softcap";

  double limit = 50;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("cap", limit, Range::positive);
  }
  Status prepare(const Geometry&) { return {}; }

  double cap() const { return limit; }
};

}  // namespace whereformer
