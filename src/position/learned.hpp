// Name: Learned absolute positions
// Name-zh: 可学习的绝对位置
// Type: learned
// Paper: Gehring et al. 2017, Convolutional Sequence to Sequence Learning; used by GPT-2 and BERT
// Link: https://arxiv.org/abs/1705.03122
// Year: 2017
// Doors: embed
// Convention: row p of the table is added to the embedding of the token at position p; there is no row past the end
// Parameter: table | tensor [positions, d_model] | required | | the learned rows | 学得的各行
// Tested against: transformers GPT2Model
#pragma once

#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Learned {
  static constexpr const char* type = "learned";

  Table table;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.table(table);
  }

  Status prepare(const Geometry& geometry) {
    if (!table.well_formed()) {
      return shape_error("position.table", static_cast<double>(table.values.size()), "rows × columns values");
    }
    if (table.columns != geometry.d_model) {
      return shape_error("position.table", table.columns, "as many columns as the embedding is wide");
    }
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, table.rows, "a whole position that has a row in the learned table");
  }

  // Adds row `position` of the table to row [d_model].
  template <class T>
  void embed(std::span<T> row, double position) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] += static_cast<T>(table.at(static_cast<int>(position), static_cast<int>(i)));
    }
  }
};

}  // namespace whereformer
