// One attention call that owns its rows, and the way of those rows through placement and door 2.
#pragma once

#include "attention/attend.hpp"
#include "attention/rotation.hpp"

namespace whereformer {

// [rows][width] → [rows][wider], the rest filled with 0.
Status widen(Buffer<float>& data, std::size_t rows, int width, int wider);

class OwnedCall {
 public:
  // Set by the caller: sizes, band, mask, softcap and scale (NaN = the stack's own) in `call`; rows and position ids here.
  AttentionCall call;
  int d_model = 0;
  Buffer<float> query;  // [batch, heads, queries, head_dim]
  Buffer<float> key;    // [batch, kv_heads, keys, head_dim]
  Buffer<float> value;  // [batch, kv_heads, keys, value_dim]
  Buffer<float> output;
  Buffer<float> query_at;  // [queries]
  Buffer<float> key_at;    // [keys]

  // Prepares the stack for this call and renumbers the positions.
  Status place(PositionStack& stack);

  // Door 2; afterwards `call` can be attended to.
  Status turn(const PositionStack& stack);

 private:
  Status turn_rows(const PositionStack& stack, Buffer<float>& rows, std::span<const float> positions, int tokens,
                   int wider, Rotation::Rows shape);
  void point();
};

}  // namespace whereformer
