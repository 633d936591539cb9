#include "simd/exp.hpp"

namespace whereformer::simd {

namespace {

// `power` of every row; returns the sum.
template <class Power>
Lanes raise_rows(float* rows, int count, Power power) {
  Lanes sum = splat(0);
  for (const float* end = rows + count * 2 * kLanes; rows != end; rows += 2 * kLanes) {
    const Lanes weight = power(load(rows));
    store(rows, weight);
    sum = sum + weight;
  }
  return sum;
}

}  // namespace

Lanes shared_exp(Lanes x) { return exp(x); }

// One half of a tile at a time: the constants, the base and the sum just fit the registers.
Lanes exp2_rows(float* rows, int count, Lanes base) {
  if (largest(xsimd::abs(base)) > kRoundable) {
    return raise_rows(rows, count, [&](Lanes x) { return exp2(x - base); });
  }
  const Lanes magic = splat(kExpMagic) - base;
  const Lanes least = splat(kExp2Least) + base;
  return raise_rows(rows, count, [&](Lanes x) {
    const Lanes shifted = x + magic;
    return zero_where(x < least, power_of_two(shifted, x - (shifted - magic)));
  });
}

}  // namespace whereformer::simd
