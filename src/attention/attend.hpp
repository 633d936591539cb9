// Attention under a position stack chosen at run time.
#pragma once

#include "attention/rows/row.hpp"

namespace whereformer {

// Bias, content, values and mask, on queries and keys after rotation (see AttentionCall). `stack` is prepared for call.heads and call.scale.
// NaN and infinities at hidden keys do not reach the output; at visible keys they propagate. `rows` is needed for the ledger only.
Status attend(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps = {},
              const LedgerRows* rows = nullptr);

// The biases alone, [heads, queries, keys], at remapped positions.
Status bias_matrix(const PositionStack& stack, int heads, std::span<const float> query_positions,
                   std::span<const float> key_positions, float* bias);

}  // namespace whereformer
