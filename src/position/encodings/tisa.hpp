// Name: TISA (translation-invariant self-attention)
// Name-zh: 平移不变自注意力（TISA）
// Type: tisa
// Paper: Wennberg, Henter 2021, The Case for Translation-Invariant Self-Attention in Transformer-Based Language Models
// Link: https://arxiv.org/abs/2106.01950
// Year: 2021
// Doors: bias
// Formula: b_h(i, j) = \sum_s a_{h,s} \exp\bigl(-\lvert b_{h,s} \rvert\, (j - i - c_{h,s})^2\bigr)
// Convention: added after the scale; a few Gaussians per head over key − query; only the absolute value of b matters
// Convention-zh: 在缩放之后相加；每个头在 key − query 上有若干钟形曲线，b 只取其绝对值
// Parameter: amplitude | [heads, kernels] required | | heights a of the bells | 钟形曲线的高度 a
// Parameter: sharpness | [heads, kernels] required | | b: one over the squared width | b：宽度平方的倒数
// Parameter: center | [heads, kernels] required | | c: the distance key − query of the top | c：峰值所在的距离 key − query
// Variant: TISA | TISA | {} | NumPy construction after the paper
// Tested against: NumPy construction after Wennberg, Henter 2021
#pragma once

#include <cmath>

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Tisa {
  static constexpr const char* type = "tisa";

  Table amplitude;
  Table sharpness;
  Table center;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("amplitude", amplitude);
    visit.learned("sharpness", sharpness);
    visit.learned("center", center);
  }

  Status prepare(const Geometry& geometry) {
    const auto check = [&](const Table& table, const char* name) {
      return shaped(table, name, geometry.heads, amplitude.columns > 0 ? amplitude.columns : -1, "[heads, kernels]");
    };
    TRY(check(amplitude, "position.amplitude"));
    TRY(check(sharpness, "position.sharpness"));
    return check(center, "position.center");
  }

  double distance_bias(int head, double distance) const {
    double sum = 0;
    for (int s = 0; s < amplitude.columns; ++s) {
      const double away = distance - center.at(head, s);
      sum += amplitude.at(head, s) * math::exp(-std::abs(sharpness.at(head, s)) * away * away);
    }
    return sum;
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    for (int s = 0; s < amplitude.columns; ++s) {
      const double away = g.distance() - center.at(g.head, s);
      const double sharp = sharpness.at(g.head, s);
      const double bell = g.value * math::exp(-std::abs(sharp) * away * away);
      const double height = amplitude.at(g.head, s) * bell;
      to.at(amplitude, g.head, s) += bell;
      to.at(sharpness, g.head, s) -= height * away * away * (sharp < 0 ? -1 : 1);
      to.at(center, g.head, s) += height * 2 * std::abs(sharp) * away;
    }
  }
};

}  // namespace whereformer
