// The specification of training: a Transformer, its loss and every gradient in plain loops and double, written from the definition
// of the spec's fields. Slow and obvious; everything fast is compared with it. Leaves out conv_kernel, the query stream,
// encoders with cross-attention, and encodings whose content is neither a vector by distance nor CoPE's.
#pragma once

#include <map>
#include <string>

#include "model/spec.hpp"
#include "train/reference_positions.hpp"

namespace whereformer::reference {

// By canonical name ("layers.0.query.weight"); matrices are [out, in].
using Weights = std::map<std::string, std::vector<double>>;

struct Batch {
  std::span<const int> ids;      // [sequences, length]
  std::span<const int> targets;  // the same; −100 = not counted
  int sequences = 0;
  int length = 0;
  std::span<const float> positions = {};  // [length], or [sequences, length], or empty: 0 … length − 1
};

struct ReferenceResult {
  double loss = 0;             // mean over the counted targets
  std::vector<double> logits;  // [sequences, length, vocab]
  Weights gradients;           // of the loss; empty after reference_forward
};

// `stack` is prepared for spec.stack and serves all layers. Throws std::invalid_argument for what is left out, for tensors that
// are not the spec's and for positions that the stack refuses.
ReferenceResult reference_forward(const ModelSpec& spec, const Weights& weights, const PositionStack& stack,
                                  const Batch& batch);

// Forward and backward; `sink` receives the gradients of what the hooks of the stack add, null = not wanted.
ReferenceResult reference_step(const ModelSpec& spec, const Weights& weights, const PositionStack& stack,
                               const Batch& batch, PositionSink* sink);

}  // namespace whereformer::reference
