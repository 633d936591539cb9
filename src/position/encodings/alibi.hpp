// Name: ALiBi (attention with linear biases)
// Name-zh: 线性偏置注意力（ALiBi）
// Type: alibi
// Paper: Press, Smith, Lewis 2022, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation
// Link: https://arxiv.org/abs/2108.12409
// Year: 2021
// Doors: bias
// Causal: usual
// Formula: b_h(i, j) = -m_h \, (i - j), \qquad m_h = 2^{-8(h+1)/H}
// Convention: added after the scale (BLOOM, MPT, the paper's code); Falcon adds it before, which divides it by √d. The paper's
// slopes for H not a power of two are those of the power below, followed by every second slope of the power above. Keyed by the
// key alone (m · j) softmax gives the same weights as long as every query sees the same slope: causal attention only
// Convention-zh: 在缩放之后相加（BLOOM、MPT 与论文代码）；Falcon 在缩放之前相加，相当于除以 √d。头数不是 2 的幂时，论文先取较小的 2 的幂的斜率，
// 再隔一个取较大的 2 的幂的斜率。只按键的位置（m · j）计算时，因果注意力经 softmax 后权重不变
// Parameter: slopes | | empty, or one per head | slopes m_h; empty = slopeRule | 各头的斜率 m_h，空表示按 slopeRule 取值
// Parameter: slopeRule | | | geometric = 2^(−E(h+1)/H) for every H | geometric 表示任何 H 都取 2^(−E(h+1)/H)
// Parameter: largestExponent | | | E, the exponent of the gentlest slope (MPT alibi_bias_max) | E，最缓斜率的指数（MPT 的 alibi_bias_max）
// Parameter: symmetric | | not with forwardSlopes or keyed | penalise keys after the query as well, by the absolute distance | 查询之后的键也按距离的绝对值扣减
// Parameter: forwardSlopes | | empty, or one per head; not with keyed | slopes for keys after the query | 查询之后的键所用的斜率
// Parameter: beforeScale | | | add it to q·k before the scale (Falcon) | 在缩放之前加到 q·k 上（Falcon）
// Parameter: keyed | | | key = m · j, without the query's position (BLOOM); roundedKey = the same, factors and product rounded to bfloat16 (Falcon) | key 表示 m · j，不含查询位置（BLOOM）；roundedKey 同上，但因子与乘积都舍入到 bfloat16（Falcon）
// Variant: ALiBi | 因果 ALiBi | {} | transformers build_alibi_tensor of bloom
// Variant: ALiBi, symmetric | 对称 ALiBi | {"symmetric": true} | x-transformers AlibiPositionalBias
// Variant: ALiBi, two slopes per head | 双向斜率 ALiBi | {"slopes": [0.25, 0.0625], "forwardSlopes": [0.5, 0.125]} | NumPy construction after attention_with_linear_biases issue 5
// Variant: ALiBi, learned slopes | 可学习斜率 ALiBi | {"slopes": [0.3, 0.07]} | NumPy construction after length-generalization
// Tested against: transformers BloomAttention, FalconAttention and build_mpt_alibi_tensor, x-transformers AlibiPositionalBias
#pragma once

#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Alibi {
  static constexpr const char* type = "alibi";
  enum class SlopeRule { paper, geometric };
  enum class Keyed { distance, key, rounded_key };  // in the order of LinearBias::Of

  Numbers slopes;
  SlopeRule slope_rule = SlopeRule::paper;
  double largest_exponent = 8;
  bool symmetric = false;
  Numbers forward_slopes;
  bool before_scale = false;
  Keyed keyed = Keyed::distance;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.numbers("slopes", slopes, Range::any);
    visit.choice("slopeRule", slope_rule, {"paper", "geometric"});
    visit.number("largestExponent", largest_exponent, Range::positive);
    visit.flag("symmetric", symmetric);
    visit.numbers("forwardSlopes", forward_slopes, Range::any);
    visit.flag("beforeScale", before_scale);
    visit.choice("keyed", keyed, {"distance", "key", "roundedKey"});
  }

  // Both slopes of a head in one form: backward · min(d, 0) − forward · max(d, 0) = signed · d + even · |d|, d = key − query.
  Status prepare(const Geometry& geometry) {
    TRY(per_head(slopes, "position.slopes", geometry.heads));
    TRY(per_head(forward_slopes, "position.forwardSlopes", geometry.heads));
    if (symmetric && !forward_slopes.empty()) {
      return word_error("position.symmetric", "true", "false where forwardSlopes are given");
    }
    if (keyed != Keyed::distance && (symmetric || !forward_slopes.empty())) {
      return word_error("position.keyed", keyed == Keyed::key ? "\"key\"" : "\"roundedKey\"",
                        "distance, where keys after the query have a slope of their own");
    }
    factor_ = before_scale ? geometry.scale : 1;
    const bool rounds = keyed == Keyed::rounded_key;
    const double factor = rounds ? 1 : factor_;
    const auto heads = static_cast<std::size_t>(geometry.heads);
    TRY(signed_.allocate_unset(heads));
    TRY(even_.allocate_unset(heads));
    for (std::size_t h = 0; h < heads; ++h) {
      const double m = slopes.empty() ? rule_slope(static_cast<int>(h), geometry.heads) : slopes[h];
      const double ahead = symmetric ? m : forward_slopes.empty() ? -m : forward_slopes[h];
      signed_[h] = rounds ? to_bfloat16(m) : (m - ahead) / 2 * factor;
      even_[h] = -(m + ahead) / 2 * factor;
    }
    return {};
  }

  // Unless keyed by the key.
  bool by_distance() const { return keyed == Keyed::distance; }

  // Added per step back from the query (key − query falls by 1: −slope).
  double slope(int head) const { return signed_[head] - even_[head]; }

  double pair_bias(int head, double query, double key) const {
    const LinearBias bias = linear_bias(head);
    if (keyed == Keyed::rounded_key) return to_bfloat16(bias.slope * to_bfloat16(key)) * bias.factor;
    const double x = keyed == Keyed::key ? key : key - query;
    return bias.slope * x + bias.even * std::abs(x);
  }

  LinearBias linear_bias(int head) const {
    return {signed_[head], even_[head], static_cast<LinearBias::Of>(keyed), factor_};
  }

  // `exponent` = 8 in the paper.
  static double paper_slope(int head, int heads, double exponent = 8) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    const int past = head - power;
    return math::exp2(past < 0 ? -exponent * (head + 1) / power : -exponent * (2 * past + 1) / (2 * power));
  }

 private:
  double rule_slope(int head, int heads) const {
    if (slope_rule == SlopeRule::paper) return paper_slope(head, heads, largest_exponent);
    return math::exp2(-largest_exponent * (head + 1) / heads);
  }

  // The nearest value of 8 significant bits (Veltkamp 1968).
  static double to_bfloat16(double x) {
    const double spread = x * (0x1p45 + 1);
    return spread - (spread - x);
  }

  double factor_ = 1;      // of a rounded bias
  Buffer<double> signed_;  // [heads]
  Buffer<double> even_;    // [heads]
};

}  // namespace whereformer
