#include "simd/matmul.hpp"

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

void matmul(const float* x, int rows, const PackedMatrix& weight, const float* bias, float* y) {
  const int outputs = weight.outputs();
  const int inputs = weight.inputs();
  const Operand a{x, inputs, 1};
  for (int p = 0; p < weight.panel_count(); ++p) {
    const int first = p * kTileWidth;
    const int width = outputs - first < kTileWidth ? outputs - first : kTileWidth;
    for_tiles(rows, [&]<int R>(int row) {
      Tile<R> tile;
      tile.zero();
      tile.accumulate(a.from_row(row), weight.panel(p), inputs);
      alignas(64) float c[R * kTileWidth];
      tile.save(c, kTileWidth);
      for (int r = 0; r < R; ++r) {
        float* to = y + static_cast<std::ptrdiff_t>(row + r) * outputs + first;
        for (int o = 0; o < width; ++o) to[o] = c[r * kTileWidth + o] + (bias != nullptr ? bias[first + o] : 0.0F);
      }
    });
  }
}

}  // namespace whereformer::simd
