// Rotation of channel pairs by prepared cosines and sines, one per pair.
#pragma once

#include <cstddef>

namespace whereformer::simd {

// `count` rows of ≥ 2 · pairs channels; may be in place.
struct RotatedRows {
  const float* from;
  float* to;
  int count = 1;
  std::ptrdiff_t from_stride = 0;
  std::ptrdiff_t to_stride = 0;
};

// Pairs (i, i + pairs), by tables [count][pairs].
void rotate_half(RotatedRows rows, const float* cosine, const float* sine, int pairs);

// Pairs (2i, 2i + 1), by tables [count][pairs].
void rotate_interleaved(RotatedRows rows, const float* cosine, const float* sine, int pairs);

// Writes the cosines and sines of the rotations `at`, then rotates each by `by`: both [2][pairs], cosines first, in double.
void write_and_rotate(double* at, const double* by, int pairs, float* cosine, float* sine);

}  // namespace whereformer::simd
