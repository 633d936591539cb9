// How much of a long list of inputs a build goes through: all of it where code runs at full speed, a share elsewhere.
#pragma once

namespace whereformer::test {

// One of so many inputs is tried. Primes, so that every pattern of mantissa bits has its turn.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kOneOf = 997;  // and not optimised
#elif defined(WHEREFORMER_SCALAR)
inline constexpr int kOneOf = 61;
#elif defined(__wasm__)
inline constexpr int kOneOf = 7;
#else
inline constexpr int kOneOf = 1;
#endif

}  // namespace whereformer::test
