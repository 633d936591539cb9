#include "attention/bias_plan.hpp"
#include "attention/online.hpp"
#include "simd/transpose.hpp"

namespace whereformer {

// The mask's rows are queries, the tile's are keys.
void MaskPlan::add(float* scores, const ScoreBlock& block, KeyRange keys) const {
  position_.add(scores, block, keys);
  const int count = keys.last - keys.first;
  alignas(64) float tile[kKeyBlock * simd::kTileWidth];
  if (block.queries < simd::kTileWidth) std::fill_n(tile, count * simd::kTileWidth, 0.0F);
  simd::transpose(mask_.row(block.batch, block.head, block.first_query) + keys.first, mask_.query_stride, block.queries,
                  count, simd::splat(1), tile, simd::kTileWidth);
  const simd::Lanes hidden = simd::splat(-std::numeric_limits<float>::infinity());
  for (int i = 0; i < count * simd::kTileWidth; i += simd::kLanes) {
    // finite masks stay finite in base 2: only −∞ hides, the most negative float does not
    const simd::Lanes mask = simd::load(tile + i);
    const simd::Lanes finite = simd::at_least(-0x1p126F, mask * simd::splat(simd::kLog2E));
    simd::store(scores + i, simd::load(scores + i) + simd::select(mask == hidden, mask, finite));
  }
}

}  // namespace whereformer
