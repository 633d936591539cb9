// The streaming kernel: attention in one pass over the keys, memory independent of their number.
// Milakov, Gimelshein 2018 (online softmax); Dao et al. 2022 (FlashAttention).
//
// Lanes are queries. A block holds kTileWidth queries, packed [head_dim][kTileWidth] with scale · log2 e folded in; a tile of
// scores is [keys][kTileWidth], so maximum, exponential and sum run down the tile without horizontal steps, and the
// transposed output [value_dim][kTileWidth] is the same register tile with values as scalars.
#pragma once

#include "attention/bias_plan.hpp"
#include "attention/call.hpp"

namespace whereformer {

// Fills call.output. Queries, keys and values must be finite (attend.hpp sends others to the reference).
Status attend_online(const AttentionCall& call, const BiasPlan& bias);

}  // namespace whereformer
