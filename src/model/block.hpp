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
  std::span<const float> positions;  // [tokens], placed
  const PositionStack* stack = nullptr;
  Rotation* query_rotation = nullptr;  // prepared for `positions`
  Rotation* key_rotation = nullptr;
  Rotation* value_rotation = nullptr;
  MaskBias key_mask;  // [keys], broadcast over heads and queries
  KvCache* cache = nullptr;
};

// Scratch of a pass, all [tokens, …].
struct PassScratch {
  Buffer<float> normed;    // d_model
  Buffer<float> query;     // heads · head_dim
  Buffer<float> attended;  // heads · head_dim
  Buffer<float> hidden;    // d_ff
  Buffer<float> gate;      // d_ff

  Status allocate(const ModelSpec& spec, int tokens);
};

class Block {
 public:
  void shape(const ModelSpec& spec);

  void tensors(int layer, TensorVisitor& visitor) {
    norm1_.tensors(layer, "norm1", visitor);
    query_.tensors(layer, "query", visitor);
    key_.tensors(layer, "key", visitor);
    value_.tensors(layer, "value", visitor);
    output_.tensors(layer, "output", visitor);
    norm2_.tensors(layer, "norm2", visitor);
    mlp_.tensors(layer, visitor);
  }

  // Updates x [tokens, d_model].
  Status apply(const Pass& pass, int layer, PassScratch& scratch, float* x, const AttentionMaps& maps) const {
    const AttentionCall call = project(pass, layer, scratch, x);
    if (const Status status = attend(call, *pass.stack, maps); !status.ok()) return status;
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
