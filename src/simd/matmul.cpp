#include "simd/matmul.hpp"

#include <algorithm>

namespace whereformer::simd {

Status PackedMatrix::pack(const float* weight, int outputs, int inputs) {
  outputs_ = outputs;
  inputs_ = inputs;
  const std::size_t panel = static_cast<std::size_t>(inputs) * kTileWidth;
  if (const Status status = panels_.allocate(element_count(panel_count(), inputs, kTileWidth)); !status.ok())
    return status;
  for (int o = 0; o < outputs; ++o) {
    float* to = panels_.data() + static_cast<std::size_t>(o / kTileWidth) * panel + o % kTileWidth;
    const float* from = weight + static_cast<std::size_t>(o) * static_cast<std::size_t>(inputs);
    for (int i = 0; i < inputs; ++i) to[static_cast<std::size_t>(i) * kTileWidth] = from[i];
  }
  return {};
}

namespace {

// The last panel, when fewer outputs than its width are left: through a tile of its own.
void narrow_panel(TileProduct product, int width) {
  constexpr int kRows = 4 * kTileRows;
  alignas(64) float c[kRows * kTileWidth];
  float* y = product.c;
  for (int left = product.rows; left > 0; left -= kRows) {
    TileProduct part = product;
    part.rows = left < kRows ? left : kRows;
    part.c = c;
    part.c_stride = kTileWidth;
    tile_product(part);
    for (int r = 0; r < part.rows; ++r, y += product.c_stride) std::copy_n(c + r * kTileWidth, width, y);
    product.a = product.a.from_row(part.rows);
  }
}

}  // namespace

void matmul(const float* x, int rows, const PackedMatrix& weight, const float* bias, float* y) {
  const int outputs = weight.outputs();
  const int inputs = weight.inputs();
  for (int p = 0; p < weight.panel_count(); ++p) {
    const int first = p * kTileWidth;
    const TileProduct product{.a = {x, inputs, 1},
                              .rows = rows,
                              .b = weight.panel(p),
                              .steps = inputs,
                              .c = y + first,
                              .c_stride = outputs,
                              .addend = {bias == nullptr ? nullptr : bias + first, 0}};
    if (outputs - first < kTileWidth) {
      narrow_panel(product, outputs - first);
    } else {
      tile_product(product);
    }
  }
}

}  // namespace whereformer::simd
