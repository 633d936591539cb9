// Sizes of the blocks that attention is computed in.
#pragma once

#include "simd/tile.hpp"

namespace whereformer {

inline constexpr int kQueryTiles = 4;  // tiles of queries that share a block of keys
// Keys of one block: whole tiles, whose scores stay in L1.
inline constexpr int kKeyBlock = 144 / simd::kTileRows * simd::kTileRows;

// Rows of a tile that a diagonal may reach past its ends.
inline constexpr int kTilePadding = simd::kTileWidth * simd::kTileWidth;

}  // namespace whereformer
