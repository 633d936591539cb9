// Loops over a row, written once: the lane body is given, the tail is handled here by padding one vector. Loops over whole
// vectors contain no call, not even on a path that is never taken: engines would spill their vectors to memory.
#pragma once

#include <cstddef>

#include "simd/lanes.hpp"

namespace whereformer::simd {

// The last count < kLanes values, padded.
Lanes load_tail(const float* from, int count, float padding);
void store_tail(float* to, Lanes x, int count);

// to[i] = body(from[i]); to may be from. The tail goes through the same loop, as a row of its own.
template <class Body>
void transform(const float* from, float* to, int count, Body body) {
  alignas(64) float part[kLanes];
  const int left = count % kLanes;
  float* out = to;
  for (int whole = count - left;; whole = kLanes) {
    for (int i = 0; i < whole; i += kLanes) store(out + i, body(load(from + i)));
    if (out == part) return store_tail(to + (count - left), load(part), left);
    if (left == 0) return;
    store(part, load_tail(from + whole, left, 0));
    from = out = part;
  }
}

// to[i] = body(a[i], b[i]).
template <class Body>
void transform(const float* a, const float* b, float* to, int count, Body body) {
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) store(to + i, body(load(a + i), load(b + i)));
  const int left = count - i;
  if (left > 0) store_tail(to + i, body(load_tail(a + i, left, 0), load_tail(b + i, left, 0)), left);
}

// Folds lanes with `step(accumulator, x)`; `padding` must not change the result.
template <class Step>
Lanes fold(const float* from, int count, float padding, Lanes start, Step step) {
  Lanes result = start;
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) result = step(result, load(from + i));
  return i < count ? step(result, load_tail(from + i, count - i, padding)) : result;
}

float dot(const float* a, const float* b, int count);

// NaN and infinities anywhere?
bool all_finite(const float* from, int count);

// Finite values and −∞ only?
bool all_below_infinity(const float* from, std::size_t count);

}  // namespace whereformer::simd
