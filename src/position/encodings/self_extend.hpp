// Name: Self-Extend
// Name-zh: 自扩展（Self-Extend）
// Type: selfExtend
// Paper: Jin et al. 2024, LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning
// Link: https://arxiv.org/abs/2401.01325
// Year: 2024
// Doors: positions
// Causal: usual
// Formula: q - k \mapsto \begin{cases} q - k & q - k < w \cr
// \lfloor q/G \rfloor + w - w/G - \lfloor k/G \rfloor & \text{otherwise} \end{cases}
// Convention: keys nearer than `window` keep their distance, farther ones share grouped positions, shifted so that the two ranges join.
// LongLM's eager code shifts by the real number w − w/G (here too), its flash decoding by w − ⌊w/G⌋: equal when G divides w.
// For a stack with RoPE
// Convention-zh: 距离小于 `window` 的键保持原距离，更远的键共用分组位置，并平移使两段相接。LongLM 的普通实现平移实数 w − w/G（此处相同），
// 其 flash 解码平移 w − ⌊w/G⌋：G 整除 w 时两者相等。与 RoPE 组合使用
// Parameter: group | | | positions per group | 每组的位置数
// Parameter: window | | | distances below this stay | 小于此数的距离不变
// Variant: Self-Extend | 自扩展 | {} | datamllab/LongLM self_extend_patch/Llama.py
// Tested against: datamllab/LongLM self_extend_patch/Llama.py
#pragma once

#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct SelfExtend {
  static constexpr const char* type = "selfExtend";

  int group = 8;
  int window = 1024;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.integer("group", group, Range::at_least_one);
    visit.integer("window", window, Range::not_negative);
  }
  Status prepare(const Geometry&) { return {}; }

  double effective_distance(double query, double key) const {
    if (query - key < window) return key - query;
    return std::floor(key / group) - std::floor(query / group) - far_positions().shift;
  }
  FarPositions far_positions() const {
    return {1.0 * window, 1.0 * group, window - static_cast<double>(window) / group};
  }
};

}  // namespace whereformer
