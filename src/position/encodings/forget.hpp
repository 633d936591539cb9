// Name: Forgetting attention (data-dependent ALiBi, FoX)
// Name-zh: 遗忘注意力（数据相关的 ALiBi，FoX）
// Type: forget
// Paper: Lin, Nikishin, He, Courville 2025, Forgetting Transformer: Softmax Attention with a Forget Gate
// Link: https://arxiv.org/abs/2503.02130
// Year: 2025
// Doors: bias
// Causal: required
// Formula: b_h(i, j) = \sum_{l = j + 1}^{i} \ln \sigma(g_{l,h})
// Convention: gates are computed from the layer's input by the caller, gateLogits are before the sigmoid; the gate of the query counts,
// that of the key does not; added after the scale. Keys after the query would be rewarded: meant for causal attention
// Convention-zh: 门由调用者从该层输入算出，gateLogits 是 sigmoid 之前的值；查询位置的门计入，键位置的不计；在缩放之后相加。查询之后的键得分反而升高，因此用于因果注意力
// Parameter: gateLogits | [positions, heads] required | | g, one gate per position and head | g，每个位置、每个头一个门
// Variant: Forgetting attention | 遗忘注意力 | {} | NumPy construction after flash-linear-attention naive_forgetting_attn; x-transformers DataDependentAlibi
// Variant: Cable | Cable | {} | NumPy construction after axiomlab/Cable
// Tested against: x-transformers DataDependentAlibi, NumPy construction after flash-linear-attention naive_forgetting_attn
#pragma once

#include "core/math.hpp"
#include "core/shape.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Forget {
  static constexpr const char* type = "forget";

  Table gate_logits;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("gateLogits", gate_logits);
  }

  // Sums from position 0, so that a pair is one difference.
  Status prepare(const Geometry& geometry) {
    TRY(shaped(gate_logits, "position.gateLogits", -1, geometry.heads, "[positions, heads]"));
    TRY(sums_.allocate(element_count(gate_logits.rows, gate_logits.columns)));
    const auto heads = static_cast<std::size_t>(geometry.heads);
    for (std::size_t at = 0; at < sums_.size(); ++at) {
      sums_[at] = (at < heads ? 0.0 : sums_[at - heads]) - math::softplus(-gate_logits.values[at]);
    }
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, gate_logits.rows, "a whole position below the number of gates");
  }

  double pair_bias(int head, double query, double key) const { return sum(head, query) - sum(head, key); }

 private:
  double sum(int head, double position) const {
    const auto row = static_cast<std::size_t>(row_at(position, gate_logits.rows));
    return sums_[row * gate_logits.columns + head];
  }

  Buffer<double> sums_;  // [positions, heads]
};

}  // namespace whereformer
