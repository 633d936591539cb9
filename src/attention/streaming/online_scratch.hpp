// Memory of the streaming kernel: of the order of a tile, plus a number per block of keys where weights are wanted.
#pragma once

#include "attention/streaming/online.hpp"
#include "attention/streaming/tile_maps.hpp"
#include "core/buffer.hpp"
#include "core/shape.hpp"

namespace whereformer {

// Scratch of a thread's kQueryTiles query tiles, for each of the threads; allocated once per call.
class OnlineScratch {
 public:
  Status allocate(const AttentionCall& call, const OnlinePlan& plan, int threads) {
    query_ = kQueryTiles * 2 * call.head_dim * simd::kTileWidth;
    output_ = kQueryTiles * call.value_dim * simd::kTileWidth;
    maps_ = TileMaps::scratch(call, plan.maps, simd::kTileWidth);
    each_ = query_ + output_ + kScores + kQueryTiles * maps_ + (plan.tiles != nullptr ? DistanceTiles::kScratch : 0);
    return all_.allocate(element_count(threads, each_));
  }

  // [kQueryTiles][2][head_dim][kTileWidth]: packed query; query plus key vector
  float* query(int thread) { return all_.data() + element_count(thread, each_); }
  // [kQueryTiles][value_dim][kTileWidth]
  float* output(int thread) { return query(thread) + query_; }
  // [kKeyBlock][kTileWidth] between kTilePadding zeros, shared
  float* scores(int thread) { return output(thread) + output_ + kTilePadding; }
  // [kQueryTiles][TileMaps::scratch]
  float* maps(int thread, int index) {
    return output(thread) + output_ + kScores + static_cast<std::ptrdiff_t>(index) * maps_;
  }
  float* distances(int thread) { return maps(thread, kQueryTiles); }

 private:
  static constexpr int kScores = kKeyBlock * simd::kTileWidth + 2 * kTilePadding;

  Buffer<float> all_;
  int query_ = 0;
  int output_ = 0;
  int maps_ = 0;
  int each_ = 0;
};

}  // namespace whereformer
