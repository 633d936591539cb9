// Name: Multimodal RoPE (M-RoPE)
// Name-zh: 多模态旋转位置编码（M-RoPE）
// Type: mrope
// Paper: Wang et al. 2024, Qwen2-VL: Enhancing Vision-Language Model's Perception of the World at Any Resolution
// Link: https://arxiv.org/abs/2409.12191
// Year: 2024
// Doors: rotate
// Tokens: image
// Formula: \theta_i = p_{a(i)}\,\omega_i, \quad \omega_i = b^{-2i/r}, \quad a(i) \in \{t, h, w\}
// Convention: every pair keeps its frequency and rotates by one of three ids. `chunked` (Qwen2-VL): the first pairs with t, then h,
// then w, as many as `sections` says. `interleaved` (Qwen3-VL): t, h, w, t, h, w … until h and w have their number, the rest t.
// `hwt` (ERNIE 4.5 VL, with layout interleaved): `sections` counts h, w, t; h and w alternate, then t. Text has three equal ids
// Convention-zh: 每对保持自己的频率，随三个编号之一旋转。`chunked`（Qwen2-VL）：按 `sections` 的数目先 t、再 h、再 w。
// `interleaved`（Qwen3-VL）：t、h、w 轮流，h 与 w 用完后全为 t。`hwt`（ERNIE 4.5 VL，配合 layout interleaved）：`sections` 依次为 h、w、t，
// h 与 w 交替，然后是 t。文本的三个编号相等
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: rotaryDim | | at most headDim | channels that are rotated, 0 = all | 参与旋转的通道数，0 表示全部
// Parameter: sections | | three whole numbers that add up to the pairs | pairs of each axis | 各轴的通道对个数
// Parameter: order | | | which pairs belong to which axis | 哪些通道对属于哪个轴
// Parameter: grid | [3, tokens] | | t, h and w of each position id; none = all equal the position |
// 每个位置编号的 t、h、w，缺省时都等于该位置
// Variant: M-RoPE, chunked | 分段式 M-RoPE | {"base": 1000000} | transformers qwen2_vl
// Variant: M-RoPE, interleaved | 交错式 M-RoPE | {"base": 5000000, "sections": [24, 20, 20], "order": "interleaved"} |
// transformers qwen3_vl
// Tested against: transformers Qwen2VLRotaryEmbedding, Qwen3VLTextRotaryEmbedding and Ernie4_5_VLMoeTextRotaryEmbedding
#pragma once

#include <cmath>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Mrope {
  static constexpr const char* type = "mrope";
  enum class Order { chunked, interleaved, hwt };

  static constexpr double kSections[] = {16, 24, 24};

  double base = 10000;
  Layout layout = Layout::half;
  int rotary_dim = 0;
  Numbers sections{kSections};
  Order order = Order::chunked;
  Table grid;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.integer("rotaryDim", rotary_dim, Range::even_not_negative);
    visit.numbers("sections", sections, Range::not_negative);
    visit.choice("order", order, {"chunked", "interleaved", "hwt"});
    visit.table("grid", grid);
  }

  Status prepare(const Geometry& geometry) {
    const int rotated = rotary_dim == 0 ? geometry.head_dim : rotary_dim;
    if (rotated % 2 != 0 || rotated > geometry.head_dim) {
      return value_error("position.rotaryDim", rotated, "an even number of channels, at most the head's");
    }
    TRY(frequencies::plain(base, rotated, inverse_));
    TRY(axes_.allocate_unset(inverse_.size()));
    if (!sections_fit()) {
      return shape_error("position.sections", static_cast<double>(inverse_.size()),
                         "three whole numbers that add up to the pairs");
    }
    for (std::size_t i = 0; i < axes_.size(); ++i) axes_[i] = axis_of(static_cast<int>(i));
    return grid.empty() ? Status{} : shaped(grid, "position.grid", 3, -1, "[3, tokens]");
  }

  Status check_positions(std::span<const float> positions) const {
    if (grid.empty()) return {};
    return whole_positions_below(positions, grid.columns, "a whole number that has a column in the grid");
  }

  std::span<const double> inverse_frequencies() const { return inverse_.span(); }

  PairLayout rotated_pairs() const { return {layout, 0, static_cast<int>(axes_.size())}; }

  // Turns row [headDim] in place.
  void rotate(std::span<double> row, double position, int /*head*/, Side /*side*/) const {
    rotate_pairs(row, rotated_pairs(), [&](int pair) {
      const double id = grid.empty() ? position : grid.at(axes_[pair], static_cast<int>(position));
      return rotation_by(id * inverse_[pair]);
    });
  }

 private:
  bool sections_fit() const {
    if (sections.size() != 3) return false;
    for (const double count : sections) {
      if (count != std::floor(count)) return false;
    }
    const double pairs = sections[0] + sections[1] + sections[2];
    return pairs == static_cast<double>(inverse_.size()) && (order != Order::hwt || sections[0] == sections[1]);
  }

  // 0 = t, 1 = h, 2 = w
  int axis_of(int pair) const {
    if (order == Order::chunked) return pair < sections[0] ? 0 : pair < sections[0] + sections[1] ? 1 : 2;
    if (order == Order::hwt) return pair < sections[0] + sections[1] ? 1 + pair % 2 : 0;
    const int axis = pair % 3;
    return axis > 0 && pair < 3 * sections[axis] ? axis : 0;
  }

  Buffer<double> inverse_;  // radians per step of each pair
  Buffer<int> axes_;        // of each pair
};

}  // namespace whereformer
