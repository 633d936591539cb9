#include "simd/tile.hpp"

namespace whereformer::simd {
namespace {

template <int R>
struct Accumulators {
  Lanes left[R];
  Lanes right[R];

  void start() {
    for_each_of<R>([&](int r) { left[r] = right[r] = splat(0); });
  }

  // All accumulators of one step, then the next step: any other order is a chain of dependent additions. The two steps
  // are parted by a branch, or optimisers would merge them into such chains. Inlined, or the accumulators live in memory.
  [[gnu::always_inline]] void accumulate(Operand a, const float* b, int steps) {
    const float* at = a.data;
    for (const float* end = b + steps * kTileWidth; b != end; b += kTileWidth, at += a.step_stride) {
      step(at, a.row_stride, b);
      b += kTileWidth;
      at += a.step_stride;
      if (b == end) break;
      step(at, a.row_stride, b);
    }
  }

  [[gnu::always_inline]] void step(const float* at, std::ptrdiff_t row_stride, const float* b) {
    const Lanes b_left = load(b);
    const Lanes b_right = load(b + kLanes);
    for_each_of<R>([&](int r) {
      const Lanes scalar = splat(at[r * row_stride]);
      left[r] = madd(scalar, b_left, left[r]);
      right[r] = madd(scalar, b_right, right[r]);
    });
  }

  void finish(const TileProduct& p, int row) {
    if (p.addend.data != nullptr) {
      const float* from = p.addend.data + row * p.addend.row_stride;
      for_each_of<R>([&](int r) {
        left[r] = left[r] + load(from + r * p.addend.row_stride);
        right[r] = right[r] + load(from + r * p.addend.row_stride + kLanes);
      });
    }
    float* c = p.c + row * p.c_stride;
    if (p.factors != nullptr) {
      const Lanes left_factor = load(p.factors);
      const Lanes right_factor = load(p.factors + kLanes);
      for_each_of<R>([&](int r) {
        left[r] = madd(load(c + r * p.c_stride), left_factor, left[r]);
        right[r] = madd(load(c + r * p.c_stride + kLanes), right_factor, right[r]);
      });
    }
    for_each_of<R>([&](int r) {
      store(c + r * p.c_stride, left[r]);
      store(c + r * p.c_stride + kLanes, right[r]);
    });
  }
};

template <int R>
int run(const TileProduct& p, int row, int count) {
  for (int i = 0; i < count; ++i, row += R) {
    Accumulators<R> tile;
    tile.start();
    tile.accumulate(p.a.from_row(row), p.b, p.steps);
    tile.finish(p, row);
  }
  return row;
}

// Rows kLanes apart: the right half of each is the left half of the one before, so that one load serves both.
template <int R>
void shifted_rows(const ShiftedProduct& p, int row) {
  Lanes left[R];
  Lanes right[R];
  for_each_of<R>([&](int r) { left[r] = right[r] = splat(0); });
  const float* at = p.a.from_row(row).data;
  const float* b = p.b - row - (R - 1) * kLanes;  // offsets in WebAssembly count upwards only
  for (int t = 0; t < p.steps; ++t, at += p.a.step_stride, b += p.b_stride) {
    Lanes from = load(b + R * kLanes);
    for_each_of<R>([&](int r) {
      const Lanes scalar = splat(at[r * kLanes * p.a.row_stride]);
      right[r] = madd(scalar, from, right[r]);
      from = load(b + (R - 1 - r) * kLanes);
      left[r] = madd(scalar, from, left[r]);
    });
  }
  for_each_of<R>([&](int r) {
    float* c = p.c + (row + r * kLanes) * kTileWidth;
    store(c, madd(left[r], splat(p.factor), load(c)));
    store(c + kLanes, madd(right[r], splat(p.factor), load(c + kLanes)));
  });
}

}  // namespace

void add_shifted_product(const ShiftedProduct& p) {
  constexpr int kRows = 4;
  int row = 0;
  for (; row + kRows * kLanes <= p.rows; row += kRows * kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) shifted_rows<kRows>(p, row + lane);
  }
  for (; row < p.rows; ++row) shifted_rows<1>(p, row);
}

// Full tiles and tiles one row shorter, where they come out even; else the rest by halves and single rows.
void tile_product(const TileProduct& p) {
  constexpr int kHalf = kTileRows / 2;
  const int tiles = (p.rows + kTileRows - 1) / kTileRows;
  const int missing = tiles * kTileRows - p.rows;
  const bool even = missing <= tiles;
  int row = run<kTileRows>(p, 0, even ? tiles - missing : p.rows / kTileRows);
  if (even) row = run<kTileRows - 1>(p, row, missing);
  row = run<kHalf>(p, row, (p.rows - row) / kHalf);
  run<1>(p, row, p.rows - row);
}

}  // namespace whereformer::simd
