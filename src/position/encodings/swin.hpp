// Name: Swin relative position table
// Name-zh: Swin 二维相对位置表
// Type: swin
// Paper: Liu et al. 2021, Swin Transformer: Hierarchical Vision Transformer using Shifted Windows
// Link: https://arxiv.org/abs/2103.14030
// Year: 2021
// Doors: bias
// Tokens: grid
// Formula: b_h(i, j) = T[(y_i - y_j + H_w - 1)(2 W_w - 1) + x_i - x_j + W_w - 1,\, h]
// Convention: position = row · width + column inside of one window; offsets are query − key; added after the scale
// Convention-zh: 位置 = 行 · width + 列，只在一个窗口之内；偏移为查询 − 键；在缩放之后相加
// Parameter: table | [(2·height − 1)(2·width − 1), heads] required | | one learned scalar per offset and head | 每个偏移、每个头一个学得的标量
// Parameter: width | required | at most 1024 | columns of the window | 窗口列数
// Parameter: height | required | at most 1024 | rows of the window | 窗口行数
// Variant: Swin 2-D table | Swin 二维表 | {"width": 7, "height": 7} | transformers SwinRelativePositionBias
// Tested against: transformers SwinRelativePositionBias
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

// Tokens of a window, counted row by row, and the offsets between them.
struct PatchWindow {
  int width = 0;
  int height = 0;

  int tokens() const { return width * height; }
  int offsets() const { return (2 * width - 1) * (2 * height - 1); }

  Status check() const {
    if (width < 1 || width > 1024) return value_error("position.width", width, "1 to 1024 columns");
    if (height < 1 || height > 1024) return value_error("position.height", height, "1 to 1024 rows");
    return {};
  }

  // query − key as a row of a table of offsets.
  int offset(double query, double key) const {
    const int q = row_at(query, tokens());
    const int k = row_at(key, tokens());
    const int down = q / width - k / width + height - 1;
    const int right = q % width - k % width + width - 1;
    return down * (2 * width - 1) + right;
  }
};

struct Swin {
  static constexpr const char* type = "swin";

  Table table;
  int width = 0;
  int height = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.integer("width", width, Range::positive);
    visit.integer("height", height, Range::positive);
  }

  Status prepare(const Geometry& geometry) {
    TRY(window().check());
    return shaped(table, "position.table", window().offsets(), geometry.heads, "[(2·height − 1)(2·width − 1), heads]");
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, window().tokens(), "a whole position inside of the window");
  }

  double pair_bias(int head, double query, double key) const { return table.at(window().offset(query, key), head); }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    to.at(table, window().offset(g.query, g.key), g.head) += g.value;
  }

 private:
  PatchWindow window() const { return {width, height}; }
};

}  // namespace whereformer
