#include "simd/transpose.hpp"

namespace whereformer::simd {

// Squares of kLanes × kLanes in registers; what is left of rows and columns one by one.
void transpose(const float* from, std::ptrdiff_t from_stride, int rows, int columns, Lanes factor, float* to,
               std::ptrdiff_t to_stride) {
  alignas(64) float factors[kLanes];
  store(factors, factor);
  const int whole_rows = rows / kLanes * kLanes;
  const int whole_columns = columns / kLanes * kLanes;
  for (int r = 0; r < whole_rows; r += kLanes) {
    for (int c = 0; c < whole_columns; c += kLanes) {
      Lanes square[kLanes];
      for_each_of<kLanes>([&](int i) { square[i] = load(from + (r + i) * from_stride + c) * factor; });
      xsimd::transpose(square, square + kLanes);
      for_each_of<kLanes>([&](int i) { store(to + (c + i) * to_stride + r, square[i]); });
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = r < whole_rows ? whole_columns : 0; c < columns; ++c) {
      to[c * to_stride + r] = from[r * from_stride + c] * factors[c % kLanes];
    }
  }
}

}  // namespace whereformer::simd
