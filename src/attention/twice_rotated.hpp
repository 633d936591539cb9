// Distances that are overridden for far pairs only, in tiles: each row is rotated at its own position, and again at its far one. The tile takes
// the score of either pair of rows, by distance (PositionStack::far_part).
#pragma once

#include "attention/rotation.hpp"
#include "attention/streaming/online.hpp"

namespace whereformer {

class TwiceRotated {
 public:
  // Copies and rotates the queries and keys of the call.
  Status prepare(const PositionStack& stack, const AttentionCall& call);

  const AttentionCall& near() const { return near_; }  // the call, on rows for near pairs
  const FarRows& far() const { return far_; }

 private:
  // One side: `near` become copies for near pairs.
  struct SideRows {
    HeadRows<const float>& near;
    HeadRows<const float>& far;
    std::span<const float> positions;
    double shift;
    Rotation::Rows rows;
  };
  Status rotate(const PositionStack& stack, double group, const SideRows& side);
  Status turn(const PositionStack& stack, const SideRows& side, std::span<const float> positions, double offset,
              HeadRows<const float>& to);

  AttentionCall near_;
  FarRows far_;
  Buffer<float> values_;     // [batch][heads][tokens][head_dim] of far queries, near queries, far keys, near keys
  Buffer<float> positions_;  // far ones, of one side
  float* next_ = nullptr;    // in values_
};

}  // namespace whereformer
