#include "simd/tile.hpp"

namespace whereformer::simd {

constexpr auto filled_with(float x) {
  std::array<float, kTileWidth> row{};
  row.fill(x);
  return row;
}

constexpr std::array<float, kTileWidth> kZeros = filled_with(0);
constexpr std::array<float, kTileWidth> kOnes = filled_with(1);

namespace {

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

  // All accumulators of one step, then the next step: any other order is a chain of dependent additions. The two steps
  // are separated by a branch, or optimisers would merge them into such chains. Inlined, or the accumulators spill to memory.
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

// By value: through a reference it would be reloaded for each tile, since the stores might alias it.
template <int R>
int run(const TileProduct p, int row, int count) {
  Operand a = p.a.from_row(row);
  float* c = p.c + row * p.c_stride;
  const float* start = p.start + row * p.start_stride;
  const float* addend = p.addend.data == nullptr ? nullptr : p.addend.data + row * p.addend.row_stride;
  const std::ptrdiff_t addend_step = addend == nullptr ? 0 : R * p.addend.row_stride;
  for (int i = 0; i < count; ++i) {
    Accumulators<R> tile;
    tile.start(start, p.start_stride);
    tile.accumulate(a, p.b, p.steps);
    tile.finish(p, addend, c);
    a.data += R * p.a.row_stride;
    c += R * p.c_stride;
    start += R * p.start_stride;
    addend += addend_step;
  }
  return row + R * count;
}

// Rows kLanes apart: the right half of each is the left half of the previous one, so one load is enough for both.
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

// Full tiles and tiles one row shorter, where they come out even; else the rest by single rows.
void tile_product(const TileProduct& p) {
  const int tiles = (p.rows + kTileRows - 1) / kTileRows;
  const int missing = tiles * kTileRows - p.rows;
  const bool even = missing <= tiles;
  int row = run<kTileRows>(p, 0, even ? tiles - missing : p.rows / kTileRows);
  if (even) row = run<kTileRows - 1>(p, row, missing);
  run<1>(p, row, p.rows - row);
}

}  // namespace whereformer::simd
