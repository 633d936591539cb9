// Which keys the lanes of a query tile may see.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "position/hooks.hpp"
#include "simd/tile.hpp"

namespace whereformer {

class TileRanges {
 public:
  // `count` lanes from `first_query` on, of queries with these ranges; lanes past them see what the last one sees.
  void find(std::span<const KeyRange> ranges, int keys, int first_query, int count) {
    all_ = {keys, 0};
    common_ = {0, keys};
    for (int lane = 0; lane < simd::kTileWidth && count > 0; ++lane) {
      const KeyRange range = ranges[first_query + std::min(lane, count - 1)];
      first_[lane] = static_cast<float>(range.first);
      last_[lane] = static_cast<float>(range.last);
      common_ = common_.intersect(range);
      if (!range.empty()) all_ = {std::min(all_.first, range.first), std::max(all_.last, range.last)};
    }
  }

  KeyRange all() const { return all_; }  // what any lane sees, and the keys between

  // Scores [keys][kTileWidth] of keys that a lane does not see.
  void hide(float* scores, KeyRange keys) const {
    if (keys.first < common_.first) hide(scores, {keys.first, std::min(common_.first, keys.last)}, keys.first);
    if (keys.last > common_.last) hide(scores, {std::max(common_.last, keys.first), keys.last}, keys.first);
  }

 private:
  void hide(float* scores, KeyRange keys, int first) const {
    const simd::Lanes hidden = simd::splat(-std::numeric_limits<float>::infinity());
    float* at = scores + (keys.first - first) * simd::kTileWidth;
    for (int k = keys.first; k < keys.last; ++k) {
      const simd::Lanes key = simd::splat(static_cast<float>(k));
      for (int half = 0; half < simd::kTileWidth; half += simd::kLanes, at += simd::kLanes) {
        const simd::LaneMask seen = (key >= simd::load(first_ + half)) & (key < simd::load(last_ + half));
        simd::store(at, simd::select(seen, simd::load(at), hidden));
      }
    }
  }

  KeyRange all_;
  KeyRange common_;  // what every lane sees
  // as floats, to compare in lanes
  alignas(64) float first_[simd::kTileWidth];
  alignas(64) float last_[simd::kTileWidth];
};

}  // namespace whereformer
