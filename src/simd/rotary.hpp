// Rotation of channel pairs by prepared cosines and sines, one per pair.
#pragma once

namespace whereformer::simd {

// Pairs (i, i + pairs): from [≥ 2 · pairs] to the same, which may be where it is.
void rotate_half(const float* from, float* to, const float* cosine, const float* sine, int pairs);

inline void rotate_half(float* row, const float* cosine, const float* sine, int pairs) {
  rotate_half(row, row, cosine, sine, pairs);
}

// Pairs (2i, 2i + 1): from [≥ 2 · pairs] to the same, which may be where it is.
void rotate_interleaved(const float* from, float* to, const float* cosine, const float* sine, int pairs);

inline void rotate_interleaved(float* row, const float* cosine, const float* sine, int pairs) {
  rotate_interleaved(row, row, cosine, sine, pairs);
}

// Writes the cosines and sines of the turns `at`, then turns each by `by`: both [2][pairs], cosines first, in double.
void write_and_turn(double* at, const double* by, int pairs, float* cosine, float* sine);

}  // namespace whereformer::simd
