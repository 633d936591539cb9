// Biases by distance of all heads, in base 2. A model keeps them beside each stack: all layers read the same table, and a token of a growing
// text adds one entry per head.
#pragma once

#include "attention/by_distance/distance_range.hpp"
#include "core/buffer.hpp"
#include "position/stack.hpp"

namespace whereformer {

class DistanceBiases {
 public:
  // Makes the entries for the distances of this call that are not there yet. The stack is prepared, and its bias depends on distance alone.
  Status cover(const PositionStack& stack, const AttentionCall& call);

  // Forgets all entries: the stack is prepared anew.
  void clear() { last_ = first_; }

  const DistanceRange& range() const { return range_; }                             // of the last call
  const float* base2() const { return table_.data() + (range_.least() - first_); }  // its first entry, of head 0
  std::ptrdiff_t head_stride() const { return stride_; }

 private:
  DistanceRange range_;
  // Distances query − key that have entries: first … last − 1.
  int first_ = 0;
  int last_ = 0;
  std::ptrdiff_t stride_ = 0;
  Buffer<float> table_;  // [heads][stride]: entries, and room for more and for the lanes past the last query
};

}  // namespace whereformer
