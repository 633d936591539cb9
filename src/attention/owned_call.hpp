// One attention call that owns its rows: remaps their positions and applies rotation.
#pragma once

#include "attention/attend.hpp"
#include "attention/rotation.hpp"
#include "core/copy_on_write.hpp"

namespace whereformer {

// [rows][width] → [rows][wider] in the same memory, the rest filled with 0.
void spread(float* data, std::size_t rows, int width, int wider);

class OwnedCall {
 public:
  // Set by the caller: sizes, band, mask, softcap and scale (NaN = the stack's own) in `call`; rows and position ids here.
  AttentionCall call;
  int d_model = 0;
  CopyOnWriteFloats query;  // [batch, heads, queries, head_dim]
  CopyOnWriteFloats key;    // [batch, kv_heads, keys, head_dim]
  CopyOnWriteFloats value;  // [batch, kv_heads, keys, value_dim]
  std::span<float>
      output;              // [batch, heads, queries, value_dim]; room of the caller's, or empty: then rotate() makes it
  Buffer<float> query_at;  // [queries]
  Buffer<float> key_at;    // [keys]

  // Prepares the stack for this call, and remaps query_at and key_at.
  Status remap(PositionStack& stack);

  // Applies rotation to queries, keys and values; afterwards `call` can be attended to.
  Status rotate(const PositionStack& stack);

 private:
  Status rotate_rows(const PositionStack& stack, CopyOnWriteFloats& rows, std::span<const float> positions, int tokens,
                     int wider, Rotation::Rows shape);
  Status make_room();
  void point();

  Buffer<float> own_output_;
};

}  // namespace whereformer
