#include "simd/packed_matrix.hpp"

#include <algorithm>
#include <utility>

#include "core/parallel.hpp"
#include "simd/transpose.hpp"

namespace whereformer::simd {

namespace {

// Bytes of a float32 matrix from which on its panels are wide: such weights come from far away, and a processor follows one stream of
// memory better than several. Narrow panels are what tiles read, as they are.
constexpr double kFar = 1 << 20;

}  // namespace

Status PackedMatrix::allocate(int outputs, int inputs, WeightType type) {
  const bool narrow = type == WeightType::float32 && sizeof(float) * static_cast<double>(outputs) * inputs < kFar;
  return allocate(outputs, inputs, type, narrow ? kTileWidth : kWidePanel);
}

Status PackedMatrix::allocate(int outputs, int inputs, WeightType type, int width) {
  const int panels = (outputs + width - 1) / width;
  const std::size_t size = type == WeightType::float32 ? sizeof(float) : sizeof(std::int16_t);
  // A failure leaves the matrix as it was.
  TRY(panels_.allocate(type == WeightType::q8 ? element_count(panels, block_count(inputs), sizeof(WeightBlock))
                                              : element_count(panels, inputs, width, size)));
  outputs_ = outputs;
  inputs_ = inputs;
  type_ = type;
  width_ = width;
  return {};
}

Status PackedMatrix::pack(const float* weight, int outputs, int inputs) {
  TRY(allocate(outputs, inputs, WeightType::float32, kTileWidth));
  set_rows(0, {weight, element_count(outputs, inputs)});
  return {};
}

Status PackedMatrix::pack_columns(const float* matrix, int inputs, int outputs) {
  TRY(allocate(outputs, inputs, WeightType::float32, kTileWidth));
  set_columns(0, {matrix, element_count(outputs, inputs)});
  return {};
}

Status PackedMatrix::encode_rows(int first, std::span<const float> rows) {
  const int count = static_cast<int>(rows.size()) / std::max(inputs_, 1);
  if (type_ == WeightType::q8) return encode_blocks(first, count, 0, inputs_, {rows.data(), inputs_, 1});
  TRY(become_float32());
  set_rows(first, rows);
  return {};
}

Status PackedMatrix::encode_columns(int first, std::span<const float> columns) {
  const int count = static_cast<int>(columns.size()) / std::max(outputs_, 1);
  if (type_ == WeightType::q8) return encode_blocks(0, outputs_, first, count, {columns.data(), 1, outputs_});
  TRY(become_float32());
  set_columns(first, columns);
  return {};
}

Status PackedMatrix::encode_blocks(int first_row, int rows, int first_column, int columns, Operand from) {
  const int end = first_column + columns;
  if (first_column % kBlock != 0 || (end % kBlock != 0 && end != inputs_)) {
    return shape_error("tensor", columns, "columns in whole blocks of 32");
  }
  for (int row = first_row; row < first_row + rows; ++row, from = from.from_row(1)) {
    WeightBlock* to = blocks_of(row);
    for (int column = 0; column < columns; column += kBlock) {
      const float* weights = from.data + column * from.step_stride;
      to[(first_column + column) / kBlock].encode(row % WeightBlock::kOutputs, weights, from.step_stride,
                                                  std::min(kBlock, columns - column));
    }
  }
  return {};
}

Status PackedMatrix::become_float32() {
  if (type_ == WeightType::float32) return {};
  PackedMatrix wide;
  Buffer<float> row;
  TRY(wide.allocate(outputs_, inputs_));
  TRY(row.allocate_unset(inputs_));
  for (int output = 0; output < outputs_; ++output) {
    read_row(output, row.data());
    wide.set_rows(output, row.span());
  }
  *this = std::move(wide);
  return {};
}

void PackedMatrix::read_row(int output, float* to) const {
  if (type_ == WeightType::q8) {
    const WeightBlock* block = blocks_of(output);
    for (int i = 0; i < inputs_; i += kBlock, ++block) {
      block->decode(output % WeightBlock::kOutputs, to + i, std::min(kBlock, inputs_ - i));
    }
    return;
  }
  const HalfCode code = code_of(type_);
  const float* wide = weights_of<float>(output);
  const std::int16_t* narrow = weights_of<std::int16_t>(output);
  for (int i = 0; i < inputs_; ++i) {
    const int at = i * width();
    to[i] = type_ == WeightType::float32 ? wide[at] : code.value(narrow[at]);
  }
}

template <class T>
void PackedMatrix::place_rows(int first, const T* from, std::size_t values) {
  const int last = first + static_cast<int>(values) / std::max(inputs_, 1);
  while (first < last) {
    const int width = std::min(last - first, kTileWidth - first % kTileWidth);
    transpose(from, inputs_, width, inputs_, weights_of<T>(first), width_);
    first += width;
    from += static_cast<std::ptrdiff_t>(width) * inputs_;
  }
}

// Writes the part of some columns that kTileWidth outputs have.
template <class T>
void PackedMatrix::place_columns(int panel, int first, const T* columns, std::size_t values) {
  const int output = panel * kTileWidth;
  const int count = static_cast<int>(values) / std::max(outputs_, 1);
  const T* from = columns + output;
  T* to = weights_of<T>(output) + first * width_;
  const int width = std::min(kTileWidth, outputs_ - output);
  for (int i = 0; i < count; ++i, from += outputs_, to += width_) {
    if (width == kTileWidth) {
      std::copy_n(from, kTileWidth, to);
    } else {
      std::copy_n(from, width, to);
    }
  }
}

void PackedMatrix::set_rows(int first, std::span<const float> rows) { place_rows(first, rows.data(), rows.size()); }

void PackedMatrix::set_columns(int first, std::span<const float> columns) {
  constexpr double kMove = 16;  // multiply-adds, in the time that a value takes
  parallel::for_each(parallel::threads_for(kMove * static_cast<double>(columns.size())), panel_count(),
                     [&](int panel, int /*thread*/) { place_columns(panel, first, columns.data(), columns.size()); });
}

void PackedMatrix::set_rows(int first, HalfValues& rows) {
  rows.encode();
  place_rows(first, rows.bits.data(), rows.bits.size());
}

void PackedMatrix::set_columns(int first, HalfValues& columns) {
  columns.encode();
  for (int panel = 0; panel < panel_count(); ++panel) {
    place_columns(panel, first, columns.bits.data(), columns.bits.size());
  }
}

}  // namespace whereformer::simd
