#include "simd/row_products.hpp"

#include <algorithm>

namespace whereformer::simd {
namespace {

// Vectors of channels that are summed side by side: their chains hide each other's latency.
constexpr int kVectors = 4;

}  // namespace

// kLanes rows at a time, transposed so that each lane sums one row channel by channel, as the register tile does: the same bits.
// Past the last row it is read again.
void dot_rows(const float* x, const Rows& rows, float factor, float* to) {
  for (int r = 0; r < rows.count; r += kLanes, to += kLanes) {
    const float* row = rows.data + r * rows.stride;
    const float* from[kLanes];
    for_each_of<kLanes>([&](int i) { from[i] = row + std::min(i, rows.count - 1 - r) * rows.stride; });
    Lanes sums = splat(0);
    int c = 0;
    for (; c + kLanes <= rows.width; c += kLanes) {
      Lanes square[kLanes];
      for_each_of<kLanes>([&](int i) { square[i] = load(from[i] + c); });
      xsimd::transpose(square, square + kLanes);
      for_each_of<kLanes>([&](int i) { sums = madd(square[i], splat(x[c + i] * factor), sums); });
    }
    store(to, sums);
    for (; c < rows.width; ++c) {
      for (int i = 0; i < std::min(kLanes, rows.count - r); ++i) to[i] += row[i * rows.stride + c] * (x[c] * factor);
    }
  }
}

void sum_rows(const float* weights, const Rows& rows, float factor, float* to) {
  int c = 0;
  for (; c + kVectors * kLanes <= rows.width; c += kVectors * kLanes) {
    Lanes sums[kVectors];
    for_each_of<kVectors>([&](int i) { sums[i] = splat(0); });
    const float* from = rows.data + c;
    for (int r = 0; r < rows.count; ++r, from += rows.stride) {
      const Lanes weight = splat(weights[r]);
      for_each_of<kVectors>([&](int i) { sums[i] = madd(weight, load(from + i * kLanes), sums[i]); });
    }
    for_each_of<kVectors>([&](int i) {
      float* at = to + c + i * kLanes;
      store(at, madd(load(at), splat(factor), sums[i]));
    });
  }
  for (; c < rows.width; ++c) {
    float sum = 0;
    for (int r = 0; r < rows.count; ++r) sum += weights[r] * rows.data[r * rows.stride + c];
    to[c] = to[c] * factor + sum;
  }
}

}  // namespace whereformer::simd
