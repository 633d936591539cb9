// Pairs of 16-bit integers, one in each lane, and sums of their products in 32 bits.
#pragma once

#include <array>

#include "simd/lanes.hpp"

namespace whereformer::simd {

#if defined(__wasm__)

struct PairLanes {
  v128_t pairs;

  static PairLanes load(const std::int16_t* from) { return {wasm_v128_load(from)}; }
  // One pair in all lanes.
  static PairLanes splat(const std::int16_t* pair) { return {wasm_v128_load32_splat(pair)}; }
  void store(std::int16_t* to) const { wasm_v128_store(to, pairs); }
};

// 2 · kLanes pairs of 8-bit integers.
struct TwoPairLanes {
  PairLanes left;
  PairLanes right;

  static TwoPairLanes load(const std::int8_t* from) {
    const v128_t bytes = wasm_v128_load(from);
    return {{wasm_i16x8_extend_low_i8x16(bytes)}, {wasm_i16x8_extend_high_i8x16(bytes)}};
  }
};

struct PairSums {
  v128_t sums = wasm_i32x4_const_splat(0);

  // The products of both parts of each pair.
  void add(PairLanes x, PairLanes y) { sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(x.pairs, y.pairs)); }
  Lanes value() const { return Lanes(wasm_f32x4_convert_i32x4(sums)); }
};

#else

// Pairs element by element; compilers make vectors of it.
struct PairLanes {
  std::array<std::int16_t, 2 * kLanes> pairs;

  template <class From>
  static PairLanes load(const From* from) {
    PairLanes all;
    for (int i = 0; i < 2 * kLanes; ++i) all.pairs[i] = from[i];
    return all;
  }
  static PairLanes splat(const std::int16_t* pair) {
    PairLanes all;
    for (int i = 0; i < 2 * kLanes; ++i) all.pairs[i] = pair[i % 2];
    return all;
  }
  void store(std::int16_t* to) const {
    for (int i = 0; i < 2 * kLanes; ++i) to[i] = pairs[i];
  }
};

struct TwoPairLanes {
  PairLanes left;
  PairLanes right;

  static TwoPairLanes load(const std::int8_t* from) {
    return {PairLanes::load(from), PairLanes::load(from + 2 * kLanes)};
  }
};

struct PairSums {
  std::array<std::int32_t, kLanes> sums{};

  void add(PairLanes x, PairLanes y) {
    for (int i = 0; i < kLanes; ++i) {
      sums[i] += x.pairs[2 * i] * y.pairs[2 * i] + x.pairs[2 * i + 1] * y.pairs[2 * i + 1];
    }
  }
  Lanes value() const {
    alignas(64) float wide[kLanes];
    for (int i = 0; i < kLanes; ++i) wide[i] = static_cast<float>(sums[i]);
    return simd::load(wide);
  }
};

#endif

}  // namespace whereformer::simd
