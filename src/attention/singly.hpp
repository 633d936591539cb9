// Attention of few queries, one after the other: a tile of the streaming kernel would be padding for the most part. Lanes lie
// along keys and channels; blocks of keys, plans, base 2 and the order of every sum are those of the streaming kernel, so that a
// token that was decoded has the bits of one that was read.
#pragma once

#include "attention/online.hpp"

namespace whereformer {

inline constexpr int kFewQueries = 4;

// Like attend_online, for biases that lie in memory as rows or none, without tables of content or values.
void attend_singly(const AttentionCall& call, const OnlinePlan& plan, bool& finite);

}  // namespace whereformer
