// Weights of 8 bits: a scale for 32 inputs of an output, and a weight is scale · q with −127 ≤ q ≤ 127.
#pragma once

#include "simd/weight.hpp"

namespace whereformer::simd {

// Inputs that share a scale. The last block of an output is filled up with zeros.
inline constexpr int kBlock = 32;

inline constexpr int block_count(int inputs) { return (inputs + kBlock - 1) / kBlock; }

// kBlock inputs of as many outputs as a product of one row reads side by side, in the order in which it reads them.
struct WeightBlock {
  static constexpr int kOutputs = kSideBySide * kTileWidth;

  std::int16_t scales[kOutputs];               // bfloat16: as wide a range as float32
  std::int8_t pairs[kBlock / 2][kOutputs][2];  // inputs 2t and 2t + 1

  // Rounds count ≤ kBlock weights of an output: to the nearest multiple of largest / 127, which is rounded to bfloat16. If one is not
  // finite, all become NaN; below 127 · 2^−126 all become 0.
  void encode(int output, const float* weights, std::ptrdiff_t stride, int count);

  // Writes count ≤ kBlock weights of an output to `to`.
  void decode(int output, float* to, int count) const;
};

}  // namespace whereformer::simd
