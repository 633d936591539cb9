// The streaming kernel: attention in one pass over the keys, memory independent of their number.
// Milakov, Gimelshein 2018 (online softmax); Dao et al. 2022 (FlashAttention).
//
// Lanes are queries. A query tile holds kTileWidth of them, packed [head_dim][kTileWidth] with scale · log2 e folded in; a tile
// of scores is [keys][kTileWidth], so maximum, exponential and sum run down the tile without horizontal steps, and the
// transposed output [value_dim][kTileWidth] is the same register tile with values as scalars. kQueryTiles of them share
// each block of keys and values while it is in L1.
#pragma once

#include "attention/blocks.hpp"
#include "attention/call.hpp"

namespace whereformer {

class BiasPlan;
class DistanceTiles;

// The bias and content terms of a call, which keys each query may see, and what is wanted beside the output.
struct OnlinePlan {
  const BiasPlan& bias;
  std::span<const KeyRange> ranges;  // [queries]
  const AttentionMaps& maps;         // written beside the output; the ledger is not among them
  DistanceTiles* tiles = nullptr;    // filled head by head; null = nothing by distance
};

// Whether the output is finite: NaN and infinities that a query sees need the row kernel.
struct Streamed {
  Streamed(Status status_, bool finite_ = true) : status(status_), finite(finite_) {}

  Status status;
  bool finite;
};

// Writes every row of call.output while they are finite.
Streamed attend_online(const AttentionCall& call, const OnlinePlan& plan);

// Factor that turns q·k into a score in base 2, or in units of the cap.
float score_factor(const AttentionCall& call);

// Scores in units of the cap → capped scores in base 2.
void cap_scores(const AttentionCall& call, float* scores, int count);

}  // namespace whereformer
