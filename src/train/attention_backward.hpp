// Gradients of one attention call. With s = softcap((q·k + content) · scale) + bias + mask, P = softmax(s) and
// o = Σ P (v + value vector):
//   D_i = dO_i · O_i,  dS_ij = P_ij (dO_i · (v_j + value vector) − D_i),  times 1 − (s/cap)² before the cap,
//   dV_j = Σ_i P_ij dO_i,  dQ_i = scale · Σ_j dS_ij (k_j + query vector),  dK_j = scale · Σ_i dS_ij (q_i + key vector).
// P is recomputed from q, k and the logarithms of the sums, so that memory grows with the number of tokens only
// (Dao et al. 2022, FlashAttention).
#pragma once

#include "attention/call.hpp"
#include "position/stack.hpp"

namespace whereformer::train {

// Takes the gradients of what a position stack added to scores and outputs.
class PositionGradients {
 public:
  PositionGradients() = default;
  PositionGradients(const PositionGradients&) = delete;
  PositionGradients& operator=(const PositionGradients&) = delete;

  // Does any part learn at one of these doors?
  virtual bool learns(unsigned doors) const = 0;
  // Door 3. Of a stack by distance the sum of all pairs at one distance.
  virtual void bias(int head, PairPositions at, double value) = 0;
  // Doors 4 and 5, as query_vector, key_vector and value_vector.
  virtual void vector(Side side, int head, double distance, std::span<const double> vector) = 0;

 protected:
  ~PositionGradients() = default;
};

struct AttentionGradients {
  HeadRows<const float> d_output;  // [batch, heads, queries, value_dim]
  HeadRows<float> d_query;         // [batch, heads, queries, head_dim], overwritten; of the rows after door 2
  HeadRows<float> d_key;    // [batch, kv_heads, keys, head_dim], overwritten; summed over the heads that share them
  HeadRows<float> d_value;  // [batch, kv_heads, keys, value_dim], likewise
};

// `call` as in the forward pass, with output and log_sums filled by it; `learned` may be null. NaN and infinities at hidden keys do not
// reach a gradient. Refuses stacks whose scores depend on the content of each pair, or that override distances.
Status attend_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                       PositionGradients* learned);

}  // namespace whereformer::train
