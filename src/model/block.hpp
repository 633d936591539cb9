// One layer: x + attention(norm x), then x + mlp(norm x).
#pragma once

#include "attention/attend.hpp"
#include "attention/kv_cache.hpp"
#include "attention/rotation.hpp"
#include "model/mlp.hpp"
#include "model/norm.hpp"

namespace whereformer {

// What one pass over n new tokens shares between layers.
struct Pass {
  int tokens = 0;
  std::span<const float> positions;  // [tokens]
  const PositionStack* stack = nullptr;
  const Rotation* rotation = nullptr;  // prepared for `positions`
  MaskBias key_mask;                   // [keys], broadcast over heads and queries
  KvCache* cache = nullptr;
};

// Scratch of a pass, all [tokens, …].
struct PassScratch {
  Buffer<float> normed;    // d_model
  Buffer<float> query;     // heads · head_dim
  Buffer<float> attended;  // heads · head_dim
  Buffer<float> hidden;    // d_ff
  Buffer<float> gate;      // d_ff
  Buffer<float> change;    // d_model

  Status allocate(const ModelSpec& spec, int tokens);
};

class Block {
 public:
  void shape(const ModelSpec& spec);

  template <class Visit>
  void tensors(Visit&& visit) {
    norm1_.tensors("norm1", visit);
    query_.tensors("query", visit);
    key_.tensors("key", visit);
    value_.tensors("value", visit);
    output_.tensors("output", visit);
    norm2_.tensors("norm2", visit);
    mlp_.tensors(visit);
  }

  // Updates x [tokens, d_model]; `observe(call)` sees the attention call of this layer.
  template <class Observe>
  Status apply(const Pass& pass, int layer, PassScratch& scratch, float* x, Observe&& observe) const {
    const AttentionCall call = project(pass, layer, scratch, x);
    if (const Status status = attend(call, *pass.stack); !status.ok()) return status;
    observe(call);
    finish(pass, scratch, x);
    return {};
  }

 private:
  AttentionCall project(const Pass& pass, int layer, PassScratch& scratch, const float* x) const;
  void finish(const Pass& pass, PassScratch& scratch, float* x) const;

  ModelSpec spec_;
  Norm norm1_;
  Linear query_;
  Linear key_;
  Linear value_;
  Linear output_;
  Norm norm2_;
  Mlp mlp_;
};

}  // namespace whereformer
