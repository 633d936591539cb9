// Name: Abacus embeddings
// Name-zh: 算盘嵌入（Abacus）
// Type: abacus
// Paper: McLeish et al. 2024, Transformers Can Do Arithmetic with the Right Embeddings
// Link: https://arxiv.org/abs/2405.17399
// Year: 2024
// Doors: embed
// Tokens: digits
// Formula: x_p \leftarrow x_p + W_{r(p)}, \quad r(p) = \text{place of the digit in its number} + o, \quad
// r(p) = 0 \ \text{for other tokens}
// Convention: digits are counted from 1 at the first digit of each run; numbers are written with the least significant digit
// first, so that equal places meet. `offset` is the shift that training draws from 0 … 99; tokens that are no digits read row 0
// Convention-zh: 每段连续数字从首位起由 1 计数；数字低位在前书写，使相同数位对齐。`offset` 是训练时从 0 … 99 抽取的偏移；非数字词元读第 0 行
// Parameter: table | [rows, d_model] required | | the learned rows | 学得的各行
// Parameter: digits | required | one per position | 1 where the token is a digit, else 0 | 词元为数字处为 1，否则为 0
// Parameter: offset | | | added to the row of every digit | 加在每个数字的行号上
// Variant: Abacus | 算盘嵌入 | {} | mcleish7/arithmetic abacus.py
// Tested against: mcleish7/arithmetic abacus.py
#pragma once

#include <algorithm>

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Abacus {
  static constexpr const char* type = "abacus";

  Table table;
  Numbers digits;
  int offset = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.numbers("digits", digits, Range::not_negative);
    visit.integer("offset", offset, Range::not_negative);
  }

  Status prepare(const Geometry& geometry) {
    TRY(rows_.allocate_unset(digits.size()));
    double place = 0;
    double last = 0;  // the largest row used
    for (std::size_t i = 0; i < digits.size(); ++i) {
      place = digits[i] > 0 ? place + 1 : 0;
      rows_[i] = place > 0 ? place + offset : 0;
      last = std::max(last, rows_[i]);
    }
    TRY(shaped(table, "position.table", -1, geometry.d_model == 0 ? -1 : geometry.d_model, "[rows, dModel]"));
    if (last < table.rows) return {};
    return shape_error("position.table", table.rows, "a row for every place of the longest number");
  }

  Status check_positions(std::span<const float> positions) const {
    return whole_positions_below(positions, static_cast<double>(rows_.size()),
                                 "a whole position below the length of digits");
  }

  // The row of the table that the token at a position reads.
  int row_of(double position) const { return static_cast<int>(rows_[position]); }

  // Adds that row to row [d_model].
  template <class T>
  void embed(std::span<T> row, double position) const {
    const float* learned = table.row(row_of(position));
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += static_cast<T>(learned[i]);
  }

  void learn(const EmbedGradient& g, LearnedGradients& to) const {
    add_to(to.row(table, row_of(g.position)), 1, g.row);
  }

 private:
  Buffer<double> rows_;  // one per position
};

}  // namespace whereformer
