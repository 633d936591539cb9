// The attention sublayer backwards: output projection, mask to rotation, norms of queries and keys, projections.
#pragma once

#include "model/block.hpp"
#include "train/attention_backward.hpp"
#include "train/norm.hpp"
#include "train/pass_tape.hpp"
#include "train/scratch.hpp"
#include "train/stack_gradients.hpp"
#include "train/transposed_rotation.hpp"
#include "train/workspace.hpp"

namespace whereformer::train {

// One placement of a pass backwards, and where its stack's gradients go.
struct PlacementGradients {
  TransposedRotation query;
  TransposedRotation key;
  TransposedRotation value;
  StackGradients* learned = nullptr;

  Status prepare(const Placement& placement, const StackSpec& spec);
};

// A forward pass through the layers, as the backward pass needs it.
struct PassRecord {
  Pass pass;
  PassTape* tape = nullptr;
  std::span<PassScratch> scratch;            // one per layer
  std::span<PlacementGradients> placements;  // one per entry of the pass's positions
  const LayerStack* layers = nullptr;
};

class AttentionSublayer {
 public:
  void find(Parameters& parameters, const Name& layer, const StackSpec& spec);

  // dy [rows, d_model] → dx [rows, d_model], overwritten.
  Status backward(const PassRecord& record, int layer, const float* dy, Workspace& work, float* dx);

 private:
  Status attend_backward(const PassRecord& record, int layer, Workspace& work);
  Status norms_backward(const PassRecord& record, int layer, Workspace& work);

  const StackSpec* spec_ = nullptr;
  Linear query_;
  Linear key_;
  Linear value_;
  Linear output_;
  Parameter* sinks_ = nullptr;
  Norm query_norm_;
  Norm key_norm_;
};

}  // namespace whereformer::train
