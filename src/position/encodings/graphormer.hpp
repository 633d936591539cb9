// Name: Graphormer spatial encoding
// Name-zh: Graphormer 空间编码
// Type: graphormer
// Paper: Ying et al. 2021, Do Transformers Really Perform Bad for Graph Representation?
// Link: https://arxiv.org/abs/2106.05234
// Year: 2021
// Doors: bias
// Tokens: tree
// Formula: b_h(i, j) = T[\mathrm{spd}(i, j),\, h]
// Convention: positions are nodes; the caller gives the shortest-path distances, with any value for "unreachable" (attention-gym:
// maxDistance + 1); added after the scale
// Convention-zh: 位置即节点；最短路距离由调用者给出，不可达者用约定的数（attention-gym 用 maxDistance + 1）；在缩放之后相加
// Parameter: distances | [nodes, nodes] required | whole, below the rows of table | steps from node to node | 节点之间的步数
// Parameter: table | [distances, heads] required | | one learned scalar per distance and head | 每个距离、每个头一个学得的标量
// Variant: Graphormer | Graphormer | {} | NumPy construction after attention-gym generate_graphormer_spatial_bias
// Tested against: NumPy construction after attention-gym attn_gym/mods/graphormer.py
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"
#include "position/table_rows.hpp"

namespace whereformer {

struct Graphormer {
  static constexpr const char* type = "graphormer";

  Table distances;
  Table table;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.table("distances", distances);
    visit.learned("table", table);
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(table, "position.table", -1, geometry.heads, "[distances, heads]"));
    TRY(shaped(distances, "position.distances", -1, distances.rows, "[nodes, nodes]"));
    Status status =
        whole_positions_below(distances.values.span(), table.rows, "a whole number that has a row in the table");
    status.argument = status.ok() ? "" : "position.distances";
    return status;
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, distances.rows, "a whole position below the number of nodes");
  }

  double pair_bias(int head, double query, double key) const { return table.at(steps(query, key), head); }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    to.at(table, steps(g.query, g.key), g.head) += g.value;
  }

 private:
  int steps(double query, double key) const {
    return static_cast<int>(distances.at(row_at(query, distances.rows), row_at(key, distances.rows)));
  }
};

}  // namespace whereformer
