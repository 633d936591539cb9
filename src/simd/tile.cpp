#include "simd/tile.hpp"

#include "simd/accumulators.hpp"

namespace whereformer::simd {

constexpr auto filled_with(float x) {
  std::array<float, kTileWidth> row{};
  row.fill(x);
  return row;
}

constexpr std::array<float, kTileWidth> kZeros = filled_with(0);
constexpr std::array<float, kTileWidth> kOnes = filled_with(1);

namespace {

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

#if defined(WHEREFORMER_FOR_SPEED)
void tile_product(const TileProduct& p) {
  if (p.a.step_stride == 1) return spread_rows_finely(p, AlongRows(), AnyWay());
  if (p.a.row_stride == 1) return spread_rows_finely(p, AlongColumns(), AnyWay());
  spread_rows(p, AnyWay(), AnyWay());
}
#else
void tile_product(const TileProduct& p) { spread_rows(p, AnyWay(), AnyWay()); }
#endif

}  // namespace whereformer::simd
