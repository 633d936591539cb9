#include "attention/distance_waves.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/math.hpp"
#include "simd/rotary.hpp"
#include "simd/transform.hpp"

namespace whereformer {
namespace {

constexpr int kRun =
    96;  // distances whose waves are composed before angles are computed anew; they stay in the second cache

// The largest distance that has a row of its own.
int limit_of(const ProjectedWaves& waves) {
  constexpr int kNone = 1 << 30;
  return waves.limit > 0 && waves.limit < kNone ? static_cast<int>(waves.limit) : kNone;
}

// Cosines, then sines.
void turn_all(const ProjectedWaves& waves, double distance, double* to) {
  for (const double frequency : waves.frequencies) {
    const math::SineCosine of = math::sine_cosine(distance * frequency);
    to[0] = of.cosine;
    to[waves.frequencies.size()] = of.sine;
    ++to;
  }
}

}  // namespace

Status DistanceWaves::prepare(const ProjectedWaves& waves, int outputs, int least, int entries) {
  const int most = least + entries - 1;
  const int limit = limit_of(waves);
  first_ = std::min(std::max({least, -most, 0}), limit);
  count_ = std::min(std::max(-least, most), limit) - first_ + 1;
  const int inputs = 2 * static_cast<int>(waves.frequencies.size());
  simd::PackedMatrix weight;
  Buffer<float> rows;    // [kRun][inputs]
  Buffer<double> turns;  // [2][inputs]: of one step, of the distance at hand
  Status status = weight.pack(waves.weight, outputs, inputs);
  stride_ = weight.panel_count() * simd::kTileWidth;
  status = then(status, [&] { return shares_.allocate_unset(element_count(count_, 2, stride_)); });
  status = then(status, [&] { return rows.allocate_unset(element_count(kRun, inputs)); });
  status = then(status, [&] { return turns.allocate_unset(element_count(2, inputs)); });
  if (status.ok()) project(waves, weight, rows.data(), turns.data());
  return status;
}

void DistanceWaves::project(const ProjectedWaves& waves, const simd::PackedMatrix& weight, float* rows, double* turns) {
  const int inputs = weight.inputs();
  turn_all(waves, 1, turns);
  for (int run = 0; run < count_; run += kRun) {
    const int length = std::min(kRun, count_ - run);
    turn_all(waves, first_ + run, turns + inputs);
    for (int r = 0; r < length; ++r) {
      float* row = rows + r * inputs;
      simd::write_and_turn(turns + inputs, turns, inputs / 2, row + inputs / 2, row);
    }
    float* to = shares_.data() + element_count(run, 2, stride_);
    for (int share = 0; share < 2; ++share, to += stride_) {
      const int from = share * inputs / 2;
      for (int p = 0; p < weight.panel_count(); ++p) {
        simd::tile_product({.a = {rows + from, inputs, 1},
                            .rows = length,
                            .b = weight.panel(p) + from * simd::kTileWidth,
                            .steps = inputs / 2,
                            .c = to + p * simd::kTileWidth,
                            .c_stride = 2 * stride_});
      }
    }
  }
}

void DistanceWaves::write(int distance, int from, int width, float* to) const {
  const int row = std::clamp(std::abs(distance), first_, first_ + count_ - 1) - first_;
  const float* odd = shares_.data() + element_count(row, 2, stride_) + from;
  const simd::Lanes sign = simd::splat(distance < 0 ? -1.0F : 1.0F);
  simd::transform(odd, odd + stride_, to, width, [&](simd::Lanes o, simd::Lanes e) { return simd::madd(o, sign, e); });
}

}  // namespace whereformer
