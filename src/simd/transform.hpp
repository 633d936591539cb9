// Loops over a row, written once: the lane body is given, the tail is handled here by padding one vector.
#pragma once

#include <cstring>
#include <limits>

#include "simd/lanes.hpp"

namespace whereformer::simd {

// The last count < kLanes values, padded.
inline Lanes load_tail(const float* from, int count, float padding) {
  alignas(64) float part[kLanes];
  for (float& x : part) x = padding;
  std::memcpy(part, from, static_cast<std::size_t>(count) * sizeof(float));
  return load(part);
}

inline void store_tail(float* to, Lanes x, int count) {
  alignas(64) float part[kLanes];
  store(part, x);
  std::memcpy(to, part, static_cast<std::size_t>(count) * sizeof(float));
}

// The next vector of a row of which `left` values remain.
inline Lanes load_next(const float* from, int left, float padding) {
  return left >= kLanes ? load(from) : load_tail(from, left, padding);
}

inline void store_next(float* to, Lanes x, int left) {
  if (left >= kLanes) return store(to, x);
  store_tail(to, x, left);
}

// to[i] = body(from[i]); to may be from.
template <class Body>
void transform(const float* from, float* to, int count, Body body) {
  for (int i = 0; i < count; i += kLanes) store_next(to + i, body(load_next(from + i, count - i, 0)), count - i);
}

// to[i] = body(a[i], b[i]).
template <class Body>
void transform(const float* a, const float* b, float* to, int count, Body body) {
  for (int i = 0; i < count; i += kLanes) {
    store_next(to + i, body(load_next(a + i, count - i, 0), load_next(b + i, count - i, 0)), count - i);
  }
}

// Folds lanes with `step(accumulator, x)`; `padding` must not change the result.
template <class Step>
Lanes fold(const float* from, int count, float padding, Lanes start, Step step) {
  Lanes result = start;
  for (int i = 0; i < count; i += kLanes) result = step(result, load_next(from + i, count - i, padding));
  return result;
}

inline float dot(const float* a, const float* b, int count) {
  Lanes result = splat(0);
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) result = madd(load(a + i), load(b + i), result);
  if (i < count) result = madd(load_tail(a + i, count - i, 0), load_tail(b + i, count - i, 0), result);
  return sum(result);
}

// NaN and infinities anywhere? (x − x is 0 only for finite x.)
inline bool all_finite(const float* from, int count) {
  const Lanes differences = fold(from, count, 0, splat(0), [](Lanes found, Lanes x) { return found + (x - x); });
  return sum(differences) == 0.0F;
}

// Finite values and −∞ only? NaN is not below infinity.
inline bool all_below_infinity(const float* from, std::size_t count) {
  const Lanes infinity = splat(std::numeric_limits<float>::infinity());
  LaneMask below = infinity == infinity;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) below = below & (load(from + i) < infinity);
  if (i < count) below = below & (load_tail(from + i, static_cast<int>(count - i), 0) < infinity);
  return xsimd::all(below);
}

}  // namespace whereformer::simd
