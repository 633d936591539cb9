// The attention sublayer: projections, rotation to mask, output projection. Keys and values go through a cache.
#pragma once

#include "attention/attend.hpp"
#include "attention/kv_cache.hpp"
#include "attention/rotation.hpp"
#include "model/layer_positions.hpp"
#include "model/linear.hpp"
#include "model/norm.hpp"
#include "model/tape.hpp"

namespace whereformer {

// One position stack over the rows of one pass.
struct Placement {
  const LayerPositions::Entry* entry = nullptr;
  Buffer<float> queries;  // [rows], remapped
  Buffer<float> keys;     // [past + tokens], remapped
  Rotation query_rotation;
  Rotation key_rotation;
  Rotation value_rotation;

  Status prepare(const LayerPositions::Entry& use, const StackSpec& spec, std::span<const float> query_positions,
                 std::span<const float> key_positions, int past);
};

// State that all layers share in a pass over `rows` new rows. The first `tokens` rows are also keys. In training, `batch` sequences of
// equal length lie one after the other, and the cache is empty.
struct Pass {
  int rows = 0;
  int tokens = 0;
  std::span<Placement> placements;  // one per entry of `positions`
  const LayerPositions* positions = nullptr;
  MaskBias mask;
  KvCache* cache = nullptr;
  KvCache* memory = nullptr;  // keys and values of an encoder's output
  MaskBias memory_mask;
  int batch = 1;
  Tape* tape = nullptr;

  Keeper keeper(int layer) const { return {tape, layer}; }
};

class AttentionLayer {
 public:
  void shape(const StackSpec& spec, int d_model);
  void tensors(TensorVisitor& visitor);

  // x [rows, d_model] → attended [rows, heads · head_dim]; the query rows are scratch of that size.
  Status attend(const Pass& pass, int layer, const float* x, float* query, float* attended,
                const AttentionMaps& maps) const;

  // Keys and values of an encoder's output [tokens, d_model], for `recall`.
  void memorize(const float* states, int tokens, int layer, KvCache& memory) const;

  // Cross-attention: no position encoding, all memories visible.
  Status recall(const Pass& pass, int layer, const float* x, float* query, float* attended,
                const AttentionMaps& maps) const;

  const Linear& output() const { return output_; }

  // Self-attention over the rows of a pass: query rows after rotation; keys and values are in the cache.
  AttentionCall self_call(const Pass& pass, int layer, const float* query, float* attended) const;

 private:
  AttentionCall call_of(const Pass& pass, const float* query, KvCache& cache, int layer, int keys,
                        float* attended) const;

  const StackSpec* spec_ = nullptr;
  Linear query_;
  Linear key_;
  Linear value_;
  Linear output_;
  Buffer<float> sinks_;  // [heads]
  Norm query_norm_;
  Norm key_norm_;
};

}  // namespace whereformer
