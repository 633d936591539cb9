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
      std::memcpy(data_ + r * stride_, rows + r * stride, static_cast<std::size_t>(width_) * sizeof(float));
    }
  }

  void close() {
    for (int r = 0; r < count_ && !copies_.empty(); ++r) {
      std::memcpy(rows_ + r * row_stride_, data_ + r * stride_, static_cast<std::size_t>(width_) * sizeof(float));
    }
  }

  // Rows first … first + rows − 1 += a · panels, where a panel [panel_rows][kTileWidth] has `steps` rows from `step` on.
  void add_product(int first, int rows, simd::Operand a, const float* panels, int panel_rows, int step, int steps) {
    float* c = data_ + first * stride_;
    const float* b = panels + step * simd::kTileWidth;
    for (int p = 0; p < padded_ / simd::kTileWidth; ++p, c += simd::kTileWidth, b += panel_rows * simd::kTileWidth) {
      simd::tile_product(
          {.a = a, .rows = rows, .b = b, .steps = steps, .c = c, .c_stride = stride_, .addend = {c, stride_}});
    }
  }

  // Columns of panel p of all rows = a · b [steps][kTileWidth], and what they held if `keep`.
  void write_panel(int p, simd::Operand a, const float* b, int steps, bool keep) {
    float* c = data_ + p * simd::kTileWidth;
    simd::tile_product({.a = a,
                        .rows = count_,
                        .b = b,
                        .steps = steps,
                        .c = c,
                        .c_stride = stride_,
                        .start = keep ? c : simd::kZeros.data(),
                        .start_stride = keep ? stride_ : 0});
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
