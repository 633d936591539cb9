// A lane function over every float32 of a range, against the same function in double.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "effort.hpp"
#include "simd/transform.hpp"

namespace whereformer::test {

// The largest error found, in the unit of the sweep; infinite once one result was NaN.
struct Worst {
  double error = 0;
  float at = 0;

  void see(double found, float x) {
    if (found <= error) return;
    error = std::isnan(found) ? INFINITY : found;
    at = x;
  }
};

// A unit in the last place of a float32 near `exact`, which is no denormal.
inline double ulp(double exact) {
  const auto exponent = std::bit_cast<std::uint64_t>(exact) & 0x7FF0'0000'0000'0000U;
  return std::bit_cast<double>(exponent - (std::uint64_t{23} << 52U));
}

inline const auto in_ulps = [](float, double exact) { return ulp(exact); };

// Floats of one sign have the order of their bits: from `first` to `last`, both ≥ 0, times `sign`, one of `one_of`.
template <class Fast, class Exact, class Unit>
void sweep(Worst& worst, float sign, float first, float last, std::uint32_t one_of, Fast fast, Exact exact, Unit unit) {
  constexpr int kChunk = 1024;
  alignas(64) float x[kChunk] = {};
  alignas(64) float y[kChunk];
  const std::uint64_t end = std::bit_cast<std::uint32_t>(last);
  for (std::uint64_t bits = std::bit_cast<std::uint32_t>(first); bits <= end;) {
    int count = 0;
    for (; count < kChunk && bits <= end; bits += one_of) {
      x[count++] = std::copysign(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), sign);
    }
    simd::transform(x, y, count, fast);
    for (int i = 0; i < count; ++i) {
      const double wanted = exact(static_cast<double>(x[i]));
      worst.see(std::abs(y[i] - wanted) / unit(x[i], wanted), x[i]);
    }
  }
}

// From low < 0 to high > 0. Inputs smaller than 2^−25 are sampled: there such functions are constant or x itself to half a unit.
template <class Fast, class Exact, class Unit>
Worst worst_error(float low, float high, std::uint32_t one_of, Fast fast, Exact exact, Unit unit) {
  Worst worst;
  for (const float end : {low, high}) {
    sweep(worst, end, 0x1p-126F, 0x1p-25F, 4099, fast, exact, unit);
    sweep(worst, end, 0x1p-25F, std::abs(end), one_of, fast, exact, unit);
  }
  return worst;
}

}  // namespace whereformer::test
