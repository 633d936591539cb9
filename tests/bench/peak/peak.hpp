// The most that this machine can do: multiply–adds without memory, and reading or copying memory without arithmetic.
#pragma once

#include "simd/lanes.hpp"

namespace whereformer::bench {

// With the two constants they fill the 15 vector registers that V8 hands out; one more would be spilled, fewer leave gaps while each
// accumulator waits for itself.
inline constexpr int kAccumulators = 13;
inline constexpr int kFlopsPerStep = kAccumulators * simd::kLanes * 2;

// Each accumulator waits for itself only: a ← a · factor + addend. The result depends on every step.
inline float multiply_add_steps(int steps) {
  using simd::Lanes;
  const volatile float constants[] = {0.999999F,
                                      1e-6F};  // read: engines build a constant of the code anew wherever it is used
  const Lanes factor = simd::splat(constants[0]);
  const Lanes addend = simd::splat(constants[1]);
  Lanes a[kAccumulators];
  simd::for_each_of<kAccumulators>([&](int i) { a[i] = simd::splat(static_cast<float>(i)); });
  for (int step = 0; step < steps; ++step) {
    simd::for_each_of<kAccumulators>([&](int i) { a[i] = simd::madd(a[i], factor, addend); });
  }
  Lanes total = simd::splat(0);
  simd::for_each_of<kAccumulators>([&](int i) { total = total + a[i]; });
  return simd::sum(total);
}

// Reads every value once and does as little as possible with it: what a product with a matrix of that size cannot undercut.
inline float read_all(const float* from, int count) {
  using simd::Lanes;
  constexpr int kStreams = 8;
  Lanes a[kStreams];
  for (Lanes& lane : a) lane = simd::splat(0);
  int at = 0;
  for (; at + kStreams * simd::kLanes <= count; at += kStreams * simd::kLanes) {
    for (int i = 0; i < kStreams; ++i) a[i] = a[i] + simd::load(from + at + i * simd::kLanes);
  }
  Lanes total = a[0];
  for (int i = 1; i < kStreams; ++i) total = total + a[i];
  float sum = simd::sum(total);
  for (; at < count; ++at) sum += from[at];
  return sum;
}

// Reads and writes every value once. The count is a multiple of four vectors.
inline void copy_all(const float* from, float* to, int count) {
  constexpr int kStep = 4 * simd::kLanes;
  for (int at = 0; at < count; at += kStep) {
    for (int i = 0; i < kStep; i += simd::kLanes) simd::store(to + at + i, simd::load(from + at + i));
  }
}

}  // namespace whereformer::bench
