#include "attention/by_distance/distance_biases.hpp"

#include <numbers>

#include "core/shape.hpp"
#include "simd/tile.hpp"

namespace whereformer {

// A table that was too small once will be so again: then it gets room for as many entries and half of them.
Status DistanceBiases::cover(const PositionStack& stack, const AttentionCall& call) {
  range_.find(call, stack.saturation_distance());
  const int least = range_.least();
  const int entries = range_.entries();
  if (least < first_ || least > last_ || least + entries - first_ + simd::kTileWidth > stride_) {
    const int stride = entries + (stride_ > 0 ? entries / 2 : 0) + simd::kTileWidth;
    TRY(table_.allocate(element_count(call.heads, stride)));
    stride_ = stride;
    first_ = last_ = least;
  }
  const int last = std::max(last_, least + entries);
  for (int head = 0; head < call.heads; ++head) {
    float* to = table_.data() + head * stride_ + (last_ - first_);
    for (int distance = last_; distance < last; ++distance, ++to) {
      *to = range_.repeats(distance - least)
                ? to[-1]
                : static_cast<float>(stack.bias(head, PairPositions(distance, 0)) * std::numbers::log2e);
    }
  }
  last_ = last;
  return {};
}

}  // namespace whereformer
