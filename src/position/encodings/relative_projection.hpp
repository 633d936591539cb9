// Name: Relative projection (a mix of learned distance curves)
// Name-zh: 相对投影（学得距离曲线的混合）
// Type: relativeProjection
// Paper: x-transformers RelativeProjPositionalBias, after the Inkling model of Thinking Machines; no paper
// Link: https://github.com/lucidrains/x-transformers
// Year: 2026
// Doors: bias
// Formula: b_h(i, j) = \sum_c w_{i,h,c}\, B[c,\, i - j] \quad (0 \le i - j < M), \qquad 0 \text{ elsewhere}
// Convention: the mix is a linear map of the layer's input at the query, computed by the caller; column h · curves + c belongs to head h;
// nothing is added for keys after the query or M and more before it; added after the scale
// Convention-zh: 混合权重是查询处该层输入的线性映射，由调用者算出；第 h · curves + c 列属于第 h 头；查询之后的键以及相距 M 及以上的键不加任何值；在缩放之后相加
// Parameter: weights | [positions, heads · curves] required | | w, the mix of each query position | w，每个查询位置的混合权重
// Parameter: curves | [curves, maxDistance] required | | B, one curve over query − key per row | B，每行一条关于查询 − 键的曲线
// Variant: Relative projection | 相对投影 | {} | x-transformers RelativeProjPositionalBias
// Tested against: x-transformers RelativeProjPositionalBias
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct RelativeProjection {
  static constexpr const char* type = "relativeProjection";

  Table weights;
  Table curves;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("weights", weights);
    visit.learned("curves", curves);
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(curves, "position.curves", -1, -1, "[curves, maxDistance]"));
    const double columns = static_cast<double>(geometry.heads) * curves.rows;
    if (weights.columns != columns) return shape_error("position.weights", weights.columns, "heads · curves columns");
    return shaped(weights, "position.weights", -1, -1, "[positions, heads · curves]");
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, weights.rows, "a whole number that has a row in the table");
  }

  double pair_bias(int head, double query, double key) const {
    const double back = query - key;
    if (back < 0 || back >= curves.columns) return 0;
    const float* mix = weights.row(row_at(query, weights.rows)) + head * curves.rows;
    double sum = 0;
    for (int c = 0; c < curves.rows; ++c) sum += static_cast<double>(mix[c]) * curves.at(c, static_cast<int>(back));
    return sum;
  }
};

}  // namespace whereformer
