#include "simd/tile.hpp"

#include <utility>

namespace whereformer::simd {
namespace {

// body(0) … body(R − 1), written out: arrays of accumulators that are indexed by a loop would live in memory.
template <int R, class Body>
void for_rows(Body&& body) {
  [&]<int... r>(std::integer_sequence<int, r...>) { (body(r), ...); }(std::make_integer_sequence<int, R>());
}

template <int R>
struct Accumulators {
  Lanes left[R];
  Lanes right[R];

  void start(const TileProduct& p, int row) {
    if (p.factors == nullptr) return for_rows<R>([&](int r) { left[r] = right[r] = splat(0); });
    const Lanes left_factor = load(p.factors);
    const Lanes right_factor = load(p.factors + kLanes);
    const float* c = p.c + row * p.c_stride;
    for_rows<R>([&](int r) {
      left[r] = load(c + r * p.c_stride) * left_factor;
      right[r] = load(c + r * p.c_stride + kLanes) * right_factor;
    });
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
    for_rows<R>([&](int r) {
      const Lanes scalar = splat(at[r * row_stride]);
      left[r] = madd(scalar, b_left, left[r]);
      right[r] = madd(scalar, b_right, right[r]);
    });
  }

  void finish(const TileProduct& p, int row) {
    if (p.addend.data != nullptr) {
      const float* from = p.addend.data + row * p.addend.row_stride;
      for_rows<R>([&](int r) {
        left[r] = left[r] + load(from + r * p.addend.row_stride);
        right[r] = right[r] + load(from + r * p.addend.row_stride + kLanes);
      });
    }
    float* c = p.c + row * p.c_stride;
    for_rows<R>([&](int r) {
      store(c + r * p.c_stride, left[r]);
      store(c + r * p.c_stride + kLanes, right[r]);
    });
  }
};

template <int R>
int run(const TileProduct& p, int row, int count) {
  for (int i = 0; i < count; ++i, row += R) {
    Accumulators<R> tile;
    tile.start(p, row);
    tile.accumulate(p.a.from_row(row), p.b, p.steps);
    tile.finish(p, row);
  }
  return row;
}

}  // namespace

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
