#include "simd/exp.hpp"

namespace whereformer::simd {

Lanes shared_exp(Lanes x) { return exp(x); }

// One half of a tile at a time: the constants, the base and the sum just fit the registers.
Lanes exp2_rows(float* rows, int count, Lanes base) {
  const float* end = rows + count * 2 * kLanes;
  if (largest(xsimd::abs(base)) > kRoundable) {
    for (float* row = rows; row != end; row += 2 * kLanes) store(row, load(row) - base);
    base = splat(0);
  }
  const Lanes magic = splat(kExpMagic) - base;
  const Lanes least = splat(kExp2Least) + base;
  Lanes sum = splat(0);
  for (; rows != end; rows += 2 * kLanes) {
    const Lanes x = load(rows);
    const Lanes shifted = x + magic;
    const Lanes weight = zero_where(x < least, power_of_two(shifted, x - (shifted - magic)));
    store(rows, weight);
    sum = sum + weight;
  }
  return sum;
}

}  // namespace whereformer::simd
