// Strided rows: unaligned start, and strides larger than the width.
#pragma once

#include "support.hpp"

namespace whereformer::test {

// Memory layout of the rows of a call.
struct Layout {
  int offset = 0;  // floats in front of the first row: 1 is 4 bytes off every vector's alignment
  int gap = 0;     // floats between rows
  bool token_major = false;
};

// [batch, heads, tokens, width] with `between` in the gaps, and nothing after the last row: a sanitizer reports reads past the end.
class Scattered {
 public:
  Scattered(int batch, int heads, int tokens, int width, Layout layout, float between)
      : batch_(batch), heads_(heads), tokens_(tokens), width_(width), between_(between) {
    const std::ptrdiff_t step = width + layout.gap;
    offset_ = layout.offset;
    row_stride_ = layout.token_major ? step * heads : step;
    head_stride_ = layout.token_major ? step : step * tokens;
    batch_stride_ = step * tokens * heads;
    const bool empty = batch * heads * tokens == 0;
    const std::ptrdiff_t last =
        (batch - 1) * batch_stride_ + (heads - 1) * head_stride_ + (tokens - 1) * row_stride_ + width;
    data_.assign(static_cast<std::size_t>(offset_ + (empty ? 0 : last)), between);
  }

  HeadRows<float> rows() { return {data_.data() + offset_, batch_stride_, head_stride_, row_stride_}; }
  HeadRows<const float> read() const { return {data_.data() + offset_, batch_stride_, head_stride_, row_stride_}; }

  void fill(std::span<const float> values) {
    const float* from = values.data();
    each([&](float* row) {
      std::copy_n(from, width_, row);
      from += width_;
    });
  }

  void fill_with(float value) {
    each([&](float* row) { std::fill_n(row, width_, value); });
  }

  // Takes the rows out; what remains must be the gaps as they were.
  std::vector<float> take(bool& gaps_untouched) {
    std::vector<float> taken;
    each([&](float* row) {
      taken.insert(taken.end(), row, row + width_);
      std::fill_n(row, width_, between_);
    });
    gaps_untouched = std::all_of(data_.begin(), data_.end(), [&](float x) { return x == between_; });
    return taken;
  }

 private:
  template <class Visit>
  void each(Visit&& visit) {
    for (int b = 0; b < batch_; ++b) {
      for (int h = 0; h < heads_; ++h) {
        for (int t = 0; t < tokens_; ++t) visit(rows().row(b, h, t));
      }
    }
  }

  int batch_;
  int heads_;
  int tokens_;
  int width_;
  float between_;
  std::ptrdiff_t offset_ = 0;
  std::ptrdiff_t batch_stride_ = 0;
  std::ptrdiff_t head_stride_ = 0;
  std::ptrdiff_t row_stride_ = 0;
  std::vector<float> data_;
};

}  // namespace whereformer::test
