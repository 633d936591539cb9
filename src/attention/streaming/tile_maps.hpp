// What a tile of queries writes to the maps of its call, block of keys by block of keys: a tile [keys][width], in base 2, becomes rows of a
// map. The width is kTileWidth, or 1 for a query alone. A weight is first written relative to the maximum of its block, which later blocks may exceed; the rows are brought to their
// last maximum and to a sum of 1 when all keys are known.
#pragma once

#include <numbers>

#include "attention/blocks.hpp"
#include "attention/call.hpp"
#include "attention/streaming/bias_plan.hpp"

namespace whereformer {

class TileMaps {
 public:
  // Floats of `factors` that a tile needs: [blocks of keys][width], for weights only.
  static int scratch(const AttentionCall& call, const AttentionMaps& maps, int width) {
    return maps.weights == nullptr ? 0 : (call.keys / kKeyBlock + 2) * width;
  }

  // `block` is set before each start.
  TileMaps(const AttentionCall& call, const AttentionMaps& maps, const ScoreBlock& block, float* factors, int width)
      : call_(call), maps_(maps), block_(block), factors_(factors), width_(width) {}

  // `seen`: what any query of the block sees.
  void start(KeyRange seen);

  // The keys to go over: scores before the mask are wanted of hidden pairs, too.
  KeyRange keys() const { return keys_; }

  // `factor`: of the tile. A map that is null is not wanted.
  void write(float* map, const float* tile, KeyRange keys, float factor = std::numbers::ln2_v<float>) const;
  void write_scores(const float* tile, KeyRange keys) const;
  // `factors` [width]: of everything before this tile (OnlineSoftmax::absorb).
  void write_weights(const float* tile, KeyRange keys, const float* factors);

  // `totals` [width]: the sum of each row. Are all weights finite?
  bool finish(const float* totals) const;

 private:
  float* row(float* map, int lane) const { return map + (first_row_ + lane) * call_.keys; }
  void fill_hidden(float* map, float hidden) const;
  void scale(int lane, float total) const;

  const AttentionCall& call_;
  const AttentionMaps& maps_;
  const ScoreBlock& block_;
  float* factors_;
  int width_;
  std::ptrdiff_t first_row_ = 0;  // of the maps
  KeyRange keys_;
  int blocks_ = 0;
  int edge_ = 0;  // where the first block of keys ends
};

}  // namespace whereformer
