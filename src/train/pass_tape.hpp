// The rows that a forward pass keeps for its gradients.
#pragma once

#include <array>

#include "core/buffer.hpp"
#include "core/growing_array.hpp"
#include "model/spec.hpp"
#include "model/tape.hpp"

namespace whereformer::train {

class PassTape final : public Tape {
 public:
  // For a pass over at most `rows` rows; forgets what was kept.
  Status start(const ModelSpec& spec, int rows);

  void keep(Kept kept, int layer, const float* rows, std::size_t count) override;
  float* room(Kept kept, int layer, std::size_t count) override;
  void activate(simd::Activation activation, Kept slope, int layer, float* rows, std::size_t count) override;
  RowSums sums(int layer) override;

  // Out of memory, if it did not suffice in the last pass.
  Status status() const { return status_; }

  const float* rows(Kept kept, int layer) const { return of(layer)[index(kept)].values.data(); }

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(Kept::narrow) + 1;
  struct Rows {
    Buffer<float> values;
    std::size_t filled = 0;
  };
  struct LayerRows : std::array<Rows, kKinds> {
    Buffer<float> sums;  // [2][rows][heads]: RowSums
  };

  static std::size_t index(Kept kept) { return static_cast<std::size_t>(kept); }
  const LayerRows& of(int layer) const { return layers_[layer + 1]; }
  LayerRows& of(int layer) { return layers_[layer + 1]; }
  int width_of(Kept kept) const;

  const ModelSpec* spec_ = nullptr;
  int rows_ = 0;
  GrowingArray<LayerRows> layers_;  // first what belongs to no layer
  Status status_;
};

}  // namespace whereformer::train
