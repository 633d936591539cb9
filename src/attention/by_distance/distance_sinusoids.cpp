#include "attention/by_distance/distance_sinusoids.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "core/math.hpp"
#include "simd/matmul.hpp"
#include "simd/rotary.hpp"
#include "simd/row_products.hpp"
#include "simd/transform.hpp"

namespace whereformer {
namespace {

constexpr int kRun = 96;  // rows composed by recurrence before angles are recomputed exactly

// Interpolates halfway between samples of a sinusoid with a phase step of at most kSlow: error within 2e-8 of its amplitude.
constexpr float kTaps[] = {-0.000212884595F, 0.00236025685F, -0.0130402045F, 0.0489598699F,
                           -0.151548147F,    0.613481104F,   0.613481104F,   -0.151548147F,
                           0.0489598699F,    -0.0130402045F, 0.00236025685F, -0.000212884595F};
constexpr int kTapCount = static_cast<int>(std::size(kTaps));
constexpr double kSlow = 0.9;

constexpr int kRowsOfCoarsest = 64;  // at least; kTapCount more at either end

// The largest distance that has a row of its own.
int limit_of(const ProjectedSinusoids& sinusoids) {
  constexpr int kNone = 1 << 30;
  return sinusoids.limit > 0 && sinusoids.limit < kNone ? static_cast<int>(sinusoids.limit) : kNone;
}

// Cosines, then sines.
void sine_cosine_all(std::span<const double> frequencies, double distance, double* to) {
  for (const double frequency : frequencies) {
    const math::SineCosine of = math::sine_cosine(distance * frequency);
    to[0] = of.cosine;
    to[frequencies.size()] = of.sine;
    ++to;
  }
}

}  // namespace

Status DistanceSinusoids::prepare(const ProjectedSinusoids& sinusoids, int width, int least, int entries) {
  const int most = least + entries - 1;
  const int limit = limit_of(sinusoids);
  projected_ = sinusoids;
  width_ = width;
  first_ = std::min(std::max({least, -most, 0}), limit);
  count_ = std::min(std::max(-least, most), limit) - first_ + 1;
  coarsest_ = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(count_ / kRowsOfCoarsest, 1))));
  std::size_t size = 0;
  for (int step = coarsest_; step > 0; step /= 2) size += element_count(rows(step), 2 * slower(step));
  Buffer<double> turns;  // [2][inputs]: of one step, at the current distance
  TRY(weight_.allocate(width, inputs()));
  TRY(sinusoids_.allocate_unset(size));
  TRY(turns.allocate_unset(element_count(2, inputs())));
  TRY(shares_.allocate_unset(element_count(count_ + 2 * margin(coarsest_), row_size())));
  float* to = sinusoids_.data();
  for (int step = coarsest_; step > 0; step /= 2) to = compose(step, turns.data(), to);
  return {};
}

int DistanceSinusoids::faster(int step) const {
  const std::span<const double> all = projected_.frequencies;
  if (step > coarsest_) return static_cast<int>(all.size());
  const auto fast = [&](double frequency) { return step > 1 && frequency * step > kSlow; };
  return static_cast<int>(std::partition_point(all.begin(), all.end(), fast) - all.begin());
}

// Rows past the ends that the next smaller step reads.
int DistanceSinusoids::margin(int step) const { return step > 1 ? kTapCount * step : 0; }

int DistanceSinusoids::rows(int step) const { return (count_ + 2 * margin(step) + step - 1) / step; }

float* DistanceSinusoids::compose(int step, double* turns, float* to) const {
  const std::span<const double> frequencies = projected_.frequencies.subspan(faster(step), slower(step));
  const int sinusoids = slower(step);
  double* at = turns + inputs();
  sine_cosine_all(frequencies, step, turns);
  for (int r = 0; r < rows(step); ++r, to += 2 * sinusoids) {
    if (r % kRun == 0) sine_cosine_all(frequencies, first_ - margin(step) + r * step, at);
    simd::write_and_rotate(at, turns, sinusoids, to + sinusoids, to);
  }
  return to;
}

// From the slowest sinusoids to the fastest: each step halves the distance between rows, then adds the sinusoids that were too fast for
// the step before.
void DistanceSinusoids::fill(int head) {
  const std::size_t size = element_count(width_, inputs());
  weight_.set_rows(0, {projected_.weight + head * size, size});
  std::memset(shares_.data(), 0, shares_.span().size_bytes());
  const float* sinusoids = sinusoids_.data();
  for (int step = coarsest_; step > 0; step /= 2) {
    if (step < coarsest_) interpolate(step);
    sinusoids = add(step, sinusoids);
  }
}

void DistanceSinusoids::interpolate(int step) {
  for (int index = step - margin(step); index < count_ + margin(step); index += 2 * step) {
    const float* samples = shares_.data() + offset(index - (kTapCount - 1) * step);
    simd::sum_rows(kTaps, {samples, 2 * step * row_size(), kTapCount, row_size()}, 1, shares_.data() + offset(index));
  }
}

const float* DistanceSinusoids::add(int step, const float* from) {
  const int sinusoids = slower(step);
  const std::ptrdiff_t stride = step * row_size();
  float* to = shares_.data() + offset(-margin(step));
  for (int share = 0; share < 2; ++share) {
    for (int p = 0; p < weight_.panel_count(); ++p, to += simd::kTileWidth) {
      const float* panel = std::as_const(weight_).panel(p);
      simd::tile_product({.a = {from + share * sinusoids, 2 * sinusoids, 1},
                          .rows = rows(step),
                          .b = panel + (share * inputs() / 2 + faster(step)) * simd::kTileWidth,
                          .steps = sinusoids,
                          .c = to,
                          .c_stride = stride,
                          .addend = {to, stride}});
    }
  }
  return from + element_count(rows(step), 2 * sinusoids);
}

void DistanceSinusoids::write(int distance, float* to) const {
  const float* odd = shares_.data() + offset(std::clamp(std::abs(distance), first_, first_ + count_ - 1) - first_);
  const float* even = odd + row_size() / 2;
  const simd::Lanes sign = simd::splat(distance < 0 ? -1.0F : 1.0F);
  simd::transform(odd, even, to, width_, [&](simd::Lanes o, simd::Lanes e) { return simd::madd(o, sign, e); });
}

}  // namespace whereformer
