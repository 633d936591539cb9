// Right factors of products, packed for tiles.
#pragma once

#include "simd/tile.hpp"
#include "simd/transform.hpp"

namespace whereformer::train {

inline int panels_of(int width) { return (width + simd::kTileWidth - 1) / simd::kTileWidth; }

// rows [count, width] · factor → panels [panels][panel_rows][kTileWidth] that are 0 past the width
inline void pack_panels(const float* rows, std::ptrdiff_t stride, int count, int width, float factor, float* panels,
                        int panel_rows) {
  constexpr int W = simd::kTileWidth;
  const simd::Lanes by = simd::splat(factor);
  for (int first = 0; first < width; first += W, panels += panel_rows * W) {
    const int columns = std::min(W, width - first);
    const float* from = rows + first;
    float* to = panels;
    for (int r = 0; r < count; ++r, from += stride, to += W) {
      if (columns == W) {
        simd::store(to, simd::load(from) * by);
        simd::store(to + simd::kLanes, simd::load(from + simd::kLanes) * by);
      } else {
        simd::transform(from, to, columns, [&](simd::Lanes x) { return x * by; });
      }
    }
  }
}

}  // namespace whereformer::train
