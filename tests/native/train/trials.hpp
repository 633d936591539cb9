// Small models, stacks and batches on which training is tested: every option of a spec, every kind of stack, awkward sizes.
#pragma once

#include "model/layer_positions.hpp"
#include "model/plain_model.hpp"
#include "train/reference_transformer.hpp"

namespace whereformer::test {

struct Option {
  const char* name;
  void (*change)(ModelSpec&);
};

struct StackKind {
  const char* name;
  void (*fill)(PositionStack&, const ModelSpec&);
};

inline constexpr int kTableLength = 8;  // positions below it have a row in learned tables

inline ModelSpec trial_spec(int head_dim = 4) {
  ModelSpec spec;
  spec.vocab = 5;
  spec.d_model = spec.embedding_size = 6;
  spec.stack.blocks = {0, 1};
  spec.stack.heads = 2;
  spec.stack.kv_heads = 1;
  spec.stack.head_dim = head_dim;
  spec.stack.d_ff = 5;
  return spec;
}

// Numbers on a grid of 2^−16, so that a float moves by exactly that much.
inline std::vector<float> grid_values(std::size_t count, std::uint64_t seed) {
  std::vector<float> values = random_values(count, seed, 0.6F);
  for (float& v : values) v = std::round(v * 0x1p16F) * 0x1p-16F;
  return values;
}

inline reference::Weights weights_of(const PlainModel& plain) {
  reference::Weights weights;
  for (const auto& [name, tensor] : plain.tensors()) weights[name] = {tensor.values.begin(), tensor.values.end()};
  return weights;
}

// Random ids and targets, of which every fourth is not counted.
class TrialBatch {
 public:
  TrialBatch(const ModelSpec& spec, int sequences, int length) {
    batch.sequences = sequences;
    batch.length = length;
    Random random(77);
    const auto draw = [&] { return static_cast<int>(random.uniform() * spec.vocab); };
    for (int t = 0; t < sequences * length; ++t) {
      ids_.push_back(draw());
      targets_.push_back(t % 4 == 1 ? -100 : draw());
    }
    batch.ids = ids_;
    batch.targets = targets_;
  }
  TrialBatch(const TrialBatch&) = delete;
  TrialBatch& operator=(const TrialBatch&) = delete;

  void place(std::vector<float> positions) {
    positions_ = std::move(positions);
    batch.positions = positions_;
  }

  reference::Batch batch;

 private:
  std::vector<int> ids_;
  std::vector<int> targets_;
  std::vector<float> positions_;
};

// Prepared positions of one stack for all layers.
inline LayerPositions positions_of(const StackKind& kind, const ModelSpec& spec, int length) {
  LayerPositions positions;
  kind.fill(positions.add(), spec);
  const Status status = positions.prepare(spec.stack, spec.embedding_size, length);
  INFO(kind.name << ": " << (status.ok() ? "" : status.argument));
  REQUIRE(status.ok());
  return positions;
}

}  // namespace whereformer::test
