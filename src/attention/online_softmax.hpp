// Running maximum and sum of kTileWidth rows, in base 2 (Milakov, Gimelshein 2018).
#pragma once

#include <limits>

#include "simd/exp.hpp"
#include "simd/tile.hpp"

namespace whereformer {

class OnlineSoftmax {
 public:
  // Turns scores [keys][kTileWidth] into weights relative to the new maximum, in place; −∞ becomes exactly 0.
  // `factors` receives what everything summed so far must be multiplied by.
  void absorb(float* scores, int keys, float* factors) {
    const simd::Lanes before[2] = {top_[0], top_[1]};
    raise_tops(scores, keys);
    // a row without a visible key so far has no maximum to subtract
    const simd::Lanes left_base = finite_top(0);
    const simd::Lanes right_base = finite_top(1);
    const simd::Lanes left_factor = simd::exp2(before[0] - left_base);
    const simd::Lanes right_factor = simd::exp2(before[1] - right_base);
    simd::Lanes left_total = total_[0] * left_factor;
    simd::Lanes right_total = total_[1] * right_factor;
    for (const float* end = scores + keys * simd::kTileWidth; scores != end; scores += simd::kTileWidth) {
      const simd::Lanes left = simd::exp2(simd::load(scores) - left_base);
      const simd::Lanes right = simd::exp2(simd::load(scores + simd::kLanes) - right_base);
      simd::store(scores, left);
      simd::store(scores + simd::kLanes, right);
      left_total = left_total + left;
      right_total = right_total + right;
    }
    total_[0] = left_total;
    total_[1] = right_total;
    simd::store(factors, left_factor);
    simd::store(factors + simd::kLanes, right_factor);
  }

  // 1 / sum of one half of the lanes, 0 for a row that saw nothing.
  simd::Lanes inverse(int half) const {
    return simd::zero_where(total_[half] == simd::splat(0), simd::splat(1) / total_[half]);
  }

 private:
  static simd::Lanes hidden() { return simd::splat(-std::numeric_limits<float>::infinity()); }

  void raise_tops(const float* scores, int keys) {
    simd::Lanes left = top_[0];
    simd::Lanes right = top_[1];
    for (const float* end = scores + keys * simd::kTileWidth; scores != end; scores += simd::kTileWidth) {
      left = simd::larger(left, simd::load(scores));
      right = simd::larger(right, simd::load(scores + simd::kLanes));
    }
    top_[0] = left;
    top_[1] = right;
  }

  simd::Lanes finite_top(int half) const { return simd::zero_where(top_[half] == hidden(), top_[half]); }

  simd::Lanes top_[2] = {hidden(), hidden()};
  simd::Lanes total_[2] = {simd::splat(0), simd::splat(0)};
};

}  // namespace whereformer
