// What a stack says as a function of query − key alone, tabulated for one head at a time: memory grows with the number of
// tokens, not with its square. Entry e belongs to the distance query − key = least + e. Past the stack's reach all entries are
// the same: of those there are as many as a tile reads, and one product serves a whole tile.
#pragma once

#include "attention/call.hpp"
#include "attention/distance_waves.hpp"
#include "core/buffer.hpp"
#include "position/any.hpp"
#include "simd/tile.hpp"

namespace whereformer {

// Rows of a tile that a diagonal may reach past its ends.
inline constexpr int kTilePadding = simd::kTileWidth * simd::kTileWidth;

// What keys are multiplied by, channel by channel; null = nothing.
struct KeyVector {
  const float* data = nullptr;
  std::ptrdiff_t stride = 0;
};

// Products of a tile's queries with the distances that its keys share with the block of keys behind them.
struct CarriedProducts {
  static constexpr int kRows = simd::kTileWidth - 1;

  int entry = -1;  // of row 0; −1 = none yet
  alignas(64) float rows[kRows * simd::kTileWidth];
};

class DistanceTables {
 public:
  // Room for the distances that these positions have. `with_bias`: also door 3, which must depend on distance alone.
  Status prepare(const PositionStack& stack, const AttentionCall& call, bool with_bias);

  // Asks the stack for the entries of one head.
  void fill(int head);

  // Do all distances have an entry? False for fractional positions and for very wide gaps.
  bool dense() const { return entries_ > 0; }
  int entry(double query, double key) const {
    return std::clamp(static_cast<int>(query - key) - least_, 0, entries_ - 1);
  }

  // One pair: door 3, what door 4 adds to q·k, and what door 5 adds to the output.
  float bias(int entry) const { return bias_[static_cast<std::size_t>(entry)]; }
  float query_term(int entry, const float* q) const;
  float key_term(int entry, const float* k) const;
  void add_value(int entry, double p, std::span<double> out) const;

  // The streaming kernel's tiles [keys][kTileWidth], whose lanes are consecutive queries at consecutive positions.
  simd::TileRowsAt bias_rows(int first_query, KeyRange keys) const {
    return {base2_bias_.data() + first_entry(first_query, keys) + (keys.last - 1 - keys.first), -1};
  }
  void add_content(float* scores, const float* packed_query, simd::Operand key_rows, int first_query, KeyRange keys,
                   float factor, CarriedProducts& carried);
  // `weights` lie between kTilePadding values on either side: zeros before, room behind.
  void add_values(float* weights, int first_query, KeyRange keys, float* output);

  // Of the head that is filled in: what is zero at every distance counts as absent.
  bool has_content() const { return has_query_rows_ || has_key_columns_; }
  bool has_values() const { return has_value_rows_; }

  // What all keys of a tile are multiplied by: added to the query, it costs nothing.
  KeyVector key_vector(int first_query, KeyRange keys) const;

 private:
  // First entry of a tile of keys: its first lane and its last key. A tile past the reach reads at the table's end.
  int first_entry(int first_query, KeyRange keys) const;
  // The entry that stands for all of a tile past the reach; −1 = the tile has more than one.
  int only_entry(int first_query, KeyRange keys) const;
  void multiply(const float* packed_query, int first, int count);
  void multiply_tile(const float* packed_query, int first, int count, CarriedProducts& carried);
  void find_range(const AttentionCall& call);
  Status prepare_waves();
  void fill_waves(int head);
  double bias_of(int head, int entry) const;
  void fill_vectors(int head, int entry);

  // Where the channels of an entry lie: entry · entry_step + channel · step.
  struct Place {
    std::size_t entry_step;
    std::size_t step;
    std::size_t width;
  };
  // Past the reach: what the entry before it says.
  bool repeats(int entry) const { return (entry > 0 && entry <= near_end_) || entry > far_end_; }
  // Asks all parts for one entry, or repeats the one before; returns whether any channel is found not to be zero.
  bool write(Side side, int head, int entry, Buffer<float>& to, Place place);

  const PositionStack* stack_ = nullptr;
  int least_ = 0;
  int entries_ = 0;
  int last_tile_ = 0;  // where a tile of no keys would begin
  int near_end_ = 0;   // the entries up to this one are the same
  int far_end_ = 0;    // and those from this one on
  int shift_ = 0;      // distance of indices 0 and 0
  int width_ = 0;
  int value_dim_ = 0;
  std::size_t stride_ = 0;     // entries and padding for the lanes past the last query
  Buffer<float> bias_;         // [stride]
  Buffer<float> base2_bias_;   // [stride], times log2 e
  Buffer<float> query_rows_;   // [stride][width]
  Buffer<float> key_columns_;  // [width][stride]
  Buffer<float> value_rows_;   // [stride][value_dim]
  bool has_query_rows_ = false;
  bool has_key_columns_ = false;
  bool has_value_rows_ = false;
  KeyVector key_vector_;                 // of waves: the same at all distances
  const AnyEncoding* waving_ = nullptr;  // the part whose vectors are all that there are, if they are waves
  ProjectedWaves waves_;
  DistanceWaves projected_;
  Buffer<double> vector_;  // one answer of the stack
  Buffer<float> skewed_;   // [kKeyBlock + kTileWidth][kTileWidth]
};

}  // namespace whereformer
