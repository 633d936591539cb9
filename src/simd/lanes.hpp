// Lanes: the one SIMD type of the project, and the few operations that are decided here once.
// Width never appears outside src/simd/: everybody else says kLanes.
#pragma once

#include <cstdint>
#include <xsimd/xsimd.hpp>
#if defined(__wasm_relaxed_simd__)
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

// A bound that lets NaN in `x` through: machines differ in which operand a NaN comparison returns.
inline Lanes at_least(float floor, Lanes x) {
#if defined(__wasm__)
  return xsimd::max(x, splat(floor));  // pmax: x < floor ? floor : x
#else
  return select(x < splat(floor), splat(floor), x);
#endif
}

inline Lanes at_most(float ceiling, Lanes x) { return splat(0) - at_least(-ceiling, splat(0) - x); }

inline float sum(Lanes x) { return xsimd::reduce_add(x); }
inline float largest(Lanes x) { return xsimd::reduce_max(x); }

}  // namespace whereformer::simd
