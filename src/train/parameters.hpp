// The tensors of a model as training sees them: values, gradients and the two moments of the optimiser, row-major.
#pragma once

#include "core/growing_array.hpp"
#include "core/name.hpp"
#include "model/transformer.hpp"

namespace whereformer::train {

struct Parameter {
  Name name;
  int rows = 0;
  int columns = 0;
  bool decays = false;  // by weight decay: matrices and embeddings, not biases, norms and positions
  Buffer<float> value;
  Buffer<float> gradient;
  Buffer<float> moment;  // running mean of gradients
  Buffer<float> square;  // running mean of their squares
  Buffer<float> other;   // what the gradient takes turns with, where threads add to it; else empty
  TensorSlot slot{};     // where the model reads it; positions have none

  std::size_t size() const { return value.size(); }
  Status allocate(int row_count, int column_count);

  // Writes the values to the model.
  Status publish() const;
};

// A gradient while units of a fork add to it: `before` is read and `to` is written, all of it. They are the same with one thread.
class GradientSums {
 public:
  // Null = nothing is added. Without room for a second gradient there is one thread.
  GradientSums(Parameter* of, int& threads);
  GradientSums(const GradientSums&) = delete;
  GradientSums& operator=(const GradientSums&) = delete;
  ~GradientSums();  // what was written becomes the gradient

  const float* before = nullptr;
  float* to = nullptr;

 private:
  Parameter* of_;
};

class Parameters {
 public:
  // One parameter for each tensor of a built model, all zero.
  Status shape(Transformer& model);

  Parameter* find(std::string_view name);
  // Adds a parameter; `to` points to it until the next one is added.
  Status add(const Name& name, int rows, int columns, Parameter*& to);

  std::span<Parameter> all() { return all_.span(); }
  std::span<const Parameter> all() const { return all_.span(); }

  void clear_gradients();
  Status publish() const;

 private:
  GrowingArray<Parameter> all_;
};

}  // namespace whereformer::train
