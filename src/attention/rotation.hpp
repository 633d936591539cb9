// Door 2 for many rows: sines and cosines once per position, then applied to every head and, in a model, every layer.
#pragma once

#include <vector>

#include "attention/call.hpp"
#include "position/any.hpp"
#include "simd/rotary.hpp"

namespace whereformer {

// The rotation of the prepared `stack` at the given positions.
class Rotation {
 public:
  Status prepare(const PositionStack& stack, std::span<const float> positions);

  // Turns row `token` of every head in place.
  void apply(HeadRows<float> rows, int batch, int heads) const;

  bool empty() const { return turns_.empty(); }

 private:
  // One Rope of the stack: cosine and sine, [tokens][pairs].
  struct Turn {
    Rope::Layout layout;
    int pairs;
    Buffer<float> cosine;
    Buffer<float> sine;
  };

  Status add(const Rope& rope, std::span<const float> positions);

  std::vector<Turn> turns_;
  int tokens_ = 0;
};

}  // namespace whereformer
