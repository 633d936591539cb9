// Name: Learned absolute positions
// Name-zh: 可学习的绝对位置
// Type: learned
// Paper: Gehring et al. 2017, Convolutional Sequence to Sequence Learning; used by GPT-2 and BERT
// Link: https://arxiv.org/abs/1705.03122
// Year: 2017
// Doors: embed
// Formula: x_p \leftarrow x_p + W_{p + o}
// Convention: row position + offset of the table is added to the embedding of the token at that position; there is no row past
// the end. GPT-2 and BERT start at row 0, BART and OPT at 2, RoBERTa at its padding id + 1, where padding tokens (position −1)
// read the row of the padding id
// Convention-zh: 表的第 position + offset 行加到该位置词元的嵌入上，表外无行。GPT-2 与 BERT 从第 0 行开始，BART 与 OPT 从第 2 行，
// RoBERTa 从填充编号 + 1 行开始，其填充词元（位置 −1）读填充编号那一行
// Parameter: table | [positions, d_model] required | | the learned rows | 学得的各行
// Parameter: offset | | less than the rows of the table | the row of position 0 | 位置 0 所在的行
// Variant: Learned absolute | 可学习的绝对位置 | {} | transformers GPT2Model
// Variant: Learned after the padding row (RoBERTa) | 填充行之后的可学习位置（RoBERTa） | {"offset": 2} | transformers RobertaEmbeddings
// Variant: Learned + 2 (BART) | 偏移 2 的可学习位置（BART） | {"offset": 2} | transformers BartLearnedPositionalEmbedding
// Tested against: transformers GPT2Model
#pragma once

#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Learned {
  static constexpr const char* type = "learned";

  Table table;
  int offset = 0;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.learned("table", table);
    visit.integer("offset", offset, Range::not_negative);
  }

  Status prepare(const Geometry& geometry) {
    TRY(shaped(table, "position.table", -1, geometry.d_model == 0 ? -1 : geometry.d_model, "[positions, dModel]"));
    if (offset < table.rows) return {};
    return value_error("position.offset", offset, "a row of the table");
  }

  Status check_positions(std::span<const float> positions) const {
    for (const float p : positions) {
      const double row = static_cast<double>(p) + offset;
      const bool has_row = row >= 0 && row < table.rows && row == static_cast<int>(row);
      if (!has_row) return value_error("positions", p, "a whole number with a row in the learned table");
    }
    return {};
  }

  // Adds row position + offset of the table to row [d_model].
  template <class T>
  void embed(std::span<T> row, double position) const {
    const float* learned = table.row(static_cast<int>(position) + offset);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += static_cast<T>(learned[i]);
  }

  void learn(const EmbedGradient& g, LearnedGradients& to) const {
    add_to(to.row(table, static_cast<int>(g.position) + offset), 1, g.row);
  }
};

}  // namespace whereformer
