#include "attention/streaming/tile_maps.hpp"

#include <algorithm>
#include <limits>

#include "simd/transform.hpp"
#include "simd/transpose.hpp"

namespace whereformer {

void TileMaps::start(KeyRange seen) {
  const std::ptrdiff_t head = static_cast<std::ptrdiff_t>(block_.batch) * call_.heads + block_.head;
  first_row_ = head * call_.queries + block_.first_query;
  blocks_ = 0;
  keys_ = seen.empty() ? KeyRange{} : seen;
  if (maps_.wants_hidden() && block_.queries > 0) keys_ = {0, call_.keys};
  fill_hidden(maps_.scores, -std::numeric_limits<float>::infinity());
  fill_hidden(maps_.weights, 0);
}

// What no tile of keys reaches.
void TileMaps::fill_hidden(float* map, float hidden) const {
  for (int lane = 0; lane < block_.queries && map != nullptr; ++lane) {
    std::fill_n(row(map, lane), keys_.first, hidden);
    std::fill_n(row(map, lane) + keys_.last, call_.keys - keys_.last, hidden);
  }
}

void TileMaps::write(float* map, const float* tile, KeyRange keys, float factor) const {
  for (int half = 0; half < block_.queries && map != nullptr; half += simd::kLanes) {
    simd::transpose(tile + half, width_, keys.count(), std::min(block_.queries - half, simd::kLanes),
                    simd::splat(factor), row(map, half) + keys.first, call_.keys);
  }
}

// In base 2 the lowest finite floats would be −∞, and the tile has a bound in their place (MaskPlan): the map gets them from the mask itself.
// The scores beside them do not count.
void TileMaps::write_scores(const float* tile, KeyRange keys) const {
  constexpr float kLow = -0x1p125F;
  write(maps_.scores, tile, keys);
  if (maps_.scores == nullptr || !call_.mask || call_.biased_cap > 0) return;
  float* to = row(maps_.scores, 0);
  const float* mask = call_.mask.row(block_.batch, block_.head, block_.first_query);
  for (int lane = 0; lane < block_.queries; ++lane, to += call_.keys, mask += call_.mask.query_stride) {
    for (int k = keys.first; k < keys.last; ++k) {
      if (mask[k] < kLow && mask[k] < to[k]) to[k] = mask[k];
    }
  }
}

void TileMaps::write_weights(const float* tile, KeyRange keys, const float* factors) {
  if (maps_.weights == nullptr) return;
  if (blocks_ == 0) edge_ = keys.last;
  std::copy_n(factors, width_, factors_ + blocks_++ * width_);
  write(maps_.weights, tile, keys, 1);
}

bool TileMaps::finish(const float* totals) const {
  if (maps_.weights == nullptr) return true;
  for (int lane = 0; lane < block_.queries; ++lane) scale(lane, totals[lane]);
  return simd::all_finite(totals, block_.queries);
}

// Each block of a row is divided by the sum, as large as it is beside the block's own maximum: equal weights come out equal, a single one as
// 1. Below 2^−100 they are 0 as everywhere (simd::exp2), before they could become denormal.
void TileMaps::scale(int lane, float total) const {
  float* to = row(maps_.weights, lane);
  float later = 1;  // 2^(maximum of the block − last maximum)
  for (int block = blocks_, end = keys_.last; block-- > 0;) {
    const int first = block == 0 ? keys_.first : edge_ + (block - 1) * kKeyBlock;
    const simd::Lanes sum = simd::splat(total == 0 ? 1 : total / later);
    const simd::Lanes least = simd::splat(0x1p-100F / later);
    simd::transform(to + first, to + first, end - first,
                    [&](simd::Lanes weight) { return simd::zero_where(weight < least, weight) / sum; });
    later *= factors_[block * width_ + lane];
    end = first;
  }
}

}  // namespace whereformer
