// Name: Log-n query scaling
// Name-zh: 对数长度查询缩放
// Type: logN
// Paper: Su 2021, The scale of attention from entropy invariance; Chiang, Cholak 2022, Overcoming a Theoretical Limitation of
// Self-Attention
// Link: https://arxiv.org/abs/2202.12172
// Year: 2021
// Doors: rotate
// Formula: q_m \leftarrow q_m \cdot \max\left(1,\ \frac{\ln(m + 1)}{\ln L}\right); \qquad
// \text{with a temperature} \quad q_m \leftarrow q_m \cdot \left(1 + \tau \ln\left(1 + \left\lfloor \frac{m + o}{L} \right\rfloor\right)\right)
// Convention: queries past the training length are scaled by the logarithm of the number of visible keys; keys are unchanged. With a
// temperature they are scaled in steps of L positions: Ministral 3 and Mistral 4 count from position 0 (countFrom 0), Llama 4 from 1 (countFrom 1;
// `irope` has it built in). The order beside a rotation does not matter: it scales a row, and rotations are linear
// Convention-zh: 超过训练长度的查询按可见键数的对数放大，键不变。给出 temperature 时每 L 个位置放大一级：Ministral 3 与 Mistral 4 从位置 0 数起
// （countFrom 0），Llama 4 从 1 数起（countFrom 1；`irope` 自带）。与旋转的先后无关：它只缩放整行，而旋转是线性的
// Parameter: trainLength | | | the length of training | 训练长度
// Parameter: temperature | | | τ, how fast queries grow (llama_4_scaling_beta); none = by the ratio of logarithms | τ，查询放大的快慢（llama_4_scaling_beta），缺省按对数之比
// Parameter: countFrom | | | with a temperature: the number of position 0 | 给出 temperature 时，位置 0 的编号
// Variant: Log-n scaling | 对数长度缩放 | {} | jquesnelle/yarn LlamaReRoPE.py
// Variant: Query temperature by position | 随位置的查询温度 | {"trainLength": 16384, "temperature": 0.1} | transformers ministral3, mistral4
// Tested against: jquesnelle/yarn LlamaReRoPE.py, datamllab/LongLM (scale_base) and transformers get_llama_4_attn_scale
#pragma once

#include <algorithm>
#include <cmath>

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct LogN {
  static constexpr const char* type = "logN";

  double train_length = 512;
  double temperature = kAbsent;  // absent = a ratio of logarithms
  double count_from = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("trainLength", train_length, Range::above_one);
    visit.optional("temperature", temperature, Range::not_negative);
    visit.number("countFrom", count_from, Range::not_negative);
  }
  Status prepare(const Geometry&) { return {}; }

  bool by_own_position() const { return true; }

  // Scales row [headDim] of a query.
  void rotate(std::span<double> row, double position, int /*head*/, Side side) const {
    if (side != Side::query) return;
    const double factor = factor_at(std::max(position, 0.0));
    for (double& x : row) x *= factor;
  }

 private:
  double factor_at(double position) const {
    if (temperature == temperature) {
      return 1 + temperature * math::log(1 + std::floor((position + count_from) / train_length));
    }
    return std::max(1.0, math::log(position + 1) / math::log(train_length));
  }
};

}  // namespace whereformer
