// y = x Wᵀ (+ bias): weights [out, in] as stored by torch Linear, packed once into panels of kTileWidth outputs.
#pragma once

#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "simd/tile.hpp"

namespace whereformer::simd {

class PackedMatrix {
 public:
  Status pack(const float* weight, int outputs, int inputs);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  bool empty() const { return panels_.empty(); }
  int panel_count() const { return (outputs_ + kTileWidth - 1) / kTileWidth; }
  const float* panel(int p) const {
    return panels_.data() + static_cast<std::size_t>(p) * static_cast<std::size_t>(inputs_) * kTileWidth;
  }

 private:
  Buffer<float> panels_;  // [panel][in][kTileWidth], the last panel padded with zeros
  int outputs_ = 0;
  int inputs_ = 0;
};

// x [rows, in] → y [rows, out]; bias [out] or nullptr.
void matmul(const float* x, int rows, const PackedMatrix& weight, const float* bias, float* y);

}  // namespace whereformer::simd
