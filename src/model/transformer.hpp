// A Transformer built from a ModelSpec and tensors under canonical names: a decoder, an encoder, or both.
#pragma once

#include "model/embedding.hpp"
#include "model/head.hpp"
#include "model/layer_stack.hpp"

namespace whereformer {

// Keys and values of an encoder's output, for the decoder's cross-attention.
struct Memory {
  KvCache cache;
  MaskBias mask;
};

class Transformer {
 public:
  Status build(const ModelSpec& spec);

  const ModelSpec& spec() const { return spec_; }

  // All tensors, in an order that does not change.
  void tensors(TensorVisitor& visitor);

  const Embedding& embedding() const { return embedding_; }
  const Norm& embedding_norm() const { return embedding_norm_; }
  const LayerStack& layers() const { return layers_; }
  const Head& head() const { return head_; }

  // Takes a piece of a tensor, [out, in] as torch stores it; pieces come in order. Unknown names and wrong sizes are refused.
  Status set_tensor(const TensorPiece& piece);

  // The values of a tensor, row-major; none if it is unknown or not loaded.
  Status read_tensor(std::string_view name, Buffer<float>& values);

  // Are all tensors loaded?
  Status check_complete();

  // Runs the encoder and stores its keys and values for the decoder. `positions` must be prepared for the encoder's spec.
  Status encode(const Reading& reading, const LayerPositions& positions, const Capture& capture, Memory& memory) const;

  // Appends to the cache. Writes result [rows, spec.result_width()] of the last rows (those of the query stream,
  // if there are any). `positions` must be prepared for the spec's stack; `memory` is null without an encoder. On failure the
  // cache is as before.
  Status forward(const Reading& reading, const LayerPositions& positions, KvCache& cache, Memory* memory,
                 const Capture& capture, std::span<float> result) const;

 private:
  Status read(const Reading& reading, const LayerPositions& positions, bool encoding, KvCache& cache, Memory* memory,
              const Capture& capture, Buffer<float>& x) const;

  ModelSpec spec_;
  Embedding embedding_;
  Norm embedding_norm_;
  Norm encoder_embedding_norm_;
  LayerStack encoder_;
  LayerStack layers_;
  Head head_;
  Buffer<std::size_t> filled_;  // values loaded of each tensor, in the order of tensors()
};

}  // namespace whereformer
