// Name: TUPE (untied absolute and relative positions)
// Name-zh: 解绑位置编码（TUPE）
// Type: tupe
// Paper: Ke, He, Liu 2021, Rethinking Positional Encoding in Language Pre-training
// Link: https://arxiv.org/abs/2006.15595
// Year: 2020
// Doors: bias, score
// Formula: s_{ij} = \frac{q_i \cdot k_j + (p_i U_Q) \cdot (p_j U_K)}{\sqrt{2 d}} + T[\mathrm{bucket}(j - i),\, h]
// Convention: positions are normalised and projected by the caller (queryTable, keyTable); both products are divided by √(2d), the
// bucket bias is not. The first token's row and column have scores of their own (`first`: final scores) and bucket rows of their own:
// its column uses the last row, its row uses the bucket that T5 never reaches (buckets/2); at (0, 0) the row wins
// Convention-zh: 位置向量的归一化与投影由调用者完成（queryTable、keyTable）；两个内积都除以 √(2d)，分桶偏置不除。首词元的行与列有自己的得分（first，最终得分）和自己的桶：列用最后一行，行用
// T5 永远用不到的桶（buckets/2）；(0, 0) 处以行为准
// Parameter: queryTable | [positions, heads · headDim] required | | p · U_Q | p · U_Q
// Parameter: keyTable | [positions, heads · headDim] required | the shape of queryTable | p · U_K | p · U_K
// Parameter: first | [2, heads] | | scores of the first token's row (from it) and column (to it) | 首词元的行（从它出发）与列（指向它）的得分
// Parameter: bucketTable | [buckets + 1, heads] | at least two buckets per direction | T5 buckets in both directions, and a last row for the first
// token's column | 双向 T5 分桶，最后一行为首词元的列
// Parameter: maxDistance | | greater than the exact distances | where the logarithmic buckets end | 对数桶的终点
// Variant: TUPE-A | TUPE-A | {} | NumPy construction after guolinke/TUPE TransformerSentenceEncoder
// Variant: TUPE-R | TUPE-R | {"maxDistance": 128} | NumPy construction after guolinke/TUPE TransformerSentenceEncoder
// Tested against: NumPy construction after guolinke/TUPE fairseq/modules/transformer_sentence_encoder.py
#pragma once

#include "core/math.hpp"
#include "position/encodings/t5_buckets.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Tupe {
  static constexpr const char* type = "tupe";

  Table query_table;
  Table key_table;
  Table first;
  Table bucket_table;
  int max_distance = 128;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("queryTable", query_table);
    visit.learned("keyTable", key_table);
    visit.learned("first", first);
    visit.learned("bucketTable", bucket_table);
    visit.integer("maxDistance", max_distance, Range::positive);
  }

  Status prepare(const Geometry& geometry) {
    const int columns = width_of_heads(geometry);
    width_ = geometry.head_dim;
    scale_ = geometry.scale;
    TRY(shaped(query_table, "position.queryTable", -1, columns, "[positions, heads · headDim]"));
    TRY(shaped(key_table, "position.keyTable", query_table.rows, columns, "the shape of queryTable"));
    if (!first.empty()) TRY(shaped(first, "position.first", 2, geometry.heads, "[2, heads]"));
    if (bucket_table.empty()) return {};
    TRY(shaped(bucket_table, "position.bucketTable", -1, geometry.heads, "[buckets + 1, heads]"));
    buckets_ = {bucket_table.rows - 1, true, max_distance};
    return buckets_.check("position.bucketTable", "position.maxDistance");
  }

  bool bias_is_position_product() const { return true; }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, query_table.rows, "a whole number that has a row in the table");
  }

  double dot_scale(const Geometry& geometry) const { return 1 / math::sqrt(2.0 * geometry.head_dim); }

  double pair_bias(int head, double query, double key) const {
    const int i = row_at(query, query_table.rows);
    const int j = row_at(key, query_table.rows);
    const double bucket_bias = bucket_table.empty() ? 0 : bucket_table.at(bucket_row(i, j), head);
    return absolute(head, i, j) + bucket_bias;
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    const int i = row_at(g.query, query_table.rows);
    const int j = row_at(g.key, query_table.rows);
    if (!bucket_table.empty()) to.at(bucket_table, bucket_row(i, j), g.head) += g.value;
    if (of_first(i, j)) {
      to.at(first, i == 0 ? 0 : 1, g.head) += g.value;
      return;
    }
    for (int column = g.head * width_; column < (g.head + 1) * width_; ++column) {
      to.at(query_table, i, column) += g.value * scale_ * key_table.at(j, column);
      to.at(key_table, j, column) += g.value * scale_ * query_table.at(i, column);
    }
  }

 private:
  // Has the pair a score of its own?
  bool of_first(int i, int j) const { return !first.empty() && (i == 0 || j == 0); }

  double absolute(int head, int i, int j) const {
    if (of_first(i, j)) return first.at(i == 0 ? 0 : 1, head);
    const float* k = key_table.row(j) + head * width_;
    return dot_product(query_table.row(i) + head * width_, k, width_) * scale_;
  }

  int bucket_row(int i, int j) const {
    if (i == 0) return buckets_.rows / 2;
    return j == 0 ? buckets_.rows : buckets_.of(j - i);
  }

  LogBuckets buckets_;
  int width_ = 0;
  double scale_ = 1;
};

}  // namespace whereformer
