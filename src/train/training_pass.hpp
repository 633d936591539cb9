// Forward and backward pass of a few sequences of equal length. The forward pass is that of model/; here are its gradients.
#pragma once

#include "core/growing_array.hpp"
#include "train/block.hpp"
#include "train/ends.hpp"
#include "train/loss.hpp"

namespace whereformer::train {

class TrainingPass {
 public:
  // All outlive the pass. `learned`: one per entry of the positions.
  Status start(Transformer& model, LayerPositions& positions, Parameters& parameters,
               std::span<StackGradients> learned);

  // The position ids of the sequences that follow; the positions are prepared for them.
  Status take_positions(std::span<const float> positions);

  // Logits [ids.size(), vocab] of sequences of as many tokens as positions were taken. With `for_backward` it keeps what `backward` needs.
  Status forward(std::span<const int> ids, bool for_backward);
  std::span<float> logits() { return logits_.span().first(element_count(record_.pass.rows, spec().vocab)); }

  // Adds to the loss of the last forward pass, and turns the logits into `factor` times their gradient.
  Status take_loss(std::span<const int> targets, float factor, Loss& to);

  // From the gradient of the logits; adds to the gradients of all parameters.
  Status backward(std::span<const int> ids);

 private:
  const ModelSpec& spec() const { return model_->spec(); }
  Status make_room(int rows);
  Status embed(std::span<const int> ids);
  Status run_layers();

  Transformer* model_ = nullptr;
  LayerPositions* positions_ = nullptr;
  std::span<StackGradients> learned_;
  GrowingArray<Block> blocks_;
  Embedding embedding_;
  Head head_;
  Workspace work_;

  GrowingArray<Placement> placements_;
  GrowingArray<PlacementGradients> placement_gradients_;
  Buffer<float> position_ids_;
  GrowingArray<PassScratch> scratch_;
  KvCache cache_;
  PassTape tape_;
  PassRecord record_;
  Buffer<float> x_;       // [rows, d_model]; backwards its gradient
  Buffer<float> logits_;  // [rows, vocab]
  Buffer<float> capped_;  // the same, kept where a soft cap needs them
  int rows_ = 0;          // that there is room for
};

}  // namespace whereformer::train
