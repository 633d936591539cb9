// The distance tables as the streaming kernel reads them: for tiles [keys][kTileWidth] whose lanes are consecutive queries at
// consecutive positions.
#pragma once

#include "attention/blocks.hpp"
#include "attention/by_distance/distance_tables.hpp"

namespace whereformer {

// Products of a tile's queries with the distances that its keys share with the next block of keys.
struct CarriedProducts {
  static constexpr int kRows = simd::kTileWidth - 1;

  int entry = -1;  // of row 0; −1 = none yet
  alignas(64) float rows[kRows * simd::kTileWidth];
};

class DistanceTiles {
 public:
  // Products of a tile's distances with its queries: scratch of whoever asks, in floats.
  static constexpr int kScratch = (kKeyBlock + simd::kTileWidth) * simd::kTileWidth;

  // Prepares the tables (DistanceTables).
  Status prepare(const PositionStack& stack, const AttentionCall& call, bool with_bias);
  void fill(int head) { tables_.fill(head); }

  bool has_content() const { return tables_.has_query_rows() || tables_.has_key_columns(); }
  bool has_values() const { return tables_.has_values(); }

  // The bias of a tile in base 2: a row of kTileWidth queries per key.
  simd::TileRowsAt bias_rows(int first_query, KeyRange keys) const {
    return {tables_.base2_bias() + range_.first_entry(first_query, keys) + (keys.last - 1 - keys.first), -1};
  }
  // The key vector shared by all keys of the tile: added to the query, at no cost.
  KeyVector key_vector(int first_query, KeyRange keys) const;
  void add_content(float* scores, const float* packed_query, simd::Operand key_rows, int first_query, KeyRange keys,
                   float factor, CarriedProducts& carried, float* scratch) const;
  // `weights` have kTilePadding values on either side: zeros before, scratch after.
  void add_values(float* weights, int first_query, KeyRange keys, float* output, float* scratch) const;

 private:
  void multiply(const float* packed_query, int first, int count, float* to) const;
  void multiply_tile(const float* packed_query, int first, int count, CarriedProducts& carried, float* to) const;

  DistanceTables tables_;
  const DistanceRange& range_ = tables_.range();
  int width_ = 0;
  int value_dim_ = 0;
};

}  // namespace whereformer
