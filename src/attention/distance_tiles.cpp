// The distance tables as the streaming kernel meets them.
#include <cstring>

#include "attention/distance_tables.hpp"
#include "simd/diagonal.hpp"

namespace whereformer {
namespace {

// to[lane] += from[lane][lane]
void add_diagonals(const float* from, float* to) {
  for (int half = 0; half < simd::kTileWidth; half += simd::kLanes) {
    const simd::Lanes found = simd::diagonal(from + half * (simd::kTileWidth + 1), simd::kTileWidth);
    simd::store(to + half, simd::load(to + half) + found);
  }
}

// to[lane] += from[lane]
void add_row(const float* from, float* to) {
  for (int half = 0; half < simd::kTileWidth; half += simd::kLanes) {
    simd::store(to + half, simd::load(to + half) + simd::load(from + half));
  }
}

}  // namespace

int DistanceTables::only_entry(int first_query, KeyRange keys) const {
  const int first = first_entry(first_query, keys);
  const int last = first + keys.last - keys.first + simd::kTileWidth - 2;
  if (last <= near_end_) return 0;
  return first >= far_end_ ? entries_ - 1 : -1;
}

KeyVector DistanceTables::key_vector(int first_query, KeyRange keys) const {
  if (!has_key_columns_) return key_vector_;
  const int only = only_entry(first_query, keys);
  return only < 0 ? KeyVector{} : KeyVector{key_columns_.data() + only, static_cast<std::ptrdiff_t>(stride_)};
}

// Fills skewed_: products of some entries with every query.
void DistanceTables::multiply(const float* packed_query, int first, int count) {
  simd::tile_product({.a = {query_rows_.data() + static_cast<std::ptrdiff_t>(first) * width_, width_, 1},
                      .rows = count,
                      .b = packed_query,
                      .steps = width_,
                      .c = skewed_.data()});
}

// The same for a tile of `count` keys; what the block of keys before has left lies behind the entries that are new.
void DistanceTables::multiply_tile(const float* packed_query, int first, int count, CarriedProducts& carried) {
  const bool follows = carried.entry == first + count;
  multiply(packed_query, first, follows ? count : count + CarriedProducts::kRows);
  if (follows) std::memcpy(skewed_.data() + count * simd::kTileWidth, carried.rows, sizeof carried.rows);
  std::memcpy(carried.rows, skewed_.data(), sizeof carried.rows);
  carried.entry = first;
}

// Products of every distance of the tile with every query; key k needs the diagonal that starts at row (last − 1 − k).
void DistanceTables::add_content(float* scores, const float* packed_query, simd::Operand key_rows, int first_query,
                                 KeyRange keys, float factor, CarriedProducts& carried) {
  const int count = keys.last - keys.first;
  const int only = only_entry(first_query, keys);
  const int first = only < 0 ? first_entry(first_query, keys) : only;
  if (has_query_rows_ && only < 0) {
    multiply_tile(packed_query, first, count, carried);
    for (int k = 0; k < count; ++k) {
      add_diagonals(skewed_.data() + (count - 1 - k) * simd::kTileWidth, scores + k * simd::kTileWidth);
    }
  } else if (has_query_rows_) {
    multiply(packed_query, first, 1);
    for (int k = 0; k < count; ++k) add_row(skewed_.data(), scores + k * simd::kTileWidth);
  }
  if (!has_key_columns_ || only >= 0) return;
  simd::add_shifted_product({.a = key_rows,
                             .rows = count,
                             .b = key_columns_.data() + first + count - 1,
                             .b_stride = static_cast<std::ptrdiff_t>(stride_),
                             .steps = width_,
                             .c = scores,
                             .factor = factor});
}

// The weights of a tile, gathered by distance, times the value vectors.
void DistanceTables::add_values(float* weights, int first_query, KeyRange keys, float* output) {
  const int count = keys.last - keys.first;
  const int rows = count + simd::kTileWidth - 1;
  std::fill_n(skewed_.data(), rows * simd::kTileWidth, 0.0F);
  std::fill_n(weights + count * simd::kTileWidth, kTilePadding, 0.0F);
  for (int row = 0; row < rows; ++row) {
    add_diagonals(weights + (count - 1 - row) * simd::kTileWidth, skewed_.data() + row * simd::kTileWidth);
  }
  const float* values = value_rows_.data() + static_cast<std::ptrdiff_t>(first_entry(first_query, keys)) * value_dim_;
  simd::tile_product({.a = {values, 1, value_dim_},
                      .rows = value_dim_,
                      .b = skewed_.data(),
                      .steps = rows,
                      .c = output,
                      .addend = {output, simd::kTileWidth}});
}

}  // namespace whereformer
