#include "attention/by_distance/distance_tiles.hpp"

#include <cstring>

#include "core/shape.hpp"
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

Status DistanceTiles::prepare(const PositionStack& stack, const AttentionCall& call, bool with_bias) {
  width_ = call.head_dim;
  value_dim_ = call.value_dim;
  return tables_.prepare(stack, call, with_bias);
}

KeyVector DistanceTiles::key_vector(int first_query, KeyRange keys) const {
  if (!tables_.has_key_columns()) return tables_.constant_key_vector();
  const int only = range_.only_entry(first_query, keys);
  return only < 0 ? KeyVector{} : tables_.key_column(only);
}

// Products of `count` entries from `first` on with every query.
void DistanceTiles::multiply(const float* packed_query, int first, int count, float* to) const {
  simd::tile_product({.a = tables_.query_rows(first), .rows = count, .b = packed_query, .steps = width_, .c = to});
}

// Products of the entries of a tile of `count` keys with every query; those that the previous block of keys left are not computed again.
void DistanceTiles::multiply_tile(const float* packed_query, int first, int count, CarriedProducts& carried,
                                  float* to) const {
  const bool follows = carried.entry == first + count;
  multiply(packed_query, first, follows ? count : count + CarriedProducts::kRows, to);
  if (follows) std::memcpy(to + count * simd::kTileWidth, carried.rows, sizeof carried.rows);
  std::memcpy(carried.rows, to, sizeof carried.rows);
  carried.entry = first;
}

// Products of every distance of the tile with every query; key k needs the diagonal that starts at row (last − 1 − k).
void DistanceTiles::add_content(float* scores, const float* packed_query, simd::Operand key_rows, int first_query,
                                KeyRange keys, float factor, CarriedProducts& carried, float* scratch) const {
  const int count = keys.count();
  const int only = range_.only_entry(first_query, keys);
  const int first = only < 0 ? range_.first_entry(first_query, keys) : only;
  if (tables_.has_query_rows() && only < 0) {
    multiply_tile(packed_query, first, count, carried, scratch);
    for (int k = 0; k < count; ++k) {
      add_diagonals(scratch + (count - 1 - k) * simd::kTileWidth, scores + k * simd::kTileWidth);
    }
  } else if (tables_.has_query_rows()) {
    multiply(packed_query, first, 1, scratch);
    for (int k = 0; k < count; ++k) add_row(scratch, scores + k * simd::kTileWidth);
  }
  if (!tables_.has_key_columns() || only >= 0) return;
  const KeyVector columns = tables_.key_column(first + count - 1);
  simd::add_shifted_product({.a = key_rows,
                             .rows = count,
                             .b = columns.data,
                             .b_stride = columns.stride,
                             .steps = width_,
                             .c = scores,
                             .factor = factor});
}

// The weights of a tile, gathered by distance, times the value vectors.
void DistanceTiles::add_values(float* weights, int first_query, KeyRange keys, float* output, float* scratch) const {
  const int count = keys.count();
  const int rows = count + simd::kTileWidth - 1;
  std::fill_n(scratch, rows * simd::kTileWidth, 0.0F);
  std::fill_n(weights + count * simd::kTileWidth, kTilePadding, 0.0F);
  for (int row = 0; row < rows; ++row) {
    add_diagonals(weights + (count - 1 - row) * simd::kTileWidth, scratch + row * simd::kTileWidth);
  }
  const float* values = tables_.value_rows(range_.first_entry(first_query, keys));
  simd::tile_product({.a = {values, 1, value_dim_},
                      .rows = value_dim_,
                      .b = scratch,
                      .steps = rows,
                      .c = output,
                      .addend = {output, simd::kTileWidth}});
}

}  // namespace whereformer
