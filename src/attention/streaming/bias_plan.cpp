#include "attention/streaming/bias_plan.hpp"

#include "simd/activations.hpp"
#include "simd/transform.hpp"
#include "simd/transpose.hpp"

namespace whereformer {
namespace {

// The nearest value of 8 significant bits (Veltkamp 1968).
simd::Lanes to_bfloat16(simd::Lanes x) {
  const simd::Lanes spread = x * simd::splat(0x1p16F + 1);
  return spread - (spread - x);
}

// One head's bias, the same for every tile.
class LinearLanes {
 public:
  explicit LinearLanes(const LinearBias& bias)
      : of_(bias.of),
        slope_(simd::splat(static_cast<float>(bias.slope))),
        even_(simd::splat(static_cast<float>(bias.even))),
        factor_(simd::splat(static_cast<float>(bias.factor))) {}

  simd::Lanes at(simd::Lanes query, simd::Lanes key) const {
    if (of_ == LinearBias::Of::rounded_key) return to_bfloat16(slope_ * to_bfloat16(key)) * factor_;
    const simd::Lanes x = of_ == LinearBias::Of::key ? key : key - query;
    return slope_ * x + even_ * abs(x);
  }

 private:
  LinearBias::Of of_;
  simd::Lanes slope_;
  simd::Lanes even_;
  simd::Lanes factor_;
};

}  // namespace

void LaneBias::add(float* scores, const ScoreBlock& block, KeyRange keys) const {
  const LinearLanes bias(encoding_.linear_bias(block.head));
  const simd::Lanes base2 = simd::splat(simd::kLog2E);
  for (int k = keys.first; k < keys.last; ++k) {
    const simd::Lanes key = simd::splat(block.key_positions[k]);
    for (int half = 0; half < simd::kTileWidth; half += simd::kLanes, scores += simd::kLanes) {
      const simd::Lanes added = bias.at(simd::load(block.query_positions + half), key);
      simd::store(scores, simd::madd(added, base2, simd::load(scores)));
    }
  }
}

// The mask's rows are queries, the tile's are keys.
void MaskPlan::add(float* scores, const ScoreBlock& block, KeyRange keys) const {
  position_.add(scores, block, keys);
  const int count = keys.count();
  alignas(64) float tile[kKeyBlock * simd::kTileWidth];
  if (block.queries < simd::kTileWidth) std::fill_n(tile, count * simd::kTileWidth, 0.0F);
  simd::transpose(mask_.row(block.batch, block.head, block.first_query) + keys.first, mask_.query_stride, block.queries,
                  count, simd::splat(1), tile, simd::kTileWidth);
  const simd::Lanes hidden = simd::splat(-std::numeric_limits<float>::infinity());
  for (int i = 0; i < count * simd::kTileWidth; i += simd::kLanes) {
    // finite masks stay finite in base 2: only −∞ hides; the lowest finite float does not
    const simd::Lanes mask = simd::load(tile + i);
    const simd::Lanes finite = simd::at_least(-0x1p126F, mask * simd::splat(simd::kLog2E));
    simd::store(scores + i, simd::load(scores + i) + simd::select(mask == hidden, mask, finite));
  }
}

void CapPlan::add(float* scores, const ScoreBlock& block, KeyRange keys) const {
  biased_.add(scores, block, keys);
  const simd::Lanes hidden = simd::splat(-std::numeric_limits<float>::infinity());
  simd::transform(scores, scores, keys.count() * simd::kTileWidth,
                  [&](simd::Lanes s) { return simd::select(s == hidden, s, simd::softcap(s, cap_)); });
}

}  // namespace whereformer
