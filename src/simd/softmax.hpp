// Softmax of one row, in place. A row of −∞ (everything hidden) becomes zeros.
#pragma once

#include <limits>

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

inline void softmax(float* row, int count) {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const Lanes tops = fold(row, count, kHidden, splat(kHidden), [](Lanes m, Lanes x) { return xsimd::max(m, x); });
  const float top = largest(tops);
  if (top == kHidden) {
    transform(row, row, count, [](Lanes) { return splat(0); });
    return;
  }
  transform(row, row, count, [&](Lanes x) { return select(x == splat(kHidden), splat(0), exp((x - splat(top)))); });
  const float total = sum(fold(row, count, 0, splat(0), [](Lanes s, Lanes x) { return s + x; }));
  transform(row, row, count, [&](Lanes x) { return x / splat(total); });
}

}  // namespace whereformer::simd
