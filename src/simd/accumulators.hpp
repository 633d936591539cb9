// The accumulators of a register tile, and the ways through its operands. Inlined into the loop over tiles, or the accumulators
// spill to memory.
#pragma once

#include "simd/tile.hpp"

namespace whereformer::simd {

template <int R>
struct Accumulators {
  Lanes left[R];
  Lanes right[R];

  void start(const float* from, std::ptrdiff_t stride) {
    for_each_of<R>([&](int r) {
      left[r] = load(from + r * stride);
      right[r] = load(from + r * stride + kLanes);
    });
  }

  // Adds scalar_of(r) · b to row r of the accumulators.
  template <class Scalar>
  [[gnu::always_inline]] void step(const float* b, Scalar scalar_of) {
    const Lanes b_left = load(b);
    const Lanes b_right = load(b + kLanes);
    for_each_of<R>([&](int r) {
      const Lanes scalar = splat(scalar_of(r));
      left[r] = madd(scalar, b_left, left[r]);
      right[r] = madd(scalar, b_right, right[r]);
    });
  }

  void finish(const TileProduct& p, const float* addend, float* c) {
    if (addend != nullptr) {
      const Lanes left_factor = load(p.factors);
      const Lanes right_factor = load(p.factors + kLanes);
      for_each_of<R>([&](int r) {
        left[r] = madd(load(addend + r * p.addend.row_stride), left_factor, left[r]);
        right[r] = madd(load(addend + r * p.addend.row_stride + kLanes), right_factor, right[r]);
      });
    }
    for_each_of<R>([&](int r) {
      store(c + r * p.c_stride, left[r]);
      store(c + r * p.c_stride + kLanes, right[r]);
    });
  }
};

// By value: through a reference it would be reloaded for each tile, since the stores might alias it. Returns the row after `count` tiles.
template <int R, class Way>
[[gnu::always_inline]] inline int run_tiles(const TileProduct p, Way way, int row, int count) {
  Operand a = p.a.from_row(row);
  float* c = p.c + row * p.c_stride;
  const float* start = p.start + row * p.start_stride;
  const float* addend = p.addend.data == nullptr ? nullptr : p.addend.data + row * p.addend.row_stride;
  const std::ptrdiff_t addend_step = addend == nullptr ? 0 : R * p.addend.row_stride;
  for (int i = 0; i < count; ++i) {
    Accumulators<R> tile;
    tile.start(start, p.start_stride);
    way(tile, a, p.b, p.steps);
    tile.finish(p, addend, c);
    a.data += R * p.a.row_stride;
    c += R * p.c_stride;
    start += R * p.start_stride;
    addend += addend_step;
  }
  return row + R * count;
}

// Full tiles and tiles one row shorter, where they come out even; else the rest by single rows.
template <class Way, class Single>
[[gnu::always_inline]] inline void spread_rows(const TileProduct& p, Way way, Single single) {
  const int tiles = (p.rows + kTileRows - 1) / kTileRows;
  const int missing = tiles * kTileRows - p.rows;
  const bool even = missing <= tiles;
  int row = run_tiles<kTileRows>(p, way, 0, even ? tiles - missing : p.rows / kTileRows);
  if (even) row = run_tiles<kTileRows - 1>(p, way, row, missing);
  run_tiles<1>(p, single, row, p.rows - row);
}

// Tiles two rows shorter, where these save single rows: 8 = 4 + 4.
template <class Way, class Single>
[[gnu::always_inline]] inline void spread_rows_finely(const TileProduct& p, Way way, Single single) {
  const int tiles = (p.rows + kTileRows - 1) / kTileRows;
  const int missing = tiles * kTileRows - p.rows;
  if (missing <= tiles || missing > 2 * tiles) return spread_rows(p, way, single);
  const int row = run_tiles<kTileRows - 1>(p, way, 0, 2 * tiles - missing);
  run_tiles<kTileRows - 2>(p, way, row, missing - tiles);
}

// The ways through the operands. All accumulators of one step, then the next step: any other order is a chain of dependent
// additions. Steps are separated by a branch, or optimisers would merge them into such chains.
struct AnyWay {
  template <int R>
  [[gnu::always_inline]] void operator()(Accumulators<R>& tile, Operand a, const float* b, int steps) const {
    const float* at = a.data;
    const auto scalar = [&](int r) { return at[r * a.row_stride]; };
    for (const float* end = b + steps * kTileWidth; b != end; b += kTileWidth, at += a.step_stride) {
      tile.step(b, scalar);
      b += kTileWidth;
      at += a.step_stride;
      if (b == end) break;
      tile.step(b, scalar);
    }
  }
};

// Where one stride is 1, the other scalars of a step, or of four steps, are at fixed offsets: processors that decode six
// instructions in a cycle, of which the arithmetic is four, have no room for an addition beside each load.

// Rows of a lie in memory as they are: step_stride = 1.
struct AlongRows {
  template <int R>
  [[gnu::always_inline]] void operator()(Accumulators<R>& tile, Operand a, const float* b, int steps) const {
    const float* rows[R];
    for_each_of<R>([&](int r) { rows[r] = a.data + r * a.row_stride; });
    const auto of = [&](int step) { return [&rows, step](int r) { return rows[r][step]; }; };
    for (const float* end = b + steps * kTileWidth; b != end; b += kTileWidth) {
      tile.step(b, of(0));
      b += kTileWidth;
      if (b == end) break;
      tile.step(b, of(1));
      b += kTileWidth;
      if (b == end) break;
      tile.step(b, of(2));
      b += kTileWidth;
      if (b == end) break;
      tile.step(b, of(3));
      for_each_of<R>([&](int r) { rows[r] += 4; });
    }
  }
};

// Columns of a lie in memory as they are: row_stride = 1.
struct AlongColumns {
  template <int R>
  [[gnu::always_inline]] void operator()(Accumulators<R>& tile, Operand a, const float* b, int steps) const {
    const float* at = a.data;
    const auto scalar = [&](int r) { return at[r]; };
    for (const float* end = b + steps * kTileWidth; b != end; b += kTileWidth, at += a.step_stride) {
      tile.step(b, scalar);
      b += kTileWidth;
      at += a.step_stride;
      if (b == end) break;
      tile.step(b, scalar);
      b += kTileWidth;
      at += a.step_stride;
      if (b == end) break;
      tile.step(b, scalar);
      b += kTileWidth;
      at += a.step_stride;
      if (b == end) break;
      tile.step(b, scalar);
    }
  }
};

}  // namespace whereformer::simd
