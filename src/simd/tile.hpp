// The register tile on which everything dense is built: rows × two vectors of accumulators.
//   c[r][0 … kTileWidth) = start + Σ_t a[r·row_stride + t·step_stride] · b[t · kTileWidth …] + addend[r] · factors
// The addend comes last: a sum over many blocks, whose addend is c itself, rounds once for each block.
// Attention scores, the weighted sum of values and every matmul are this one sum with other strides.
#pragma once

#include <array>
#include <cstddef>

#include "simd/lanes.hpp"

namespace whereformer::simd {

inline constexpr int kTileWidth = 2 * kLanes;

// Accumulators, two vectors of b, one of a (and its product, unless fused) stay within 15 registers: engines for
// WebAssembly keep one of the 16 for themselves, and one spilled accumulator halves the speed.
inline constexpr int kTileRows = kFused ? 6 : 5;

// Where the scalars of a tile come from.
struct Operand {
  const float* data;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t step_stride;

  Operand from_row(int row) const { return {data + row * row_stride, row_stride, step_stride}; }
};

extern const std::array<float, kTileWidth> kZeros;
extern const std::array<float, kTileWidth> kOnes;

// Rows of kTileWidth values; null data = none.
struct TileRowsAt {
  const float* data = nullptr;
  std::ptrdiff_t row_stride = 0;
};

struct TileProduct {
  Operand a;
  int rows;
  const float* b;  // [steps][kTileWidth]
  int steps;
  float* c;  // [rows][c_stride]
  std::ptrdiff_t c_stride = kTileWidth;
  const float* start = kZeros.data();   // [kTileWidth], or rows of them
  std::ptrdiff_t start_stride = 0;      // from row to row; 0 = the same for all
  TileRowsAt addend = {};               // may be c
  const float* factors = kOnes.data();  // [kTileWidth]
};

void tile_product(const TileProduct& product);

// Rows whose right factor moves one column to the left with each row:
//   c[r][0 … kTileWidth) += factor · Σ_t a[r][t] · b[t · b_stride + (0 … kTileWidth) − r]
struct ShiftedProduct {
  Operand a;
  int rows;
  const float* b;  // of row 0
  std::ptrdiff_t b_stride;
  int steps;
  float* c;  // [rows][kTileWidth]
  float factor;
};

void add_shifted_product(const ShiftedProduct& product);

}  // namespace whereformer::simd
