// Name: XLNet relative positions and segments
// Name-zh: XLNet 相对位置与片段
// Type: xlnet
// Paper: Yang et al. 2019, XLNet: Generalized Autoregressive Pretraining for Language Understanding
// Link: https://arxiv.org/abs/1906.08237
// Year: 2019
// Doors: content, bias
// Tokens: segments
// Formula: s_{ij} = \frac{(q_i + u) \cdot k_j + (q_i + v) \cdot W_R R_{i - j} + (q_i + w) \cdot g_{[\mathrm{seg}_i \ne \mathrm{seg}_j]}}{\sqrt d}
// Convention: as Transformer-XL, in both directions; segments are compared, not looked up: row 0 of segmentTable is for the same segment,
// row 1 for another. Weights stored as [dModel, heads, headDim] (transformers, the paper's code) are transposed
// Convention-zh: 与 Transformer-XL 相同，但双向；片段只比较异同：segmentTable 第 0 行为同一片段，第 1 行为不同片段。以 [dModel, heads, headDim] 存放的权重（transformers、论文代码）需转置
// Parameter: weight | [heads · headDim, dModel] required | an even number of columns | W_R (r) | W_R（r）
// Parameter: contentBias | [heads, headDim] required | | u (r_w_bias) | u（r_w_bias）
// Parameter: positionBias | [heads, headDim] required | | v (r_r_bias) | v（r_r_bias）
// Parameter: clampLength | | | distances beyond it count as it, 0 = off | 更远的距离按此计，0 表示不限
// Parameter: base | | | sets the longest wavelength | 决定最长波长
// Parameter: segmentTable | [2, heads · headDim] | needed with segments | g (seg_embed): same segment, another segment | g（seg_embed）：同一片段、不同片段
// Parameter: segmentBias | [heads, headDim] | needed with segments | w (r_s_bias) | w（r_s_bias）
// Parameter: segments | | one per position; empty = no segment term | segment of each position | 每个位置的片段号
// Variant: XLNet | XLNet | {"segments": [0, 0, 1, 1]} | transformers XLNetRelativeAttention
// Tested against: transformers XLNetRelativeAttention
#pragma once

#include "position/encodings/transformer_xl.hpp"

namespace whereformer {

struct Xlnet : TransformerXl {
  static constexpr const char* type = "xlnet";

  Table segment_table;
  Table segment_bias;
  Numbers segments;

  template <class Visitor>
  void parameters(Visitor& visit) {
    TransformerXl::parameters(visit);
    visit.table("segmentTable", segment_table);
    visit.table("segmentBias", segment_bias);
    visit.numbers("segments", segments, Range::any);
  }

  Status prepare(const Geometry& geometry) {
    const int width = geometry.head_dim;
    TRY(TransformerXl::prepare(geometry));
    if (segments.empty()) return {};
    TRY(shaped(segment_table, "position.segmentTable", 2, width_of_heads(geometry), "[2, heads · headDim]"));
    return shaped(segment_bias, "position.segmentBias", geometry.heads, width, "[heads, headDim]");
  }

  Status check_positions(std::span<const float> positions) const {
    if (segments.empty()) return {};
    return whole_positions_below(positions, static_cast<double>(segments.size()),
                                 "a whole position below the number of segments");
  }

  bool has_content() const { return !segments.empty(); }

  // (q + w) · g of the same or of another segment.
  double content(std::span<const double> q, std::span<const double> /*k*/, int head, double query, double key) const {
    if (segments.empty()) return 0;
    const int width = segment_bias.columns;
    const float* g = segment_table.row(segment(query) == segment(key) ? 0 : 1) + head * width;
    return dot_product(q.data(), g, width) + dot_product(segment_bias.row(head), g, width);
  }

 private:
  double segment(double position) const { return segments[row_at(position, static_cast<int>(segments.size()))]; }
};

}  // namespace whereformer
