// Name: Custom distance buckets
// Name-zh: 自定义距离分桶
// Type: buckets
// Paper: Shaw, Uszkoreit, Vaswani 2018, Self-Attention with Relative Position Representations (the idea); buckets as the caller lists them
// Link: https://arxiv.org/abs/1803.02155
// Year: 2018
// Doors: bias
// Formula: b_h(i, j) = T[\#\{n : e_n \le |i - j|\},\, h]
// Convention: distance = key − query; bucket n starts at edge n, bucket 0 holds what is nearer than the first edge; directional: keys
// after the query use the buckets past the first group, bucket 0 is shared; added after the scale
// Convention-zh: 距离 = 键 − 查询；第 n 桶从第 n 个边界开始，0 号桶放比第一个边界更近的；directional 时查询之后的键用第一组之后的桶，0 号桶共用；在缩放之后相加
// Parameter: table | [buckets, heads] required | | one scalar per bucket and head | 每个桶、每个头一个标量
// Parameter: edges | | ascending; one fewer than the buckets (of one direction) | nearest distance of buckets 1, 2, … | 第 1、2、… 桶的最近距离
// Parameter: directional | | | buckets of their own for keys after the query | 查询之后的键另用一组桶
// Variant: Buckets 0, 1, 2–4, 5–16, above | 分桶 0、1、2–4、5–16、更远 | {"edges": [1, 2, 5, 17]} | NumPy construction
// Variant: Buckets with direction | 区分方向的分桶 | {"edges": [1, 2, 5, 17], "directional": true} | NumPy construction
// Tested against: NumPy construction
#pragma once

#include <cmath>

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Buckets {
  static constexpr const char* type = "buckets";

  static constexpr double kEdges[] = {1, 2, 5, 17};

  Table table;
  Numbers edges{kEdges};
  bool directional = false;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.numbers("edges", edges, Range::at_least_one);
    visit.flag("directional", directional);
  }

  Status prepare(const Geometry& geometry) {
    for (std::size_t n = 1; n < edges.size(); ++n) {
      if (edges[n] <= edges[n - 1]) return value_error("position.edges", edges[n], "edges in ascending order");
    }
    const int groups = directional ? 2 : 1;
    return shaped(table, "position.table", 1 + groups * static_cast<int>(edges.size()), geometry.heads,
                  "[1 + edges (twice when directional), heads]");
  }

  Status check_positions(std::span<const float> positions) const { return whole_positions(positions); }

  int bucket(double distance) const {
    int n = 0;
    for (const double edge : edges) n += edge <= std::abs(distance) ? 1 : 0;
    return n + (directional && distance > 0 && n > 0 ? static_cast<int>(edges.size()) : 0);
  }

  double distance_bias(int head, double distance) const { return table.at(bucket(distance), head); }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    to.at(table, bucket(g.distance()), g.head) += g.value;
  }
};

}  // namespace whereformer
