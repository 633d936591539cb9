// Gradients of one attention call. With s = softcap((q·k + content) · scale) + bias + mask, P = softmax(s) and
// o = Σ P (v + value vector):
//   D_i = dO_i · O_i,  dS_ij = P_ij (dO_i · (v_j + value vector) − D_i),  times 1 − (s/cap)² before the cap,
//   dV_j = Σ_i P_ij dO_i,  dQ_i = scale · Σ_j dS_ij (k_j + query vector),  dK_j = scale · Σ_i dS_ij (q_i + key vector).
// A sink σ counts in the sums as a key of score σ and value 0: dσ = −Σ_i P_iσ D_i.
// Content by row depends on q and on the products q·k of a whole row; the hook `learn` carries its gradient, scale · dS_i, back to both.
// P is recomputed from q, k and the logarithms of the sums, so that memory grows with the number of tokens only
// (Dao et al. 2022, FlashAttention).
#pragma once

#include "attention/call.hpp"
#include "position/stack.hpp"
#include "train/attention_gradients.hpp"
#include "train/position_gradients.hpp"

namespace whereformer::train {

// `call` as in the forward pass, with output and sums filled by it; `learned` may be null, except under content by row. NaN and
// infinities at hidden keys do not reach a gradient. Refuses stacks whose scores depend on the content of each pair, or that override
// distances.
Status attend_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                       PositionGradients* learned);

}  // namespace whereformer::train
