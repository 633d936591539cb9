// A decoder-only Transformer built from a ModelSpec and tensors under canonical names.
#pragma once

#include <string_view>
#include <vector>

#include "model/block.hpp"

namespace whereformer {

// Room for what a caller wants to look at; null = not wanted. Layer by layer:
struct Capture {
  float* attentions = nullptr;     // [layers, heads, tokens, keys], weights
  float* scores = nullptr;         // same, before softmax
  float* hidden_states = nullptr;  // [layers + 1, tokens, d_model]; 0 = embeddings, last = after the final norm
};

class Transformer {
 public:
  Status build(const ModelSpec& spec);

  const ModelSpec& spec() const { return spec_; }

  // Takes one tensor, row-major [out, in] as torch stores it. Unknown names and wrong sizes are refused.
  Status set_tensor(std::string_view name, std::span<const float> data);

  // Is every tensor there?
  Status check_complete();

  // Reads `ids` at `positions` behind what the cache holds. Writes logits [logits.size() / vocab, vocab] of the last tokens.
  // `stack` must be prepared for this spec's geometry. On failure the cache is as before.
  Status forward(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                 MaskBias key_mask, KvCache& cache, const Capture& capture, std::span<float> logits) const;

  Geometry geometry() const {
    return {spec_.heads, spec_.head_dim, spec_.d_model, 0, spec_.score_scale(), spec_.head_dim};
  }

 private:
  // Every tensor that the spec asks for.
  void tensors(TensorVisitor& visitor);
  Status check_input(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack,
                     const KvCache& cache) const;
  void embed(std::span<const int> ids, std::span<const float> positions, const PositionStack& stack, float* x) const;
  void write_logits(const float* x, int tokens, std::span<float> logits) const;

  ModelSpec spec_;
  Buffer<float> embedding_;  // [vocab, d_model]
  std::vector<Block> blocks_;
  Norm final_norm_;
  Linear head_;
};

}  // namespace whereformer
