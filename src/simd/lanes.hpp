// Lanes: the one SIMD type of the project, and the few operations that are decided here once.
// The lane width appears only in src/simd/; other code uses kLanes.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <xsimd/xsimd.hpp>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace whereformer::simd {

#if defined(WHEREFORMER_SCALAR)
using Arch = xsimd::emulated<128>;  // the same source without a vector unit
#else
using Arch = xsimd::default_arch;
#endif

using Lanes = xsimd::batch<float, Arch>;
using LaneMask = xsimd::batch_bool<float, Arch>;
inline constexpr int kLanes = static_cast<int>(Lanes::size);
using HalfLanes = xsimd::batch<std::int16_t, Arch>;  // 2 · kLanes values of 16 bits

// Is madd one instruction with one rounding? Where it is two, their product needs a register of its own.
#if defined(__wasm_relaxed_simd__) || (!defined(WHEREFORMER_SCALAR) && defined(__FMA__))
inline constexpr bool kFused = true;
#else
inline constexpr bool kFused = false;
#endif

inline Lanes load(const float* from) { return Lanes::load_unaligned(from); }
inline void store(float* to, Lanes x) { x.store_unaligned(to); }
inline Lanes splat(float x) { return Lanes(x); }

// x · y + z: fused where the machine fuses (AVX2 FMA, relaxed SIMD), two roundings in plain SIMD128.
inline Lanes madd(Lanes x, Lanes y, Lanes z) {
#if defined(__wasm_relaxed_simd__)
  return Lanes(wasm_f32x4_relaxed_madd(x, y, z));
#else
  return xsimd::fma(x, y, z);
#endif
}

inline Lanes select(LaneMask where, Lanes yes, Lanes no) { return xsimd::select(where, yes, no); }

inline Lanes zero_where(LaneMask where, Lanes x) { return xsimd::select(where, splat(0), x); }

// The larger one; `top` when x is NaN, on every machine.
inline Lanes larger(Lanes top, Lanes x) {
#if defined(__wasm__)
  return xsimd::max(top, x);  // pmax: top < x ? x : top
#else
  return select(top < x, x, top);
#endif
}

// A bound that lets NaN in `x` through: machines differ in which operand a NaN comparison returns.
inline Lanes at_least(float floor, Lanes x) {
#if defined(__wasm__)
  return xsimd::max(x, splat(floor));  // pmax: x < floor ? floor : x
#else
  return select(x < splat(floor), splat(floor), x);
#endif
}

inline Lanes at_most(float ceiling, Lanes x) {
#if defined(__wasm__)
  return xsimd::min(x, splat(ceiling));  // pmin: ceiling < x ? ceiling : x
#else
  return select(splat(ceiling) < x, splat(ceiling), x);
#endif
}

inline float sum(Lanes x) { return xsimd::reduce_add(x); }
inline float largest(Lanes x) { return xsimd::reduce_max(x); }

// body(0) … body(N − 1), written out (the numbers are constants): vectors in an array that a loop indexes would be in memory.
template <int N, class Body>
[[gnu::always_inline]] inline void for_each_of(Body&& body) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (body(std::integral_constant<int, i>()), ...);
  }(std::make_integer_sequence<int, N>());
}

}  // namespace whereformer::simd
