// Name: T5 relative position buckets
// Name-zh: T5 相对位置分桶
// Type: t5
// Paper: Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, section 2.1
// Link: https://arxiv.org/abs/1910.10683
// Year: 2019
// Doors: bias, score
// Formula: b_h(i, j) = T[\mathrm{bucket}(j - i),\, h], \qquad
// \mathrm{bucket}(n) = \begin{cases} n & n < e \\ \min\!\Big(e + \Big\lfloor \tfrac{\ln(n/e)}{\ln(M/e)} (B - e) \Big\rfloor,\, B - 1\Big) & n \ge e \end{cases}
// Convention: distance = key − query; bidirectional: half of the buckets for keys after the query; half of each side's buckets are
// exact, the rest logarithmic up to maxDistance. T5 adds the table to unscaled q·k; `scaled` is x-transformers: q·k/√d plus
// table · √d. With 32 buckets and 128 the last bucket starts at 91 (causal: 113), and bucket 16 is never used
// Convention-zh: 距离 = 键 − 查询；双向时一半的桶留给查询之后的键；每侧一半为精确桶，其余按对数直到 maxDistance。T5 把偏置加到未缩放的 q·k 上；
// scaled 为 x-transformers 的做法：q·k/√d 加表值 · √d。32 桶、128 时最后一桶从 91 开始（因果为 113），16 号桶永远用不到
// Parameter: table | [buckets, heads] required | | one learned scalar per bucket and head | 每个桶、每个头一个学得的标量
// Parameter: bidirectional | | | false = causal: keys after the query share bucket 0 | false 为因果形式：查询之后的键共用 0 号桶
// Parameter: maxDistance | | greater than the exact distances | where the logarithmic buckets end | 对数桶的终点
// Parameter: scores | | | scaled = q·k/√d and table · √d | scaled 表示 q·k/√d，表值乘 √d
// Variant: T5, bidirectional | T5 双向分桶 | {} | transformers T5Attention
// Variant: T5, causal | T5 因果分桶 | {"bidirectional": false} | transformers T5Attention
// Variant: T5, scaled scores | T5 分桶，缩放得分 | {"scores": "scaled"} | x-transformers RelativePositionBias
// Tested against: transformers T5Attention._relative_position_bucket and compute_bias, x-transformers RelativePositionBias
#pragma once

#include <cstdlib>

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

// Which of `rows` buckets a distance falls into; TUPE uses the same.
struct LogBuckets {
  int rows = 32;
  bool bidirectional = true;
  int max_distance = 128;

  Status check(const char* table, const char* limit) const {
    if (side() < 2) return shape_error(table, rows, "at least two buckets per direction");
    if (max_distance <= side() / 2) {
      return value_error(limit, max_distance, "more than the number of exact buckets");
    }
    return {};
  }

  // distance = key − query.
  int of(int distance) const {
    const int offset = bidirectional && distance > 0 ? side() : 0;
    const int away = bidirectional ? std::abs(distance) : std::max(-distance, 0);
    const int exact = side() / 2;
    return offset + (away < exact ? away : logarithmic(away, exact));
  }

 private:
  int side() const { return bidirectional ? rows / 2 : rows; }

  // A distance on a boundary (16 of 8, 128) belongs to the bucket that begins there, whatever the logarithms round to.
  int logarithmic(int away, int exact) const {
    const int steps = side() - exact;
    const double share =
        math::log(static_cast<double>(away) / exact) / math::log(static_cast<double>(max_distance) / exact);
    return std::min(exact + static_cast<int>(share * steps + 1e-9), side() - 1);
  }
};

struct T5Buckets {
  static constexpr const char* type = "t5";
  enum class Scores { unscaled, scaled };

  Table table;
  bool bidirectional = true;
  int max_distance = 128;
  Scores scores = Scores::unscaled;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.flag("bidirectional", bidirectional);
    visit.integer("maxDistance", max_distance, Range::positive);
    visit.choice("scores", scores, {"unscaled", "scaled"});
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(table, "position.table", -1, geometry.heads, "[buckets, heads]"));
    if (scores == Scores::scaled && geometry.head_dim < 1) {
      return value_error("headDim", geometry.head_dim, "the width of a head, required by scaled scores");
    }
    factor_ = scores == Scores::scaled ? math::sqrt(geometry.head_dim) : 1;
    buckets_ = {table.rows, bidirectional, max_distance};
    return buckets_.check("position.table", "position.maxDistance");
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, 0x1p24, "a whole position (distances are whole)");
  }

  double dot_scale(const Geometry& geometry) const {
    return scores == Scores::scaled ? 1 / math::sqrt(geometry.head_dim) : 1;
  }

  // distance = key − query.
  int bucket(int distance) const { return buckets_.of(distance); }

  int saturation_distance() const { return max_distance; }

  double distance_bias(int head, double distance) const {
    return table.at(bucket(static_cast<int>(distance)), head) * factor_;
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    to.at(table, bucket(static_cast<int>(g.distance())), g.head) += g.value * factor_;
  }

 private:
  LogBuckets buckets_;
  double factor_ = 1;
};

}  // namespace whereformer
