// Running maximum and sum of kTileWidth rows, in base 2 (Milakov, Gimelshein 2018). The maximum is kept rounded to a whole
// number, so that it cancels exactly and one subtraction is enough for it and for the rounding of the exponential.
#pragma once

#include <limits>

#include "simd/exp.hpp"
#include "simd/tile.hpp"

namespace whereformer {

class OnlineSoftmax {
 public:
  // Converts scores [keys][kTileWidth] to weights relative to the new maximum, in place; −∞ becomes exactly 0.
  // `factors` receives what everything summed so far must be multiplied by.
  void absorb(float* scores, int keys, float* factors) {
    for (int half = 0; half < 2; ++half) simd::store(factors + half * simd::kLanes, top_[half]);
    raise_tops(scores, keys);
    for (int half = 0; half < 2; ++half) {
      const simd::Lanes factor = simd::exp2_rows(factors + half * simd::kLanes, 1, base(half));
      total_[half] = total_[half] * factor + simd::exp2_rows(scores + half * simd::kLanes, keys, base(half));
    }
  }

  // 1 / sum of one half of the lanes, 0 for a row without a visible key.
  simd::Lanes inverse(int half) const {
    return simd::zero_where(total_[half] == simd::splat(0), simd::splat(1) / total_[half]);
  }

  // Maximum (in base 2) and sum of each lane.
  void store(float* tops, float* totals) const {
    for (int half = 0; half < 2; ++half) {
      simd::store(tops + half * simd::kLanes, top_[half]);
      simd::store(totals + half * simd::kLanes, total_[half]);
    }
  }

 private:
  static simd::Lanes hidden() { return simd::splat(-std::numeric_limits<float>::infinity()); }

  // Two rows at a time: four independent chains of maxima hide their latency.
  void raise_tops(const float* scores, int keys) {
    simd::Lanes even[2] = {top_[0], top_[1]};
    simd::Lanes odd[2] = {top_[0], top_[1]};
    const float* last = scores + (keys - 1) * simd::kTileWidth;
    for (; scores <= last; scores += 2 * simd::kTileWidth) {
      const float* next = scores < last ? scores + simd::kTileWidth : last;
      even[0] = simd::larger(even[0], simd::load(scores));
      even[1] = simd::larger(even[1], simd::load(scores + simd::kLanes));
      odd[0] = simd::larger(odd[0], simd::load(next));
      odd[1] = simd::larger(odd[1], simd::load(next + simd::kLanes));
    }
    for (int half = 0; half < 2; ++half) top_[half] = simd::rounded(simd::larger(even[half], odd[half]));
  }

  // A row without a visible key so far has no maximum to subtract.
  simd::Lanes base(int half) const { return simd::zero_where(top_[half] == hidden(), top_[half]); }

  simd::Lanes top_[2] = {hidden(), hidden()};
  simd::Lanes total_[2] = {simd::splat(0), simd::splat(0)};
};

}  // namespace whereformer
