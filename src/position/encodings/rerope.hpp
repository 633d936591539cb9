// Name: ReRoPE (rectified rotary position)
// Name-zh: 截断的旋转位置（ReRoPE）
// Type: rerope
// Paper: Su 2023, Transformer upgrade road 12: ReRoPE with unlimited extrapolation
// Link: https://kexue.fm/archives/9708
// Year: 2023
// Doors: positions
// Causal: usual
// Formula: q - k \mapsto \min(q - k,\, w)
// Convention: no key is farther than `window`. Meant for a stack with RoPE, causal attention and logN. The original's batched code
// also puts keys `window` or more after the query at distance `window`, its decoding code does not; causal attention sees neither
// Convention-zh: 任何键都不远于 `window`。与 RoPE、因果注意力及 logN 组合使用。原作的批量代码把查询之后 `window` 及更远的键也放到距离 `window`，
// 解码代码则不；因果注意力下两者无别
// Parameter: window | | | the largest distance | 最大距离
// Variant: ReRoPE | ReRoPE | {} | jquesnelle/yarn LlamaReRoPE.py
// Tested against: jquesnelle/yarn LlamaReRoPE.py
#pragma once

#include <algorithm>
#include <limits>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Rerope {
  static constexpr const char* type = "rerope";

  int window = 512;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.integer("window", window, Range::not_negative);
  }
  Status prepare(const Geometry&) { return {}; }

  double effective_distance(double query, double key) const { return std::max<double>(key - query, -window); }
  // One group of all positions.
  FarPositions far_positions() const { return {1.0 * window, std::numeric_limits<double>::infinity(), 1.0 * window}; }
};

}  // namespace whereformer
