// The other factor of weights of 8 bits: kBlock inputs of a row with a scale, rounded to 16 bits. That is 256 times as fine as the weights,
// and sums of products with them are exact integers, the same in any order.
#pragma once

#include "simd/weight_block.hpp"

namespace whereformer::simd {

struct InputBlock {
  float scale;
  std::int16_t values[kBlock];

  // Rounds count ≤ kBlock values to the nearest multiple of largest / 32767; the others are 0. If one is not finite, neither is the
  // scale; below 2^−100 all become 0.
  void encode(const float* from, int count);
};

}  // namespace whereformer::simd
