// Name: Relative key, relative key and query (Huang)
// Name-zh: 相对键、相对键与查询（Huang）
// Type: relativeKey
// Paper: Huang, Liang, Xu, Xiang 2020, Improve Transformer Models with Better Relative Position Embeddings
// Link: https://arxiv.org/abs/2009.13658
// Year: 2020
// Doors: content
// Formula: s_{ij} = \frac{q_i \cdot k_j + q_i \cdot e_{i - j + N - 1} \; (+ \; k_j \cdot e_{i - j + N - 1})}{\sqrt d}
// Convention: the index is query − key + N − 1, the other way round than Shaw's; nothing is clipped, so positions end at N; one table
// for all heads, inside of the scale (BERT position_embedding_type in transformers up to 4.57)
// Convention-zh: 索引为查询 − 键 + N − 1，方向与 Shaw 相反；不截断，因此位置到 N 为止；所有头共用一张表，在缩放之内（transformers 4.57 及以前 BERT 的 position_embedding_type）
// Parameter: table | [2N − 1, headDim] required | | one vector per distance | 每个距离一个向量
// Parameter: terms | | | keyQuery adds the product with the key (method 4 of the paper) | keyQuery 再加与键的内积（论文方法 4）
// Variant: Relative key | 相对键 | {"terms": "key"} | NumPy construction after transformers 4 BertSelfAttention
// Variant: Relative key and query | 相对键与查询 | {"terms": "keyQuery"} | NumPy construction after transformers 4 BertSelfAttention
// Tested against: NumPy construction after transformers 4 BertSelfAttention
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct RelativeKey {
  static constexpr const char* type = "relativeKey";
  enum class Terms { key, key_query };

  Table table;
  Terms terms = Terms::key;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.choice("terms", terms, {"key", "keyQuery"});
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(table, "position.table", -1, geometry.head_dim, "[2N − 1, headDim]"));
    return table.rows % 2 == 1 ? Status{} : shape_error("position.table", table.rows, "an odd number of rows, 2N − 1");
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, table.rows / 2 + 1, "a whole position below N, of a table of 2N − 1 rows");
  }

  void query_vector(int /*head*/, double distance, std::span<double> out) const {
    add_row(table, row(distance), 0, table.columns, out);
  }

  void key_vector(int head, double distance, std::span<double> out) const {
    if (terms == Terms::key_query) query_vector(head, distance, out);
  }

  void learn(const VectorGradient& g, LearnedGradients& to) const {
    const bool reads = g.side == Side::query || (g.side == Side::key && terms == Terms::key_query);
    if (reads) add_to(to.row(table, row(g.distance)), 1, g.vector);
  }

 private:
  int row(double distance) const { return row_at(table.rows / 2 - distance, table.rows); }
};

}  // namespace whereformer
