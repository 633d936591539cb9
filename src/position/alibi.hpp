// Name: ALiBi (attention with linear biases)
// Name-zh: 线性偏置注意力（ALiBi）
// Type: alibi
// Paper: Press, Smith, Lewis 2022, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation
// Link: https://arxiv.org/abs/2108.12409
// Year: 2021
// Doors: bias
// Convention: −m_h · (query − key), added after the scale; m_h = 2^(−8(h+1)/H) for H a power of two, otherwise the slopes of
// the power below followed by every second slope of the power above; `symmetric` uses the absolute distance (encoders)
// Parameter: slopes | list of numbers | [] | empty, or one per head | slopes m_h; empty = the paper's | 各头的斜率 m_h，空表示论文取值
// Parameter: symmetric | boolean | false | | penalise keys after the query as well, by the absolute distance | 对查询之后的键也按绝对距离惩罚
// Tested against: transformers build_alibi_tensor of bloom
#pragma once

#include <cmath>
#include <vector>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Alibi {
  static constexpr const char* type = "alibi";

  std::vector<double> slopes;
  bool symmetric = false;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.numbers("slopes", slopes);
    visit.flag("symmetric", symmetric);
  }

  Status prepare(const Geometry& geometry) {
    for (const double m : slopes) {
      if (!std::isfinite(m)) return value_error("position.slopes", m, "finite slopes");
    }
    if (!slopes.empty() && static_cast<int>(slopes.size()) != geometry.heads) {
      return shape_error("position.slopes", static_cast<double>(slopes.size()), "one slope per head");
    }
    in_use_ = slopes.empty() ? paper_slopes(geometry.heads) : slopes;
    return {};
  }

  double slope(int head) const { return in_use_[static_cast<std::size_t>(head)]; }

  template <class I>
  I bias(int head, I query, I key) const {
    using std::abs;
    const I m = I(static_cast<float>(slope(head)));
    return symmetric ? I(0.0F) - m * abs(key - query) : m * (key - query);
  }

  static std::vector<double> paper_slopes(int heads) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    std::vector<double> m;
    for (int h = 0; h < power; ++h) m.push_back(std::exp2(-8.0 * (h + 1) / power));
    for (int h = 0; h < heads - power; ++h) m.push_back(std::exp2(-4.0 * (2 * h + 1) / power));
    return m;
  }

 private:
  std::vector<double> in_use_;
};

}  // namespace whereformer
