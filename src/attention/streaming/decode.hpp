// Attention of few queries, one by one, as in decoding: a tile of the streaming kernel would be padding for the most part. Lanes
// are keys and channels; blocks of keys, plans, base 2 and the order of every sum are those of the streaming kernel, so that a
// decoded token has the bits of a token of the prompt.
#pragma once

#include "attention/streaming/online.hpp"

namespace whereformer {

// Attention of each query on its own, for Lowering::Bias::none and table, without content or values by distance.
Streamed attend_one_by_one(const AttentionCall& call, const OnlinePlan& plan);

}  // namespace whereformer
