// The register tile on which everything dense is built: R rows × two vectors of accumulators.
//   c[r][0 … 2·kLanes) = Σ_t a[r·row_stride + t·step_stride] · b[t · kTileWidth …]
// Attention scores, the weighted sum of values and every matmul are this one sum with other strides.
// R = 6: 12 accumulators, two vectors of b and one of a fill the 16 vector registers.
#pragma once

#include <cstddef>

#include "simd/transform.hpp"

namespace whereformer::simd {

inline constexpr int kTileWidth = 2 * kLanes;
inline constexpr int kTileRows = 6;

// Where the scalars of a tile come from.
struct Operand {
  const float* data;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t step_stride;

  Operand from_row(int row) const { return {data + row * row_stride, row_stride, step_stride}; }
};

template <int R>
struct Tile {
  Lanes left[R];
  Lanes right[R];

  void zero() {
    for (int r = 0; r < R; ++r) left[r] = right[r] = splat(0);
  }

  // c is [R][kTileWidth]
  void load_scaled(const float* c, Lanes left_factor, Lanes right_factor) {
    for (int r = 0; r < R; ++r) {
      left[r] = load(c + r * kTileWidth) * left_factor;
      right[r] = load(c + r * kTileWidth + kLanes) * right_factor;
    }
  }

  void accumulate(Operand a, const float* b, int steps) {
    for (int t = 0; t < steps; ++t) {
      const Lanes b_left = load(b + t * kTileWidth);
      const Lanes b_right = load(b + t * kTileWidth + kLanes);
      for (int r = 0; r < R; ++r) {
        const Lanes scalar = splat(a.data[r * a.row_stride + t * a.step_stride]);
        left[r] = madd(scalar, b_left, left[r]);
        right[r] = madd(scalar, b_right, right[r]);
      }
    }
  }

  void save(float* c, std::ptrdiff_t c_stride) const {
    for (int r = 0; r < R; ++r) {
      store(c + r * c_stride, left[r]);
      store(c + r * c_stride + kLanes, right[r]);
    }
  }
};

// Calls run.template operator()<R>(first_row) over `rows` in sixes, then one by one.
template <class Run>
void for_tiles(int rows, Run&& run) {
  int row = 0;
  for (; row + kTileRows <= rows; row += kTileRows) run.template operator()<kTileRows>(row);
  for (; row < rows; ++row) run.template operator()<1>(row);
}

// c[rows][kTileWidth] = a · b
void tile_product(Operand a, int rows, const float* b, int steps, float* c);

// c[rows][kTileWidth] = c · factor (per column) + a · b
void tile_rescale_add(Operand a, int rows, const float* b, int steps, Lanes left_factor, Lanes right_factor, float* c);

}  // namespace whereformer::simd
