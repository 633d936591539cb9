// The tape of a pass: rows that training computes gradients from. Inference has none.
#pragma once

#include "attention/call.hpp"
#include "core/shape.hpp"
#include "simd/activations.hpp"

namespace whereformer {

// Kinds of rows on a tape, [rows, width] each; the width is below. Rows that PassScratch still holds after a block are not kept.
enum class Kept {
  residual,       // d_model: what a block begins with; of no layer: input of the final norm
  attention_in,   // d_model: input of the projections of queries, keys and values
  raw_query,      // heads · head_dim: before the norm of each head
  raw_key,        // kv_heads · head_dim
  attention_out,  // d_model: input of the norm that follows the attention sublayer (post, both)
  middle,         // d_model: between the sublayers
  mlp_in,         // d_model: input of the mlp
  mlp_out,        // d_model: input of the norm that follows the mlp (post, both)
  up,             // d_ff: what a gate is multiplied by
  slope,          // d_ff: of the activation
  unscaled,       // d_model: input of the head
  head_slope,     // embedding_size: of the activation after the head's transform
  activated,      // embedding_size: what that activation made
  normed,         // embedding_size: input of the output matrix
  summed,         // embedding_size: embeddings before their norm
  narrow,         // embedding_size: before the projection to d_model
};

class Tape {
 public:
  Tape() = default;
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  // Appends `count` values to the rows of a kind in a layer.
  virtual void keep(Kept kept, int layer, const float* rows, std::size_t count) = 0;
  // Appends rows that the pass then writes itself; null = no memory.
  virtual float* room(Kept kept, int layer, std::size_t count) = 0;
  // Activates rows in place and keeps the slopes.
  virtual void activate(simd::Activation activation, Kept slope, int layer, float* rows, std::size_t count) = 0;
  // Where the attention of a layer writes AttentionCall::sums.
  virtual RowSums sums(int layer) = 0;

 protected:
  ~Tape() = default;
};

// The tape of one layer; layer −1: before the first and after the last. Without a tape nothing is kept.
struct Keeper {
  Tape* tape = nullptr;
  int layer = -1;

  void operator()(Kept kept, const float* rows, int count, int width) const {
    if (tape != nullptr) tape->keep(kept, layer, rows, element_count(count, width));
  }

  void activate(simd::Activation activation, Kept slope, float* rows, int count, int width) const {
    if (tape == nullptr) return simd::activate(activation, rows, rows, count * width);
    tape->activate(activation, slope, layer, rows, element_count(count, width));
  }

  // Where rows of this kind are to be written: on the tape, or to `scratch` without one.
  float* place(Kept kept, int count, int width, float* scratch) const {
    float* room = tape == nullptr ? nullptr : tape->room(kept, layer, element_count(count, width));
    return room == nullptr ? scratch : room;
  }
};

}  // namespace whereformer
