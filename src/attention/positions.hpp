// What lists of positions allow.
#pragma once

#include <cstddef>
#include <span>

namespace whereformer {

// Whole numbers below 2^24 have whole neighbours: beyond, a step of 1 may round to none or to two.
inline bool is_whole(float position) {
  return position > -0x1p24F && position < 0x1p24F && position == static_cast<float>(static_cast<int>(position));
}

// Whole steps of 1 between whole positions: then a distance is that of the indices, shifted.
inline bool contiguous(std::span<const float> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] != positions[0] + static_cast<float>(i) || !is_whole(positions[i])) return false;
  }
  return true;
}

}  // namespace whereformer
