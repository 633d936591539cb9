#include "simd/transform.hpp"

#include <cstring>
#include <limits>

namespace whereformer::simd {

Lanes load_tail(const float* from, int count, float padding) {
  alignas(64) float part[kLanes];
  for (float& x : part) x = padding;
  std::memcpy(part, from, count * sizeof(float));
  return load(part);
}

void store_tail(float* to, Lanes x, int count) {
  alignas(64) float part[kLanes];
  store(part, x);
  std::memcpy(to, part, count * sizeof(float));
}

float dot(const float* a, const float* b, int count) {
  Lanes result = splat(0);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) result = madd(load(a + i), load(b + i), result);
  if (i < count) result = madd(load_tail(a + i, count - i, 0), load_tail(b + i, count - i, 0), result);
  return sum(result);
}

// x − x is 0 only for finite x.
bool all_finite(const float* from, int count) {
  const Lanes differences = fold(from, count, 0, splat(0), [](Lanes found, Lanes x) { return found + (x - x); });
  return sum(differences) == 0.0F;
}

// NaN is not below infinity.
bool all_below_infinity(const float* from, std::size_t count) {
  const Lanes infinity = splat(std::numeric_limits<float>::infinity());
  LaneMask below = infinity == infinity;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) below = below & (load(from + i) < infinity);
  if (i < count) below = below & (load_tail(from + i, static_cast<int>(count - i), 0) < infinity);
  return xsimd::all(below);
}

}  // namespace whereformer::simd
