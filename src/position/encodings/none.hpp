// Name: No position encoding
// Name-zh: 无位置编码
// Type: none
// Paper: Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers
// Link: https://arxiv.org/abs/2305.19466
// Year: 2023
// Doors: none
// Formula: s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}}
// Convention: order can enter only through the causal mask
// Convention-zh: 次序只能通过因果掩码进入
// Variant: NoPE | 无位置编码（NoPE） | {} | definition (adds nothing)
// Tested against: definition (adds nothing)
#pragma once

#include "position/hooks.hpp"

namespace whereformer {

struct None {
  static constexpr const char* type = "none";

  template <class Visitor>
  void parameters(Visitor&) {}
  Status prepare(const Geometry&) { return {}; }
};

}  // namespace whereformer
