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
    const float* at = from + r * from_stride;
    float* out = to + r;
    for (int c = 0; c < whole_columns; c += kLanes, at += kLanes, out += kLanes * to_stride) {
      Lanes square[kLanes];
      for_each_of<kLanes>([&](int i) { square[i] = load(at + i * from_stride) * factor; });
      xsimd::transpose(square, square + kLanes);
      for_each_of<kLanes>([&](int i) { store(out + i * to_stride, square[i]); });
    }
  }
  for (int r = whole_columns < columns ? 0 : whole_rows; r < rows; ++r) {
    for (int c = r < whole_rows ? whole_columns : 0; c < columns; ++c) {
      to[c * to_stride + r] = from[r * from_stride + c] * factors[c % kLanes];
    }
  }
}

}  // namespace whereformer::simd
