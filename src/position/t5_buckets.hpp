// Name: T5 relative position buckets
// Name-zh: T5 相对位置分桶
// Type: t5
// Paper: Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, section 2.1
// Link: https://arxiv.org/abs/1910.10683
// Year: 2019
// Doors: bias
// Convention: relative = key − query; bidirectional: half the buckets for key > query; half of each side exact, the rest logarithmic
// up to maxDistance; T5 itself adds the bias to unscaled scores (give attention `scale: 1`)
// Parameter: table | tensor [buckets, heads] | required | | one learned scalar per bucket and head | 每个桶、每个头一个学得的标量
// Parameter: bidirectional | boolean | true | | false = causal: keys after the query share bucket 0 | false 为因果形式：查询之后的键共用 0 号桶
// Parameter: maxDistance | integer | 128 | greater than the exact distances | where the logarithmic buckets end | 对数桶的终点
// Tested against: transformers T5Attention._relative_position_bucket and compute_bias
#pragma once

#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct T5Buckets {
  static constexpr const char* type = "t5";

  Table table;
  bool bidirectional = true;
  int max_distance = 128;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.table(table);
    visit.flag("bidirectional", bidirectional);
    visit.integer("maxDistance", max_distance);
  }

  Status prepare(const Geometry& geometry) {
    if (!table.well_formed()) {
      return shape_error("position.table", static_cast<double>(table.values.size()), "rows × columns values");
    }
    if (table.columns != geometry.heads) {
      return shape_error("position.table", table.columns, "as many columns as there are heads ([buckets, heads])");
    }
    if (bidirectional && table.rows % 2 != 0) {
      return shape_error("position.table", table.rows, "an even number of buckets when bidirectional");
    }
    if (side_buckets() < 2) return shape_error("position.table", table.rows, "at least two buckets per direction");
    if (max_distance <= side_buckets() / 2) {
      return value_error("position.maxDistance", max_distance,
                         "more than the distances that have a bucket of their own");
    }
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, 0x1p24, "a whole position (buckets count whole distances)");
  }

  // distance = key − query.
  int bucket(int distance) const {
    const int offset = bidirectional && distance > 0 ? side_buckets() : 0;
    const int away = bidirectional ? std::abs(distance) : std::max(-distance, 0);
    const int exact = side_buckets() / 2;
    return offset + (away < exact ? away : logarithmic_bucket(away, exact));
  }

  double distance_bias(int head, int distance) const { return table.at(bucket(distance), head); }

 private:
  int side_buckets() const { return bidirectional ? table.rows / 2 : table.rows; }

  int logarithmic_bucket(int away, int exact) const {
    const int steps = side_buckets() - exact;
    const double share =
        std::log(static_cast<double>(away) / exact) / std::log(static_cast<double>(max_distance) / exact);
    return std::min(exact + static_cast<int>(share * steps), side_buckets() - 1);
  }
};

}  // namespace whereformer
