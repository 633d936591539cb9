// Products of matrices, row-major. The right factor lies in panels of kTileWidth columns: packed once for weights, per call
// otherwise.
#pragma once

#include <utility>

#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "simd/tile.hpp"

namespace whereformer::simd {

class PackedMatrix {
 public:
  // weight [outputs, inputs], as torch's Linear stores it: a row for each output.
  Status pack(const float* weight, int outputs, int inputs);

  // matrix [inputs, outputs]: a column for each output.
  Status pack_columns(const float* matrix, int inputs, int outputs);

  // The same piece by piece: room for all, then any rows of the weight, or any of its columns one after the other.
  Status allocate(int outputs, int inputs);
  void set_rows(int first, std::span<const float> rows);
  void set_columns(int first, std::span<const float> columns);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  bool empty() const { return panels_.empty(); }
  float at(std::size_t output, std::size_t input) const {
    return panel(static_cast<int>(output / kTileWidth))[input * kTileWidth + output % kTileWidth];
  }
  int panel_count() const { return (outputs_ + kTileWidth - 1) / kTileWidth; }
  const float* panel(int p) const {
    return panels_.data() + static_cast<std::size_t>(p) * static_cast<std::size_t>(inputs_) * kTileWidth;
  }

 private:
  float* panel(int p) { return const_cast<float*>(std::as_const(*this).panel(p)); }

  Buffer<float> panels_;  // [panel][in][kTileWidth], the last panel padded with zeros
  int outputs_ = 0;
  int inputs_ = 0;
};

// What is added to x · weight: a bias [outputs], or null; and what y held before.
struct MatmulAddend {
  const float* bias = nullptr;
  bool keep = false;
};

// y [rows, outputs] = x [rows, inputs] · weight (+ bias) (+ y).
void matmul(const float* x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y);

// The same of an x whose rows and columns lie at any strides: [outputs] columns of a row-major matrix are its transposed.
void matmul(Operand x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y);

// c [rows, columns] = a [rows, inner] · b [inner, columns].
Status multiply(const float* a, int rows, int inner, const float* b, int columns, float* c);

}  // namespace whereformer::simd
