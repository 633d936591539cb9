// Rows [rows, width] that tiles add to: in place where the width is a whole number of tiles, else through padded copies.
#pragma once

#include <cstring>

#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "train/panels.hpp"

namespace whereformer::train {

class GradientRows {
 public:
  Status prepare(int most_rows, int width) {
    width_ = width;
    padded_ = panels_of(width) * simd::kTileWidth;
    return padded_ == width ? Status{} : copies_.allocate(element_count(most_rows, padded_));
  }

  // From here to close(), tiles may add to these rows.
  void open(float* rows, std::ptrdiff_t stride, int count) {
    rows_ = rows;
    row_stride_ = stride;
    count_ = count;
    data_ = copies_.empty() ? rows : copies_.data();
    stride_ = copies_.empty() ? stride : padded_;
    for (int r = 0; r < count && !copies_.empty(); ++r) {
      std::memcpy(data_ + r * stride_, rows + r * stride, width_ * sizeof(float));
    }
  }

  void close() {
    for (int r = 0; r < count_ && !copies_.empty(); ++r) {
      std::memcpy(rows_ + r * row_stride_, data_ + r * stride_, width_ * sizeof(float));
    }
  }

  // Where tiles write: not the rows themselves if these are padded.
  float* data() { return data_; }
  bool padded() const { return padded_ != width_; }

  // Rows first … first + rows − 1 += a · panels, where a panel [panel_rows][kTileWidth] has `steps` rows from `step` on.
  void add_product(int first, int rows, simd::Operand a, const float* panels, int panel_rows, int step, int steps) {
    add_panels(0, padded_ / simd::kTileWidth, data_, first, rows, a, panels, panel_rows, step, steps);
  }

  // Rows first … += a · panels first_panel … last_panel − 1, added to what `before` holds: all rows, as they lie in data().
  void add_panels(int first_panel, int last_panel, const float* before, int first, int rows, simd::Operand a,
                  const float* panels, int panel_rows, int step, int steps) {
    for (int p = first_panel; p < last_panel; ++p) {
      const std::ptrdiff_t at = first * stride_ + p * simd::kTileWidth;
      simd::tile_product({.a = a,
                          .rows = rows,
                          .b = panels + (static_cast<std::ptrdiff_t>(p) * panel_rows + step) * simd::kTileWidth,
                          .steps = steps,
                          .c = data_ + at,
                          .c_stride = stride_,
                          .addend = {before + at, stride_}});
    }
  }

  // Columns of panel p of rows first … first + rows − 1 = a · b [steps][kTileWidth], added to what `before` holds; null = nothing.
  void write_panel(int p, int first, int rows, simd::Operand a, const float* b, int steps, const float* before) {
    const std::ptrdiff_t at = first * stride_ + p * simd::kTileWidth;
    simd::tile_product({.a = a,
                        .rows = rows,
                        .b = b,
                        .steps = steps,
                        .c = data_ + at,
                        .c_stride = stride_,
                        .start = before == nullptr ? simd::kZeros.data() : before + at,
                        .start_stride = before == nullptr ? 0 : stride_});
  }

 private:
  int width_ = 0;
  int padded_ = 0;
  int count_ = 0;
  float* rows_ = nullptr;
  std::ptrdiff_t row_stride_ = 0;
  float* data_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  Buffer<float> copies_;  // [most_rows][padded]
};

}  // namespace whereformer::train
