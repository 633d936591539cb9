// The right factor of a product, packed into panels of outputs that products read one after the other. Weights are packed once.
#pragma once

#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "simd/half_values.hpp"
#include "simd/tile.hpp"
#include "simd/weight_block.hpp"

namespace whereformer::simd {

class PackedMatrix {
 public:
  // weight [outputs, inputs], as torch's Linear stores it: a row for each output.
  Status pack(const float* weight, int outputs, int inputs);

  // matrix [inputs, outputs]: a column for each output.
  Status pack_columns(const float* matrix, int inputs, int outputs);

  // Packing piece by piece: room for all, then any rows of the weight, or any of its columns one after the other.
  Status allocate(int outputs, int inputs, WeightType type = WeightType::float32);
  void set_rows(int first, std::span<const float> rows);
  void set_columns(int first, std::span<const float> columns);

  // Pieces of 16 bits that the matrix keeps, which are encoded where they lie.
  bool keeps(const HalfValues& values) const { return type_ == values.type && values.have_codes(); }
  void set_rows(int first, HalfValues& rows);
  void set_columns(int first, HalfValues& columns);

  // Other pieces: a matrix of 16 bits becomes float32. q8 rounds the values; its pieces are whole blocks of columns, or end with the
  // last one.
  Status encode_rows(int first, std::span<const float> rows);
  Status encode_columns(int first, std::span<const float> columns);

  WeightType type() const { return type_; }
  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  bool empty() const { return panels_.empty(); }
  std::size_t bytes() const { return panels_.size(); }

  // The weights of one output: [inputs].
  void read_row(int output, float* to) const;

  int panel_count() const { return (outputs_ + kTileWidth - 1) / kTileWidth; }

  // The first weight of an output, as its format stores it; the next ones are width() apart.
  template <class Stored>
  const Stored* weights_of(int output) const {
    return reinterpret_cast<const Stored*>(panels_.data()) + index_of(output);
  }
  int width() const { return width_; }

  // The blocks of WeightBlock::kOutputs outputs of a q8 matrix from this one on, one after the other.
  const WeightBlock* blocks_of(int output) const {
    return reinterpret_cast<const WeightBlock*>(panels_.data()) + block_index_of(output);
  }

  // kTileWidth outputs of a float32 matrix: [inputs][width()].
  const float* panel(int p) const { return weights_of<float>(p * kTileWidth); }

 private:
  std::size_t index_of(int output) const { return element_count(output / width_, inputs_, width_) + output % width_; }
  std::size_t block_index_of(int output) const {
    return element_count(output / WeightBlock::kOutputs, block_count(inputs_));
  }
  template <class Stored>
  Stored* weights_of(int output) {
    return reinterpret_cast<Stored*>(panels_.data()) + index_of(output);
  }
  WeightBlock* blocks_of(int output) { return reinterpret_cast<WeightBlock*>(panels_.data()) + block_index_of(output); }
  Status allocate(int outputs, int inputs, WeightType type, int width);
  template <class T>
  void place_rows(int first, const T* from, std::size_t values);
  template <class T>
  void place_columns(int panel, int first, const T* columns, std::size_t values);
  Status encode_blocks(int first_row, int rows, int first_column, int columns, Operand from);
  Status become_float32();

  Buffer<std::byte> panels_;  // [panel][in][width], the last panel padded with zeros; q8: [panel][block]
  WeightType type_ = WeightType::float32;
  int width_ = kTileWidth;  // of a panel
  int outputs_ = 0;
  int inputs_ = 0;
};

// Addends of y = x · weight: a bias [outputs], or null; and what y held before.
struct MatmulAddend {
  const float* bias = nullptr;
  bool keep = false;
};

}  // namespace whereformer::simd
