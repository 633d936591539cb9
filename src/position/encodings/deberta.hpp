// Name: DeBERTa disentangled attention
// Name-zh: DeBERTa 解耦注意力
// Type: deberta
// Paper: He, Liu, Gao, Chen 2021, DeBERTa: Decoding-enhanced BERT with Disentangled Attention
// Link: https://arxiv.org/abs/2006.03654
// Year: 2020
// Doors: content, bias, score
// Model input: token indices
// Formula: s_{ij} = \frac{q_i \cdot k_j + q_i \cdot K^r_{\delta(i,j)} + k_j \cdot Q^r_{\delta(i,j)}}{\sqrt{3 d}}, \qquad
// \delta(i, j) = \mathrm{clip}(\mathrm{bucket}(i - j) + S,\, 0,\, 2S - 1)
// Convention: the index is query − key + S; tables are the projected position embeddings. Every term is inside of the scale, which
// counts the terms: 1/√(d · (1 + terms)). The paper looks up δ(j, i) for the position-to-content term, both codes δ(i, j). v2 and v3:
// identity up to buckets/2, then logarithmic; beyond maxDistance as transformers (microsoft's code clamps one row earlier). The
// bias is the position-to-position term alone, which is off by default: the paper names it, no published code runs it
// Convention-zh: 索引为查询 − 键 + S；表为投影后的位置嵌入。各项都在缩放之内，缩放按项数计：1/√(d · (1 + 项数))。位置到内容一项，论文取 δ(j, i)，两份代码都取 δ(i, j)。v2、v3 在
// buckets/2 以内逐个、之外按对数；超过 maxDistance 时与 transformers 相同（微软代码早一行截断）。偏置只有位置到位置这一项，默认不加：论文提到它，公开代码都无法运行
// Parameter: positionKey | [2S, heads · headDim] | one of the two is needed | Kʳ: content to position | Kʳ：内容到位置
// Parameter: positionQuery | [2S, heads · headDim] | one of the two is needed | Qʳ: position to content | Qʳ：位置到内容
// Parameter: buckets | | 0 or 4 and above; then S = buckets | v2: logarithmic buckets per direction, 0 = v1 | v2：每个方向的对数桶数，0 为 v1
// Parameter: maxDistance | | above buckets/2 + 1; only with buckets | where the logarithmic buckets end | 对数桶的终点
// Parameter: positionPosition | | needs both tables | adds Qʳ · Kʳ | 加上 Qʳ · Kʳ
// Parameter: transposed | | | position to content looks up δ(j, i), as in the paper | 位置到内容取 δ(j, i)，如论文所写
// Parameter: swapped | | needs buckets | position to content with buckets and maxDistance swapped (transformers v2, where
// there are not as many queries as keys) | 位置到内容时把 buckets 与 maxDistance 对调（transformers v2 在查询数与键数不同时如此）
// Variant: DeBERTa v1 | DeBERTa v1 | {} | transformers DebertaModel
// Variant: DeBERTa v2 and v3, logarithmic buckets | DeBERTa v2、v3 对数分桶 | {"buckets": 256, "maxDistance": 512} | transformers DebertaV2Model
// Variant: DeBERTa with position-to-position | DeBERTa 加位置到位置项 | {"positionPosition": true} | NumPy construction after the paper
// Tested against: transformers DisentangledSelfAttention of deberta and deberta_v2
#pragma once

#include <cmath>

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Deberta {
  static constexpr const char* type = "deberta";

  Table position_key;
  Table position_query;
  int buckets = 0;
  int max_distance = 512;
  bool position_position = false;
  bool transposed = false;
  bool swapped = false;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("positionKey", position_key);
    visit.learned("positionQuery", position_query);
    visit.integer("buckets", buckets, Range::not_negative);
    visit.integer("maxDistance", max_distance, Range::positive);
    visit.flag("positionPosition", position_position);
    visit.flag("transposed", transposed);
    visit.flag("swapped", swapped);
  }

  Status prepare(const Geometry& geometry) {
    width_ = geometry.head_dim;
    scale_ = geometry.scale;
    rows_ = position_key.empty() ? position_query.rows : position_key.rows;
    TRY(check_buckets());
    TRY(check_tables(width_of_heads(geometry)));
    saturation_distance_ = saturation();
    return {};
  }

  Status check_positions(std::span<const float> positions) const { return whole_positions(positions); }

  double dot_scale(const Geometry& geometry) const {
    const int terms = (position_key.empty() ? 0 : 1) + (position_query.empty() ? 0 : 1) + (position_position ? 1 : 0);
    return 1 / math::sqrt(static_cast<double>(geometry.head_dim) * (1 + terms));
  }

  int saturation_distance() const { return saturation_distance_; }

  // q · Kʳ.
  void query_vector(int head, double distance, std::span<double> out) const {
    if (!position_key.empty()) add_row(position_key, key_row(distance), head * width_, width_, out);
  }

  // k · Qʳ.
  void key_vector(int head, double distance, std::span<double> out) const {
    if (!position_query.empty()) add_row(position_query, query_row(distance), head * width_, width_, out);
  }

  // Qʳ · Kʳ, times the scale.
  double distance_bias(int head, double distance) const {
    if (!position_position) return 0;
    const float* q = position_query.row(query_row(distance)) + head * width_;
    return dot_product(q, position_key.row(key_row(distance)) + head * width_, width_) * scale_;
  }

  void learn(const VectorGradient& g, LearnedGradients& to) const {
    if (g.side == Side::query && !position_key.empty()) {
      add_to(to.row(position_key, key_row(g.distance)).subspan(first(g.head)), 1, g.vector);
    }
    if (g.side == Side::key && !position_query.empty()) {
      add_to(to.row(position_query, query_row(g.distance)).subspan(first(g.head)), 1, g.vector);
    }
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    if (!position_position) return;
    const int q = query_row(g.distance());
    const int k = key_row(g.distance());
    for (int column = g.head * width_; column < (g.head + 1) * width_; ++column) {
      to.at(position_query, q, column) += g.value * scale_ * position_key.at(k, column);
      to.at(position_key, k, column) += g.value * scale_ * position_query.at(q, column);
    }
  }

  // back = query − key. Identity up to ±buckets/2, then logarithmic up to `limit`.
  static double bucket(double back, int buckets, int limit) {
    const double middle = buckets / 2;
    const double away = std::abs(back);
    if (away <= middle) return back;
    const double share = math::log(away / middle) / math::log((limit - 1) / middle);
    const double far = std::ceil(share * (middle - 1) - 1e-9) + middle;
    return back < 0 ? -far : far;
  }

 private:
  // The first column of a head.
  std::size_t first(int head) const { return static_cast<std::size_t>(head) * width_; }

  // δ as a row of either table.
  int row(double back, int count, int limit) const {
    return row_at((buckets > 0 ? bucket(back, count, limit) : back) + rows_ / 2, rows_);
  }
  int key_row(double distance) const { return row(-distance, buckets, max_distance); }
  int query_row(double distance) const {
    const double back = transposed ? distance : -distance;
    return swapped ? row(back, max_distance, buckets) : row(back, buckets, max_distance);
  }

  // The first distance whose index is clipped on both sides, bucket ≥ S. Buckets grow past maxDistance; an odd number of them needs
  // the more: there bucket(maxDistance − 1) is S − 2.
  int saturation() const {
    if (swapped) return kEndless;
    if (buckets == 0) return rows_ / 2;
    int before = 0;
    int reach = kEndless;
    while (reach - before > 1) {
      const int middle = before + (reach - before) / 2;
      (bucket(middle, buckets, max_distance) < buckets ? before : reach) = middle;
    }
    return reach;
  }

  Status check_buckets() const {
    if (buckets == 0) return swapped ? word_error("position.swapped", "true", "false without buckets") : Status{};
    if (buckets < 4) return value_error("position.buckets", buckets, "0, or at least 4");
    const bool reaches = max_distance > buckets / 2 + 1 && max_distance >= 4;
    return reaches ? Status{} : value_error("position.maxDistance", max_distance, "more than buckets / 2 + 1");
  }

  Status check_tables(int columns) const {
    if (rows_ == 0) return shape_error("position.positionKey", 0, "positionKey, positionQuery or both");
    const auto check = [&](const Table& table, const char* name) {
      if (table.empty()) return position_position ? shape_error(name, 0, "both tables for positionPosition") : Status{};
      if (table.rows % 2 != 0) return shape_error(name, table.rows, "an even number of rows, 2S");
      return shaped(table, name, buckets > 0 ? 2 * buckets : rows_, columns,
                    "[2S, heads · headDim], S = buckets if any");
    };
    TRY(check(position_key, "position.positionKey"));
    return check(position_query, "position.positionQuery");
  }

  int width_ = 0;
  int rows_ = 0;
  int saturation_distance_ = kEndless;
  double scale_ = 1;
};

}  // namespace whereformer
