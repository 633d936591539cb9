#include "simd/transpose.hpp"

#include <bit>

#include "simd/tile.hpp"

namespace whereformer::simd {
namespace {

// Squares of Square::kSide × kSide in registers; what is left of rows and columns one by one.
template <class Square, class T>
void transpose_squares(const Square& square, const T* from, std::ptrdiff_t from_stride, int rows, int columns, T* to,
                       std::ptrdiff_t to_stride) {
  constexpr int kSide = Square::kSide;
  const int whole_rows = rows / kSide * kSide;
  const int whole_columns = columns / kSide * kSide;
  for (int r = 0; r < whole_rows; r += kSide) {
    const T* at = from + r * from_stride;
    T* out = to + r;
    for (int c = 0; c < whole_columns; c += kSide, at += kSide, out += kSide * to_stride) {
      square.transpose(at, from_stride, out, to_stride);
    }
  }
  for (int r = whole_columns < columns ? 0 : whole_rows; r < rows; ++r) {
    for (int c = r < whole_rows ? whole_columns : 0; c < columns; ++c) {
      to[c * to_stride + r] = square.single(from[r * from_stride + c], c);
    }
  }
}

struct FloatSquare {
  static constexpr int kSide = kLanes;

  explicit FloatSquare(Lanes by) : factor(by) { store(factors, factor); }

  void transpose(const float* from, std::ptrdiff_t from_stride, float* to, std::ptrdiff_t to_stride) const {
    Lanes square[kSide];
    for_each_of<kSide>([&](int i) { square[i] = load(from + i * from_stride) * factor; });
    xsimd::transpose(square, square + kSide);
    for_each_of<kSide>([&](int i) { store(to + i * to_stride, square[i]); });
  }
  float single(float x, int column) const { return x * factors[column % kSide]; }

  Lanes factor;
  alignas(64) float factors[kSide];
};

struct HalfSquare {
  static constexpr int kSide = kTileWidth;

  // Each round interleaves row i with row i + kSide / 2, as a shuffle of cards: after log₂ kSide of them rows are columns.
  static void transpose(const std::int16_t* from, std::ptrdiff_t from_stride, std::int16_t* to,
                        std::ptrdiff_t to_stride) {
    HalfLanes square[kSide];
    for_each_of<kSide>([&](int i) { square[i] = HalfLanes::load_unaligned(from + i * from_stride); });
    for_each_of<std::bit_width<unsigned>(kSide) - 1>([&](int /*round*/) {
      HalfLanes next[kSide];
      for_each_of<kSide / 2>([&](int i) {
        next[2 * i] = xsimd::zip_lo(square[i], square[i + kSide / 2]);
        next[2 * i + 1] = xsimd::zip_hi(square[i], square[i + kSide / 2]);
      });
      for_each_of<kSide>([&](int i) { square[i] = next[i]; });
    });
    for_each_of<kSide>([&](int i) { square[i].store_unaligned(to + i * to_stride); });
  }
  static std::int16_t single(std::int16_t x, int /*column*/) { return x; }
};

}  // namespace

void transpose(const float* from, std::ptrdiff_t from_stride, int rows, int columns, Lanes factor, float* to,
               std::ptrdiff_t to_stride) {
  transpose_squares(FloatSquare(factor), from, from_stride, rows, columns, to, to_stride);
}

void transpose(const float* from, std::ptrdiff_t from_stride, int rows, int columns, float* to,
               std::ptrdiff_t to_stride) {
  transpose(from, from_stride, rows, columns, splat(1), to, to_stride);
}

void transpose(const std::int16_t* from, std::ptrdiff_t from_stride, int rows, int columns, std::int16_t* to,
               std::ptrdiff_t to_stride) {
  transpose_squares(HalfSquare(), from, from_stride, rows, columns, to, to_stride);
}

}  // namespace whereformer::simd
