// The streaming kernel: attention in one pass over the keys, memory independent of their number.
// Milakov, Gimelshein 2018 (online softmax); Dao et al. 2022 (FlashAttention).
//
// Lanes are queries. A query tile holds kTileWidth of them, packed [head_dim][kTileWidth] with scale · log2 e folded in; a tile
// of scores is [keys][kTileWidth], so maximum, exponential and sum run down the tile without horizontal steps, and the
// transposed output [value_dim][kTileWidth] is the same register tile with values as scalars. kQueryTiles of them share
// each block of keys and values while it is in the cache.
#pragma once

#include "attention/call.hpp"
#include "simd/tile.hpp"

namespace whereformer {

class BiasPlan;
class DistanceTables;

inline constexpr int kQueryTiles = 4;
inline constexpr int kKeyBlock =
    144 / simd::kTileRows * simd::kTileRows;  // whole tiles; scores stay in the first cache

// What a call adds to q·k, and which keys each query may see.
struct OnlinePlan {
  const BiasPlan& bias;
  std::span<const KeyRange> ranges;  // [queries]
  DistanceTables* tables = nullptr;  // filled head by head; null = nothing by distance
};

// Fills call.output. `finite` tells whether every value of it is: NaN and infinities that a query sees need the row kernel.
Status attend_online(const AttentionCall& call, const OnlinePlan& plan, bool& finite);

// What q·k is multiplied by: into base 2, or into units of the cap.
float score_factor(const AttentionCall& call);

// Scores in units of the cap → capped scores in base 2.
void cap_scores(const AttentionCall& call, float* scores, int count);

}  // namespace whereformer
