// Name: Rotary position embedding (RoPE)
// Name-zh: 旋转位置编码（RoPE）
// Type: rope
// Paper: Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding
// Link: https://arxiv.org/abs/2104.09864
// Year: 2021
// Doors: rotate
// Convention: `half` pairs channel i with i + r/2 (GPT-NeoX, Hugging Face Llama), `interleaved` pairs 2i with 2i + 1
// (RoFormer, GPT-J); the exponent divides by the rotary width r; channels past r pass unchanged
// Parameter: base | number | 10000 | greater than 1 | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | half, interleaved | half | | which channels form a pair | 哪些通道组成一对
// Parameter: rotaryDim | integer | 0 | even, 0 … headDim | channels that are rotated, 0 = all | 参与旋转的通道数，0 表示全部
// Parameter: scaling.ropeType | default, linear, dynamic, ntk, yarn, longrope, llama3, proportional | default | | how frequencies are scaled for longer contexts | 为更长上下文缩放频率的方法
// Parameter: scaling.factor | number | 1 | greater than 0 | how many times longer the context becomes | 上下文延长的倍数
// Parameter: scaling.originalMaxPositionEmbeddings | number | none | greater than 0; needed by yarn, longrope, llama3 | context of the first training | 最初训练的上下文长度
// Parameter: scaling.maxPositionEmbeddings | number | none | greater than 0; needed by dynamic | length up to which dynamic changes nothing | dynamic 在此长度以内不改变频率
// Parameter: scaling.attentionFactor | number | none | greater than 0 | multiplies cosine and sine (yarn, longrope); none = the paper's | 乘在余弦与正弦上（yarn、longrope），缺省取论文公式
// Parameter: scaling.betaFast | number | 32 | betaSlow or more | yarn: turns above which a pair is kept | yarn：圈数高于此值的频率对保持不变
// Parameter: scaling.betaSlow | number | 1 | greater than 0 | yarn: turns below which a pair is interpolated | yarn：圈数低于此值的频率对完全内插
// Parameter: scaling.mscale | number | none | | yarn: numerator of the attention factor, with mscaleAllDim | yarn：注意力系数的分子，与 mscaleAllDim 一起使用
// Parameter: scaling.mscaleAllDim | number | none | | yarn: denominator of the attention factor | yarn：注意力系数的分母
// Parameter: scaling.truncate | boolean | true | | yarn: round the ends of the ramp to whole pairs | yarn：把过渡区端点取整
// Parameter: scaling.lowFreqFactor | number | 1 | greater than 0 | llama3: turns below which a pair is interpolated | llama3：圈数低于此值的频率对完全内插
// Parameter: scaling.highFreqFactor | number | 4 | greater than lowFreqFactor | llama3: turns above which a pair is kept | llama3：圈数高于此值的频率对保持不变
// Parameter: scaling.shortFactor | list of numbers | [] | one per pair; needed by longrope | longrope: divisors up to the original length | longrope：原长度以内的除数
// Parameter: scaling.longFactor | list of numbers | [] | one per pair; needed by longrope | longrope: divisors beyond the original length | longrope：超过原长度后的除数
// Tested against: transformers ROPE_INIT_FUNCTIONS and apply_rotary_pos_emb of llama, gptj and gpt_neox
#pragma once

#include <cmath>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Rope {
  static constexpr const char* type = "rope";
  enum class Layout { half, interleaved };

  double base = 10000;
  Layout layout = Layout::half;
  int rotary_dim = 0;
  RopeScaling scaling;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.integer("rotaryDim", rotary_dim);
    visit.group("scaling", [&](auto& inner) { scaling.parameters(inner); });
  }

  Status prepare(const Geometry& geometry) {
    if (!(base > 1) || !std::isfinite(base)) return value_error("position.base", base, "a finite number > 1");
    const int rotated = rotary_dim == 0 ? geometry.head_dim : rotary_dim;
    if (rotated < 0 || rotated % 2 != 0) {
      return value_error("position.rotaryDim", rotated, "an even number of channels (pairs are rotated)");
    }
    if (rotated > geometry.head_dim) {
      return value_error("position.rotaryDim", rotated, "at most the head dimension");
    }
    const RotaryShape shape{base, rotated, geometry.head_dim, geometry.length};
    const Status status = scaling.check(shape);
    if (status.ok()) frequencies_ = rotary_frequencies(shape, scaling);
    return status;
  }

  std::span<const double> inverse_frequencies() const { return frequencies_.inverse; }
  double attention_factor() const { return frequencies_.attention_factor; }
  int pairs() const { return static_cast<int>(frequencies_.inverse.size()); }

  // Rotates row [d_head] in place: (x, y) → (x cos − y sin, x sin + y cos) · attention factor, the angle in double at any distance.
  template <class T>
  void rotate(std::span<T> row, double position, int /*head*/) const {
    const std::size_t half = frequencies_.inverse.size();
    for (std::size_t i = 0; i < half; ++i) {
      const double angle = position * frequencies_.inverse[i];
      const double cosine = std::cos(angle) * frequencies_.attention_factor;
      const double sine = std::sin(angle) * frequencies_.attention_factor;
      T& first = row[layout == Layout::half ? i : 2 * i];
      T& second = row[layout == Layout::half ? half + i : 2 * i + 1];
      const double x = first;
      const double y = second;
      first = static_cast<T>(x * cosine - y * sine);
      second = static_cast<T>(x * sine + y * cosine);
    }
  }

 private:
  Frequencies frequencies_;
};

}  // namespace whereformer
