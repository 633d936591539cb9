// Products of one row with many rows, as in attention of a single query. Sums are in the order of the register tile.
#pragma once

#include <cstddef>

#include "simd/lanes.hpp"

namespace whereformer::simd {

struct Rows {
  const float* data;
  std::ptrdiff_t stride;
  int count;
  int width;
};

// to[r] = Σ_c (factor · x[c]) · rows[r][c]; whole vectors are written.
void dot_rows(const float* x, const Rows& rows, float factor, float* to);

// to[c] = to[c] · factor + Σ_r weights[r] · rows[r][c]
void sum_rows(const float* weights, const Rows& rows, float factor, float* to);

}  // namespace whereformer::simd
