// Attention under a stack that was chosen at run time: lowers doors 3 and 6 to a plan, once, before the loop.
#pragma once

#include "attention/call.hpp"
#include "position/any.hpp"

namespace whereformer {

// Doors 3 and 6 on queries and keys that are rotated already. All inputs finite. `stack` is prepared for call.heads.
Status attend(const AttentionCall& call, const PositionStack& stack);

// As `attend`, for inputs that may hold NaN or infinities: hidden ones do not leak, visible ones show.
Status attend_any_values(const AttentionCall& call, const PositionStack& stack);

// Scores before softmax, [batch, heads, queries, keys], −∞ where hidden; and the weights made of them in place.
void attention_scores(const AttentionCall& call, const PositionStack& stack, float* scores);
void weights_from_scores(const AttentionCall& call, float* scores);

// Door 3 alone: [heads, queries, keys].
void bias_matrix(const PositionStack& stack, int heads, std::span<const float> query_positions,
                 std::span<const float> key_positions, float* bias);

}  // namespace whereformer
