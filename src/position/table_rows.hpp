// Reading learned tables by position and by distance: rows are clamped to the table, so that nothing is read past its ends
// even if other parts of a stack remap positions.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

// Positions are whole where their differences index a table.
inline Status whole_positions(std::span<const float> positions) {
  return whole_positions_below(positions, 0x1p24, "a whole position (distances are whole)");
}

// The row nearest to `index`; NaN is row 0.
inline int row_at(double index, int rows) {
  if (!(index > 0)) return 0;
  return index < rows ? static_cast<int>(index) : rows - 1;
}

// heads · headDim, which no table has where it does not fit an int.
inline int width_of_heads(const Geometry& geometry) {
  constexpr double kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(static_cast<double>(geometry.heads) * geometry.head_dim, kMost));
}

// Columns first … first + width − 1 of a row, added to the first `width` numbers of `out`.
inline void add_row(const Table& table, int row, int first, int width, std::span<double> out) {
  const float* from = table.row(row) + first;
  for (int c = 0; c < width; ++c) out[c] += from[c];
}

template <class A, class B>
double dot_product(const A* a, const B* b, int width) {
  double sum = 0;
  for (int c = 0; c < width; ++c) sum += static_cast<double>(a[c]) * b[c];
  return sum;
}

}  // namespace whereformer
