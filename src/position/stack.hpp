// Composition: a stack of encodings, chosen at run time.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "core/growing_array.hpp"
#include "position/any_encoding.hpp"

namespace whereformer {

// The union of the hooks of its parts: embed and rotate act one after the other, bias and content add, masks intersect,
// positions are remapped before any hook is called.
class PositionStack {
 public:
  Status add(std::unique_ptr<AnyEncoding> encoding) { return parts_.add(std::move(encoding)); }

  // Defined in position/hooked.hpp.
  template <Encoding E>
  Status add(E encoding);

  // Scale of q·k if the caller passes none: the stack's own, else 1/√headDim.
  double dot_scale(const Geometry& geometry) const;

  // Prepares all parts; the status is that of the first one that refuses.
  Status prepare(const Geometry& geometry);

  // Checks position ids, then remaps them in place: every hook but the mask receives the result.
  Status remap(std::span<float> positions) const;

  // The hooks of all parts; known after prepare.
  unsigned hooks() const { return hooks_; }
  bool has(unsigned hooks) const { return (hooks_ & hooks) != 0; }

  const GrowingArray<std::unique_ptr<AnyEncoding>>& parts() const { return parts_; }

  double cap() const;
  int saturation_distance() const;
  bool follows_length() const;
  int rotated_width(int head_dim) const;
  void embed(std::span<float> row, double position) const;
  // Row with room for rotated_width(head_dim) values, of which the first head_dim are filled.
  void rotate(std::span<double> row, int head_dim, double position, int head, Side side, double own) const;
  PairPositions pair_positions(double query, double key) const;
  double bias(int head, PairPositions at) const;
  bool visible(int query, int key) const;
  KeyRange range(int query, int keys) const;

 private:
  Status check_composition(int head_dim) const;

  GrowingArray<std::unique_ptr<AnyEncoding>> parts_;
  unsigned hooks_ = 0;
};

}  // namespace whereformer
