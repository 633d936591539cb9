// Trains a model: losses, gradients, steps of the optimiser, and all that a checkpoint needs.
#pragma once

#include <memory>

#include "train/initial_weights.hpp"
#include "train/optimizer.hpp"
#include "train/training_pass.hpp"

namespace whereformer::train {

// A batch: sequences of equal length, one after the other.
struct Batch {
  std::span<const int> ids;      // [sequences, length]
  std::span<const int> targets;  // the same shape; kIgnored = not counted
  int sequences = 0;
  int length = 0;
  std::span<const float> positions;  // [length], [sequences, length], or empty: 0 … length − 1
};

struct StepReport {
  int step = 0;  // counted from 1
  double loss = 0;
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
};

struct Evaluation {
  double loss = 0;
  double accuracy = 0;     // share of the counted targets that are the arg max
  double exact_match = 0;  // share of the sequences with counted targets for which all of them are
  int counted = 0;
};

class Trainer {
 public:
  enum class Of { weight, gradient, moment, square };

  // Draws the weights of a built model. Its positions are set and hold their initial parameters. Both outlive the trainer.
  Status start(Transformer& model, LayerPositions& positions, const OptimizerSpec& optimizer, Init init,
               std::uint64_t seed);

  // One step of the optimiser. On failure — also a loss or a gradient that is not finite — nothing has changed.
  Status step(const Batch& batch, StepReport& report);

  // Loss and gradients of all parameters, without a step.
  Status gradients(const Batch& batch, double& loss);

  // `predictions` [sequences, length]: the arg max of each row; empty = not wanted.
  Status evaluate(const Batch& batch, Evaluation& to, std::span<int> predictions);

  // The parameters in an order that does not change, those of positions last.
  std::span<const Parameter> parameters() const { return parameters_.all(); }
  Status read(Of what, const char* name, std::span<float> to) const;
  Status write(Of what, const char* name, std::span<const float> from);
  // After writing weights: the model and its positions take them.
  Status publish();

  int steps_done() const { return steps_done_; }
  void set_steps_done(int steps) { steps_done_ = steps; }

 private:
  template <class Visit>
  Status each_part(const Batch& batch, Visit&& visit);
  Status check(const Batch& batch) const;
  Status collect_positions();
  template <class Visit>
  void each_learned(Visit&& visit);
  Status apply(double scale);

  Transformer* model_ = nullptr;
  LayerPositions* positions_ = nullptr;
  OptimizerSpec optimizer_;
  Parameters parameters_;
  std::size_t model_parameters_ = 0;  // of which belong to the model
  GrowingArray<StackGradients> learned_;
  TrainingPass pass_;
  Buffer<float> counting_;  // 0, 1, 2 …
  int steps_done_ = 0;
};

}  // namespace whereformer::train
