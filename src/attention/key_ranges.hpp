// The keys that each query may see by band and masks; masks with holes hide more (PositionStack::visible).
#pragma once

#include "attention/call.hpp"
#include "core/buffer.hpp"
#include "position/stack.hpp"

namespace whereformer {

// Finds the keys that each query may see: ranges [queries].
inline Status find_ranges(const AttentionCall& call, const PositionStack& stack, Buffer<KeyRange>& ranges) {
  TRY(ranges.allocate(call.queries));
  for (std::size_t q = 0; q < ranges.size(); ++q) {
    const int query = static_cast<int>(q);
    ranges[q] = call.band.range(query, call.keys);
    if (stack.has(kMasks)) ranges[q] = ranges[q].intersect(stack.range(query + call.band.offset, call.keys));
  }
  return {};
}

}  // namespace whereformer
