#include "simd/tile.hpp"

namespace whereformer::simd {

void tile_product(Operand a, int rows, const float* b, int steps, float* c) {
  for_tiles(rows, [&]<int R>(int row) {
    Tile<R> tile;
    tile.zero();
    tile.accumulate(a.from_row(row), b, steps);
    tile.save(c + row * kTileWidth, kTileWidth);
  });
}

void tile_rescale_add(Operand a, int rows, const float* b, int steps, Lanes left_factor, Lanes right_factor, float* c) {
  for_tiles(rows, [&]<int R>(int row) {
    Tile<R> tile;
    tile.load_scaled(c + row * kTileWidth, left_factor, right_factor);
    tile.accumulate(a.from_row(row), b, steps);
    tile.save(c + row * kTileWidth, kTileWidth);
  });
}

}  // namespace whereformer::simd
