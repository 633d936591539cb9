// Softmax of one row. A row of −∞ (everything hidden) becomes zeros.
#pragma once

#include <limits>

#include "simd/exp.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {

// to may be from.
inline void softmax(const float* from, float* to, int count) {
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  const float top = largest(fold(from, count, kHidden, splat(kHidden), larger));
  const Lanes base = splat(top == kHidden ? 0 : top);
  Lanes total = splat(0);
  for (int i = 0; i < count; i += kLanes) {
    const Lanes weight = exp(load_next(from + i, count - i, kHidden) - base);
    total = total + weight;
    store_next(to + i, weight, count - i);
  }
  const float sum_of_weights = sum(total);
  const Lanes factor = splat(sum_of_weights == 0 ? 0 : 1 / sum_of_weights);
  transform(to, to, count, [&](Lanes x) { return x * factor; });
}

}  // namespace whereformer::simd
