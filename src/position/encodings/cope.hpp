// Name: CoPE (contextual position encoding)
// Name-zh: 上下文位置编码（CoPE）
// Type: cope
// Paper: Golovneva, Wang, Weston, Sukhbaatar 2024, Contextual Position Encoding: Learning to Count What's Important
// Link: https://arxiv.org/abs/2405.18719
// Year: 2024
// Doors: content
// Causal: required
// Formula: p_{ij} = \min\Big(\sum_{l \ge j} \sigma(q_i \cdot k_l / \sqrt d),\, P - 1\Big), \qquad
// s_{ij} = \frac{q_i \cdot k_j + (1 - f)\, q_i \cdot e_{\lfloor p \rfloor} + f\, q_i \cdot e_{\lceil p \rceil}}{\sqrt d}, \quad f = p - \lfloor p \rfloor
// Convention: positions are counted from the query back to the key, over the keys that it sees, key j included; one table for all heads.
// The paper's code adds the term before the scale, x-transformers (and the paper's listing) after it: there a scale of 0 is refused
// Convention-zh: 位置从查询往回数到键，只数可见的键，包括键 j 本身；所有头共用一张表。论文代码在缩放之前相加，x-transformers（以及论文附录的代码）在缩放之后相加，此时缩放不能为 0
// Parameter: table | [positions, headDim] required | | e, one vector per whole position | e，每个整数位置一个向量
// Parameter: where | | | where the term is added | 在何处相加
// Variant: CoPE | CoPE | {"where": "beforeScale"} | NumPy construction after facebookresearch/RAM ContextPosSelfAttn
// Variant: CoPE, after the scale | CoPE，缩放之后 | {"where": "afterScale"} | x-transformers CoPE
// Tested against: NumPy construction after facebookresearch/RAM projects/cope, x-transformers CoPE
#pragma once

#include <cmath>

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Cope {
  static constexpr const char* type = "cope";
  enum class Where { before_scale, after_scale };

  Table table;
  Where where = Where::before_scale;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.choice("where", where, {"beforeScale", "afterScale"});
  }

  Status prepare(const Geometry& geometry) {
    scale_ = geometry.scale;
    if (where == Where::after_scale && scale_ == 0)
      return value_error("scale", 0, "not 0 where CoPE is added after it");
    return shaped(table, "position.table", -1, geometry.head_dim, "[positions, headDim]");
  }

  // Gates are summed from the last key backwards.
  void content_row(std::span<const double> q, std::span<const double> products, std::span<const char> seen,
                   int /*head*/, std::span<double> content) const {
    const double factor = where == Where::after_scale ? 1 / scale_ : 1;
    double counted = 0;
    for (std::size_t j = products.size(); j-- > 0;) {
      if (seen[j] == 0) continue;
      counted += math::sigmoid(products[j] * scale_);
      content[j] += interpolated(q, std::min(counted, table.rows - 1.0)) * factor;
    }
  }

  // The gate of key l counts towards the positions of all keys up to l: its gradient is the sum of theirs, which is the sum of all
  // less that of the keys after l.
  void learn(const ContentRowGradient& g, LearnedGradients& to) const {
    const double factor = where == Where::after_scale ? 1 / scale_ : 1;
    const auto gate_of = [&](std::size_t j) { return math::sigmoid(g.products[j] * scale_); };
    const auto slope = [&](double gate) { return gate * (1 - gate) * scale_; };
    double counted = 0;
    double sum = 0;  // of the gradients of positions
    for (std::size_t j = g.products.size(); j-- > 0;) {
      if (g.seen[j] == 0) continue;
      const double gate = gate_of(j);
      counted += gate;
      g.d_products[j] -= sum * slope(gate);
      sum += learn_at(std::min(counted, table.rows - 1.0), g.content[j] * factor, g, to);
    }
    for (std::size_t j = 0; j < g.products.size(); ++j) {
      if (g.seen[j] != 0) g.d_products[j] += sum * slope(gate_of(j));
    }
  }

 private:
  // Backwards through interpolated(); returns the gradient of the position. At whole positions, the last row among them, it is 0, as
  // autograd finds in the paper's code: both rows are the same there.
  double learn_at(double position, double d, const ContentRowGradient& g, LearnedGradients& to) const {
    const double below = std::floor(position);
    const double share = position - below;
    const double low = learn_row(below, d * (1 - share), g, to);
    return share == 0 ? 0 : d * (learn_row(below + 1, d * share, g, to) - low);
  }

  // d is the gradient of q · e, which is returned.
  double learn_row(double index, double d, const ContentRowGradient& g, LearnedGradients& to) const {
    const int row = row_at(index, table.rows);
    add_to(to.row(table, row), d, g.q);
    for (std::size_t c = 0; c < g.d_query.size(); ++c) g.d_query[c] += d * table.row(row)[c];
    return dot_product(g.q.data(), table.row(row), table.columns);
  }

  // q · e at a position between two rows.
  double interpolated(std::span<const double> q, double position) const {
    const double below = std::floor(position);
    const double share = position - below;
    const double low = dot_product(q.data(), table.row(row_at(below, table.rows)), table.columns);
    if (share == 0) return low;
    return (1 - share) * low + share * dot_product(q.data(), table.row(row_at(below + 1, table.rows)), table.columns);
  }

  double scale_ = 1;
};

}  // namespace whereformer
