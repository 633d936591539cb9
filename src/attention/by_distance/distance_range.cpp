#include "attention/by_distance/distance_range.hpp"

#include "attention/blocks.hpp"
#include "attention/positions.hpp"

namespace whereformer {

void DistanceRange::find(const AttentionCall& call, int saturation) {
  entries_ = 0;
  if (call.query_positions.empty() || call.key_positions.empty()) return;
  float low[2] = {call.query_positions[0], call.key_positions[0]};
  float high[2] = {low[0], low[1]};
  for (const int side : {0, 1}) {
    for (const float p : side == 0 ? call.query_positions : call.key_positions) {
      if (!is_whole(p)) return;
      low[side] = std::min(low[side], p);
      high[side] = std::max(high[side], p);
    }
  }
  const double most = 4.0 * (call.queries + call.keys) + 64;
  const double wanted = static_cast<double>(high[0]) - low[0] + high[1] - low[1] + 1;
  if (wanted > most) return;
  const int edge = saturation + kKeyBlock + simd::kTileWidth;
  const int highest = static_cast<int>(high[0] - low[1]);
  least_ = std::clamp(static_cast<int>(low[0] - high[1]), -edge, saturation);
  entries_ = std::clamp(highest, -saturation, edge) - least_ + 1;
  last_tile_ = entries_ - (highest > edge ? simd::kTileWidth - 1 : 0);
  near_end_ = -saturation - least_;
  far_end_ = saturation - least_;
  shift_ = static_cast<int>(call.query_positions[0] - call.key_positions[0]);
}

int DistanceRange::first_entry(int first_query, KeyRange keys) const {
  const int entry = first_query - (keys.last - 1) + shift_ - least_;
  return std::clamp(entry, 0, last_tile_ - keys.count());
}

int DistanceRange::only_entry(int first_query, KeyRange keys) const {
  const int first = first_entry(first_query, keys);
  const int last = first + keys.last - keys.first + simd::kTileWidth - 2;
  if (last <= near_end_) return 0;
  return first >= far_end_ ? entries_ - 1 : -1;
}

}  // namespace whereformer
