// Input of the first layer: scaled token embeddings; embedded positions; types; norm; projection.
#pragma once

#include "model/layer_positions.hpp"
#include "model/linear.hpp"
#include "model/norm.hpp"
#include "model/tape.hpp"

namespace whereformer {

// Tokens of one pass, with their positions, types and masks.
struct Reading {
  std::span<const int> ids = {};          // [tokens]
  std::span<const int> token_types = {};  // [tokens], or empty: 0
  std::span<const int> task_types = {};
  std::span<const float> positions = {};  // [tokens + targets]
  MaskBias mask = {};                     // over [rows, keys], or one row for all
  int targets = 0;                        // rows of the query stream, after the tokens

  int tokens() const { return static_cast<int>(ids.size()); }
  int rows() const { return tokens() + targets; }
};

class Embedding {
 public:
  // `spec` outlives the embedding.
  void shape(const ModelSpec& spec);
  void tensors(TensorVisitor& visitor);

  // [vocab, embedding_size]; a tied head multiplies by it.
  const simd::PackedMatrix& tokens() const { return tokens_; }

  Status check(const Reading& reading) const;

  // Writes x [rows, d_model]. `positions` are remapped. Each stack has a norm of its own, and an encoder may have a table of its own.
  Status apply(const Reading& reading, const PositionStack& stack, std::span<const float> positions, const Norm& norm,
               float* x, Keeper keep = {}) const {
    return apply(tokens_, reading, stack, positions, norm, x, keep);
  }
  Status apply_encoder(const Reading& reading, const PositionStack& stack, std::span<const float> positions,
                       const Norm& norm, float* x) const {
    return apply(spec_->encoder_embedding ? encoder_tokens_ : tokens_, reading, stack, positions, norm, x, {});
  }

 private:
  Status apply(const simd::PackedMatrix& tokens, const Reading& reading, const PositionStack& stack,
               std::span<const float> positions, const Norm& norm, float* x, Keeper keep) const;
  void sum_up(const simd::PackedMatrix& tokens, const Reading& reading, std::size_t token, std::span<float> row) const;

  const ModelSpec* spec_ = nullptr;
  simd::PackedMatrix tokens_;  // [vocab, embedding_size]
  simd::PackedMatrix encoder_tokens_;
  Buffer<float> token_types_;
  Buffer<float> task_types_;
  Buffer<float> mask_;  // [d_model], the query stream before the first layer
  Linear projection_;
};

}  // namespace whereformer
