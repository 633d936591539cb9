// The tensors of a model as training sees them: values, gradients and the two moments of the optimiser, row-major.
#pragma once

#include <string>
#include <vector>

#include "model/transformer.hpp"

namespace whereformer::train {

struct Parameter {
  std::string name;
  int rows = 0;
  int columns = 0;
  bool decays = false;  // by weight decay: matrices and embeddings, not biases, norms and positions
  Buffer<float> value;
  Buffer<float> gradient;
  Buffer<float> moment;  // running mean of gradients
  Buffer<float> square;  // running mean of their squares
  TensorSlot slot{};     // where the model reads it; positions have none

  std::size_t size() const { return value.size(); }
  Status allocate(int row_count, int column_count);

  // Writes the values to the model.
  Status publish() const;
};

class Parameters {
 public:
  // Of all tensors of a built model, all zero.
  Status shape(Transformer& model);

  Parameter* find(const std::string& name);
  Parameter& add(std::string name, int rows, int columns, Status& status);

  std::vector<Parameter>& all() { return all_; }
  const std::vector<Parameter>& all() const { return all_; }

  void clear_gradients();
  Status publish() const;

 private:
  std::vector<Parameter> all_;
};

}  // namespace whereformer::train
