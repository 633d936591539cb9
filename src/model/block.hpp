// One layer: attention, cross-attention where there is an encoder, and the mlp, each with its norm and residual.
//   pre: x + f(norm x)      post: norm(x + f(x))      both: x + after(f(norm x))      after: x + after(f(x))
#pragma once

#include "model/attention_layer.hpp"
#include "model/mlp.hpp"

namespace whereformer {

// Scratch of a pass, all [rows, …].
struct PassScratch {
  Buffer<float> normed;    // d_model
  Buffer<float> beside;    // d_model: what a parallel mlp reads, the input of an outer norm
  Buffer<float> query;     // heads · head_dim
  Buffer<float> attended;  // heads · head_dim
  Buffer<float> hidden;    // d_ff
  Buffer<float> gate;      // d_ff

  Status allocate(const StackSpec& spec, int d_model, int rows);
};

struct BlockMaps {
  AttentionMaps self;
  AttentionMaps cross;
};

class Block {
 public:
  // `spec` outlives the block, which is number `index` of its stack.
  void shape(const StackSpec& spec, int d_model, bool has_memory, int index);
  void tensors(TensorVisitor& visitor);

  // Updates x [rows, d_model].
  Status apply(const Pass& pass, int layer, PassScratch& scratch, float* x, const BlockMaps& maps) const;

  const AttentionLayer& attention() const { return attention_; }

  void memorize(const float* states, int tokens, int layer, KvCache& memory) const {
    cross_.memorize(states, tokens, layer, memory);
  }

 private:
  int width() const { return mlp_.down().outputs(); }
  const float* residual_in(const Norm& norm, bool is_normed, const float* x, int rows, float* normed, Keeper keep,
                           Kept kept) const;
  void residual_out(const Linear& last, const float* from, int rows, const Norm& norm, const Norm& after, float* beside,
                    float* x, Keeper keep, Kept out) const;
  void apply_mlp(const float* mlp_in, int rows, PassScratch& scratch, float* x, Keeper keep) const;

  const StackSpec* spec_ = nullptr;
  bool has_memory_ = false;
  bool has_norm1_ = true;
  Norm norm1_;
  Norm norm1_after_;
  AttentionLayer attention_;
  Norm cross_norm_;
  AttentionLayer cross_;
  Norm norm2_;
  Norm norm2_after_;
  Mlp mlp_;
};

}  // namespace whereformer
