// Diagonals of tiles: query − key is constant along them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/lanes.hpp"

namespace whereformer::simd {

namespace detail {

// Lanes below `From` of the first vector, the others of the second.
template <int From>
struct SplitAt {
  static constexpr std::uint32_t get(std::uint32_t lane, std::uint32_t lanes) {
    return lane < From ? lane : lanes + lane;
  }
};

}  // namespace detail

// Lane l is from[l · row_stride + l].
inline Lanes diagonal(const float* from, std::ptrdiff_t row_stride) {
  Lanes result = load(from);
  for_each_of<kLanes - 1>([&]<int l>(std::integral_constant<int, l>) {
    constexpr auto split = xsimd::make_batch_constant<std::uint32_t, detail::SplitAt<l + 1>, Arch>();
    result = xsimd::shuffle(result, load(from + (l + 1) * row_stride), split);
  });
  return result;
}

}  // namespace whereformer::simd
