// One stack of layers, final norm included.
#pragma once

#include "core/growing_array.hpp"
#include "model/block.hpp"

namespace whereformer {

// Optional outputs; null = not requested. Layer by layer:
struct Capture {
  float* attentions = nullptr;        // [layers, heads, rows, keys], weights
  float* scores = nullptr;            // same, before softmax
  float* hidden_states = nullptr;     // [layers + 1, rows, d_model]; 0 = embeddings, last = after the final norm
  float* cross_attentions = nullptr;  // [layers, heads, rows, memories]
  float* cross_scores = nullptr;      // same, before softmax
};

class LayerStack {
 public:
  // `spec` outlives the stack. With `has_memory` its layers attend to an encoder's output, too.
  Status shape(const StackSpec& spec, int d_model, bool has_memory);
  void tensors(const char* name, TensorVisitor& visitor);

  // Updates x [rows, d_model]. Advances no cache.
  Status apply(const Pass& pass, float* x, const Capture& capture) const;

  // Keys and values of an encoder's output, for every layer.
  void memorize(const float* states, int tokens, KvCache& memory) const;

  const Block& block(int layer) const { return blocks_[spec_->blocks[layer]]; }
  const Norm& final_norm() const { return final_norm_; }

 private:
  Status convolve(const float* input, int rows, float* x) const;

  const StackSpec* spec_ = nullptr;
  int d_model_ = 0;
  GrowingArray<Block> blocks_;
  Linear conv_;  // [d_model, taps · d_model]
  Norm conv_norm_;
  Norm final_norm_;
};

}  // namespace whereformer
