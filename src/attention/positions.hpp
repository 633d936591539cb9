// Properties of lists of positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace whereformer {

// Integers below 2^24 are exact in float32; beyond, a step of 1 may round to 0 or 2.
inline bool is_whole(float position) {
  return position > -0x1p24F && position < 0x1p24F && position == static_cast<float>(static_cast<int>(position));
}

inline bool all_whole(std::span<const float> positions) {
  return std::all_of(positions.begin(), positions.end(), is_whole);
}

// Consecutive integer positions: a distance is then the distance of the indices, plus a constant.
inline bool contiguous(std::span<const float> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] != positions[0] + static_cast<float>(i) || !is_whole(positions[i])) return false;
  }
  return true;
}

}  // namespace whereformer
