// One row against many: what attention is for a single query. Sums are taken in the order of the register tile.
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
