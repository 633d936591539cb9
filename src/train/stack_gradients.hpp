// The learned parameters of one position stack: their values for the optimiser, and their gradients.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "core/growing_array.hpp"
#include "position/learned_gradients.hpp"
#include "position/stack.hpp"
#include "train/attention_backward.hpp"
#include "train/pair_sums.hpp"

namespace whereformer::train {

// A table, numbers or one number of an encoding. Values are floats, as checkpoints keep them.
struct LearnedParameter {
  std::size_t part = 0;   // of the stack
  const char* type = "";  // of the encoding
  const char* name = "";  // as the catalogue lists it
  int rows = 1;
  int columns = 1;
  Buffer<float> values;      // [rows, columns]; change them, then write_back
  Buffer<double> gradients;  // [rows, columns]
  // Values stay from `least` to `most`.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  // The encoding's own numbers: one of the two is not null.
  float* floats = nullptr;
  double* doubles = nullptr;
};

struct Learner;  // what the type of an encoding can learn

class StackGradients final : public PositionGradients {
 public:
  // Reads the parameters of all parts; refuses encodings that cannot be trained. The parts outlive this, and their parameters keep
  // their sizes.
  Status shape(PositionStack& stack);

  // Does any part learn through one of these hooks (Hooks)?
  bool learns(unsigned hooks) const override { return (hooks_ & hooks) != 0; }

  void clear();

  // Add gradients of what the stack's hooks return, at remapped positions.
  void embed(double position, std::span<const double> row);
  void bias(int head, PairPositions at, double value) override;
  void vector(Side side, int head, double distance, std::span<const double> vector) override;
  void content_row(const ContentRowGradient& gradient) override;

  // With the gradients of all that was added until now.
  std::span<LearnedParameter> parameters() {
    settle();
    return parameters_.span();
  }
  // visit(type of the encoding, name, LearnedParameter&)
  template <class Visit>
  void parameters(Visit&& visit) {
    for (LearnedParameter& parameter : parameters()) visit(parameter.type, parameter.name, parameter);
  }

  // Keeps the values in their ranges and writes them to the encodings, which must be prepared again.
  void write_back();
  // Writes the values back and prepares the stack.
  Status write_back(PositionStack& stack, const Geometry& geometry);

 private:
  struct Part {
    const AnyEncoding* encoding = nullptr;
    const Learner* learner = nullptr;
    unsigned hooks = 0;    // the hooks that it learns through
    bool by_pair = false;  // its bias
    LearnedGradients gradients;
  };

  Status collect(std::size_t index, AnyEncoding& encoding);
  // Lets the parts learn from the gradients of biases that were summed by pair.
  void settle();

  GrowingArray<Part> parts_;  // that learn
  PairSums pairs_;
  bool any_by_pair_ = false;
  GrowingArray<LearnedParameter> parameters_;
  unsigned hooks_ = 0;
};

}  // namespace whereformer::train
