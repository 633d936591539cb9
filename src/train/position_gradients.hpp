// Where gradients of bias, content and values go.
#pragma once

#include <span>

#include "position/hooks.hpp"

namespace whereformer::train {

// Takes the gradients of what a position stack added to scores and outputs.
class PositionGradients {
 public:
  PositionGradients() = default;
  PositionGradients(const PositionGradients&) = delete;
  PositionGradients& operator=(const PositionGradients&) = delete;
  PositionGradients(PositionGradients&&) = default;

  // Does any part learn through one of these hooks?
  virtual bool learns(unsigned hooks) const = 0;
  // The bias; for a stack by distance, the sum over all pairs at one distance.
  virtual void bias(int head, PairPositions at, double value) = 0;
  // Content and values, as query_vector, key_vector and value_vector.
  virtual void vector(Side side, int head, double distance, std::span<const double> vector) = 0;
  // Content by row; also adds to d_query and d_products.
  virtual void content_row(const ContentRowGradient& gradient) = 0;

 protected:
  ~PositionGradients() = default;
};

}  // namespace whereformer::train
