// 2^x and e^x on lanes.
#pragma once

#include "simd/lanes.hpp"

namespace whereformer::simd {

inline constexpr float kLog2E = 1.44269504088896341F;

// Constants are in memory and broadcast from there: engines for WebAssembly build a vector constant that is part of
// the code anew, by three instructions, wherever it is used.
extern const float kExp2Polynomial[7];  // 2^x on [−0.5, 0.5], relative minimax, 2e-9; lowest power first
extern const float kExpPolynomial[7];   // the same as e^x on [−0.5 ln 2, 0.5 ln 2]
extern const float kExpScale;           // log2 e
extern const float kExpMagic;     // 1.5 · 2^23 + 127: adding it rounds, and leaves the exponent of 2^n in the low bits
extern const float kExp2Least;    // −100
extern const float kExpRange[2];  // −100 ln 2 and 127 ln 2
extern const float kRoundable;    // 2^20
extern const float kLn2[2];       // ln 2 in two parts, the first with few digits

// 2^n · c(rest), where `shifted` is n + kExpMagic. Estrin's order: half as deep as Horner's.
inline Lanes power_of_two(Lanes shifted, Lanes rest, const float* c = kExp2Polynomial) {
  const Lanes square = rest * rest;
  const Lanes low = madd(splat(c[1]), rest, splat(c[0]));
  const Lanes middle = madd(splat(c[3]), rest, splat(c[2]));
  const Lanes high = madd(splat(c[6]), square, madd(splat(c[5]), rest, splat(c[4])));
  const Lanes p = madd(madd(high, square, middle), square, low);
  return p * xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(shifted) << 23);
}

// 2^x for x ≤ 127; below −100 exactly 0 (−∞ is the score of a hidden key), so that no denormal slows a sum down. NaN
// stays NaN.
inline Lanes exp2(Lanes x) {
  const Lanes magic = splat(kExpMagic);
  const Lanes shifted = x + magic;
  return zero_where(x < splat(kExp2Least), power_of_two(shifted, x - (shifted - magic)));
}

// The nearest whole number; beyond 2^20 x itself.
inline Lanes rounded(Lanes x) {
  const Lanes magic = splat(kExpMagic);
  return select(xsimd::abs(x) <= splat(kRoundable), (x + magic) - magic, x);
}

// Rows of kLanes values, 2 · kLanes apart, become 2^(x − base) for a rounded `base` ≥ x − 1; returns their sum.
Lanes exp2_rows(float* rows, int count, Lanes base);

// e^x for x ≤ 127 ln 2: 0 below −100 ln 2. The whole powers of 2 are taken off x itself: scaling it first would round away
// what the whole part leaves of the digits.
inline Lanes bounded_exp(Lanes x) {
  const Lanes magic = splat(kExpMagic);
  const Lanes shifted = madd(x, splat(kExpScale), magic);
  const Lanes whole = magic - shifted;  // without its sign
  const Lanes rest = madd(whole, splat(kLn2[1]), madd(whole, splat(kLn2[0]), x));
  return zero_where(x < splat(kExpRange[0]), power_of_two(shifted, rest, kExpPolynomial));
}

// e^x: 2^127 above 127 ln 2.
inline Lanes exp(Lanes x) { return bounded_exp(at_most(kExpRange[1], x)); }

// e^x where speed does not decide: one copy of the code. Files that are compiled for speed have their own.
#if defined(WHEREFORMER_FOR_SPEED)
inline namespace for_speed {
inline Lanes shared_exp(Lanes x) { return exp(x); }
}  // namespace for_speed
#else
Lanes shared_exp(Lanes x);
#endif

}  // namespace whereformer::simd
