// Rotation of channel pairs by prepared cosines and sines, one per pair.
#pragma once

#include "simd/transform.hpp"

namespace whereformer::simd {

// Pairs (i, i + pairs): row [≥ 2 · pairs] in place.
inline void rotate_half(float* row, const float* cosine, const float* sine, int pairs) {
  const auto turn = [&](int i, Lanes x, Lanes y, Lanes c, Lanes s, auto&& put) {
    put(row + i, x * c - y * s);
    put(row + pairs + i, x * s + y * c);
  };
  int i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    turn(i, load(row + i), load(row + pairs + i), load(cosine + i), load(sine + i),
         [](float* to, Lanes v) { store(to, v); });
  }
  if (i < pairs) {
    const int rest = pairs - i;
    turn(i, load_tail(row + i, rest, 0), load_tail(row + pairs + i, rest, 0), load_tail(cosine + i, rest, 0),
         load_tail(sine + i, rest, 0), [&](float* to, Lanes v) { store_tail(to, v, rest); });
  }
}

// Pairs (2i, 2i + 1): row [≥ 2 · pairs] in place.
inline void rotate_interleaved(float* row, const float* cosine, const float* sine, int pairs) {
  struct Partner {
    static constexpr std::uint32_t get(std::uint32_t lane, std::uint32_t) { return lane ^ 1U; }
  };
  constexpr auto partner = xsimd::make_batch_constant<std::uint32_t, Partner, Arch>();
  const auto turn = [&](float* at, Lanes c, Lanes s) {
    const Lanes x = load(at);
    store(at, x * c + xsimd::swizzle(x, partner) * s);
  };
  int i = 0;
  for (; i + kLanes <= pairs; i += kLanes) {
    const Lanes c = load(cosine + i);
    const Lanes s = load(sine + i);
    const Lanes minus = splat(0) - s;
    turn(row + 2 * i, xsimd::zip_lo(c, c), xsimd::zip_lo(minus, s));
    turn(row + 2 * i + kLanes, xsimd::zip_hi(c, c), xsimd::zip_hi(minus, s));
  }
  for (; i < pairs; ++i) {
    const float x = row[2 * i];
    const float y = row[2 * i + 1];
    row[2 * i] = x * cosine[i] - y * sine[i];
    row[2 * i + 1] = x * sine[i] + y * cosine[i];
  }
}

}  // namespace whereformer::simd
