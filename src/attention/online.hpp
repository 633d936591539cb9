// The streaming kernel: attention in one pass over the keys, memory independent of their number.
// Milakov, Gimelshein 2018 (online softmax); Dao et al. 2022 (FlashAttention).
//
// Lanes are queries. A block holds kTileWidth queries, packed [head_dim][kTileWidth] with scale · log2 e folded in; a tile of
// scores is [keys][kTileWidth], so maximum, exponential and sum run down the tile without horizontal steps, and the
// transposed output [value_dim][kTileWidth] is the same register tile with values as scalars.
#pragma once

#include "attention/call.hpp"

namespace whereformer {

class BiasPlan;
class DistanceTables;

inline constexpr int kKeyBlock = 96;  // a multiple of simd::kTileRows; the tile stays in the first-level cache

// What a call adds to q·k, and which keys each query may see.
struct OnlinePlan {
  const BiasPlan& bias;
  std::span<const KeyRange> ranges;  // [queries]
  DistanceTables* tables = nullptr;  // filled head by head; null = nothing by distance
};

// Fills call.output. Queries, keys and values must be finite (attend.hpp sends others to the row kernel).
Status attend_online(const AttentionCall& call, const OnlinePlan& plan);

}  // namespace whereformer
