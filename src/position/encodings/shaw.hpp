// Name: Relative position vectors (Shaw)
// Name-zh: 相对位置向量（Shaw）
// Type: shaw
// Paper: Shaw, Uszkoreit, Vaswani 2018, Self-Attention with Relative Position Representations
// Link: https://arxiv.org/abs/1803.02155
// Year: 2018
// Doors: content, value
// Formula: s_{ij} = \frac{q_i \cdot (k_j + a^K_r)}{\sqrt d}, \qquad z_i = \sum_j p_{ij} (v_j + a^V_r), \qquad r = \mathrm{clip}(j - i, -k, k) + k
// Convention: distance = key − query, clipped; here all heads of a layer share both tables (the paper's base model has its own for each
// head, its big model for each layer); the key term is inside of the scale
// Convention-zh: 距离 = 键 − 查询，截断；这里一层的所有头共用两张表（论文的基础模型每个头各有一份，大模型每层一份）；键的项在缩放之内
// Parameter: keyTable | [2k + 1, headDim] required | | added to the keys | 加在键上的向量
// Parameter: valueTable | [2k + 1, valueDim] | as many rows as keyTable | added to the values | 加在值上的向量
// Variant: Shaw | Shaw | {} | NumPy construction after the paper
// Tested against: NumPy construction after the paper (equations 3 and 4) and fairseq2 shaw.py
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Shaw {
  static constexpr const char* type = "shaw";

  Table key_table;
  Table value_table;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("keyTable", key_table);
    visit.learned("valueTable", value_table);
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(key_table, "position.keyTable", -1, geometry.head_dim, "[2k + 1, headDim]"));
    if (key_table.rows % 2 == 0) {
      return shape_error("position.keyTable", key_table.rows, "an odd number of rows, 2k + 1");
    }
    if (value_table.empty()) return {};
    const int width = geometry.value_dim > 0 ? geometry.value_dim : -1;
    return shaped(value_table, "position.valueTable", key_table.rows, width, "[2k + 1, valueDim]");
  }

  Status check_positions(std::span<const float> positions) const { return whole_positions(positions); }

  int saturation_distance() const { return key_table.rows / 2; }

  void query_vector(int /*head*/, double distance, std::span<double> out) const {
    add_row(key_table, row(distance), 0, key_table.columns, out);
  }

  void value_vector(int /*head*/, double distance, std::span<double> out) const {
    if (value_table.empty()) return;
    add_row(value_table, row(distance), 0, std::min(value_table.columns, static_cast<int>(out.size())), out);
  }

  void learn(const VectorGradient& g, LearnedGradients& to) const {
    if (g.side == Side::query) add_to(to.row(key_table, row(g.distance)), 1, g.vector);
    if (g.side == Side::value && !value_table.empty()) add_to(to.row(value_table, row(g.distance)), 1, g.vector);
  }

 private:
  int row(double distance) const { return row_at(distance + key_table.rows / 2, key_table.rows); }
};

}  // namespace whereformer
