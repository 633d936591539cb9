// Name: Learned scalar per distance
// Name-zh: 每个距离一个可学习标量
// Type: relativeBias
// Paper: Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer (without its buckets)
// Link: https://arxiv.org/abs/1910.10683
// Year: 2019
// Doors: bias
// Formula: b_h(i, j) = T[\mathrm{clip}(j - i, -k, k) + k,\, h]
// Convention: distance = key − query; added after the scale; distances past k share the outermost rows
// Convention-zh: 距离 = 键 − 查询；在缩放之后相加；超过 k 的距离共用最外侧的行
// Parameter: table | [2k + 1, heads] required | | row k is distance 0, later rows are keys after the query | 第 k 行为距离 0，之后的行为查询之后的键
// Variant: Scalar per distance | 逐距离标量 | {} | transformers SwinRelativePositionBias with a window of one row
// Variant: Scalar per distance, clipped window | 逐距离标量，截断窗口 | {} | NumPy construction
// Tested against: transformers SwinRelativePositionBias with a window of one row, NumPy construction
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct RelativeBias {
  static constexpr const char* type = "relativeBias";

  Table table;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(table, "position.table", -1, geometry.heads, "[2k + 1, heads]"));
    return table.rows % 2 == 1 ? Status{} : shape_error("position.table", table.rows, "an odd number of rows, 2k + 1");
  }

  Status check_positions(std::span<const float> positions) const { return whole_positions(positions); }

  int saturation_distance() const { return table.rows / 2; }

  double distance_bias(int head, double distance) const { return table.at(row_of(distance), head); }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    to.at(table, row_of(g.distance()), g.head) += g.value;
  }

 private:
  int row_of(double distance) const { return row_at(distance + table.rows / 2, table.rows); }
};

}  // namespace whereformer
