// Rotation backwards: it is linear, so that a gradient goes through the transposed map. Rotations turn the other way, scales stay.
#pragma once

#include "attention/rotation.hpp"

namespace whereformer::train {

class TransposedRotation {
 public:
  // Prepares the transposed map of a rotation with these arguments. Refuses parts that are not linear, and stacks that rotate each
  // pair on its own.
  Status prepare(const PositionStack& stack, std::span<const float> positions, Rotation::Rows rows);

  // The gradient of the rows after rotation becomes that of the rows before it, in place; channels past rows.width are then of no use.
  void apply(HeadRows<float> gradient, int batch);

 private:
  Status check_linear(const AnyEncoding& part, int width);
  void find_matrix(const AnyEncoding& part, int width, int token, int head);
  void apply_unpaired(const AnyEncoding& part, int width, HeadRows<float> gradient, int batch);

  Rotation rotation_;
  std::span<const float> positions_;
  Rotation::Rows rows_;
  Buffer<double> row_;     // [widest]
  Buffer<double> matrix_;  // [widest][widest] of one token: row c is what channel c becomes
};

}  // namespace whereformer::train
