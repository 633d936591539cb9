// Name: Multimodal RoPE (M-RoPE)
// Name-zh: 多模态旋转位置编码（M-RoPE）
// Type: mrope
// Paper: Wang et al. 2024, Qwen2-VL: Enhancing Vision-Language Model's Perception of the World at Any Resolution
// Link: https://arxiv.org/abs/2409.12191
// Year: 2024
// Doors: rotate
// Tokens: image
// Formula: \theta_i = p_{a(i)}\,\omega_i, \quad \omega_i = b^{-2i/r}, \quad a(i) \in \{t, h, w\}; \qquad
// \text{axial} \quad \omega_i = b^{-i/s_a} \ (i < s_a)
// Convention: every pair keeps its frequency and rotates by one of three ids. `chunked` (Qwen2-VL): the first pairs with t, then h,
// then w, as many as `sections` says. `interleaved` (Qwen3-VL): t, h, w, t, h, w … until h and w have their number, the rest t.
// `hwt` (ERNIE 4.5 VL, with layout interleaved): `sections` counts h, w, t; h and w alternate, then t. Text has three equal ids.
// `axial`: axes lie as in `chunked`, but the frequencies of each begin at 1 anew, b^(−i/s) over its s pairs. `chunked` and `axial` have
// as many axes as `sections`, and any coordinates: a token whose coordinates are 0 is not rotated. FLUX: layout interleaved, sections
// [8, 28, 28], coordinates 0, y, x; 0, 0, 0 for text. Wan: layout interleaved, sections [22, 21, 21] of frame, y, x, from 0. DINOv3: base
// 100, two equal sections, coordinates 2π · (2 (i + ½) / n − 1), rows before columns; 0 for class token and registers. Llama 4's images:
// layout interleaved, x + 1 before y + 1; 0 for the class token. Pixtral takes even frequencies for rows, odd ones for columns: `chunked`,
// with `frequencies`. Lengths of a scaling reach as far as the largest coordinate
// Convention-zh: 每对保持自己的频率，随三个编号之一旋转。`chunked`（Qwen2-VL）：按 `sections` 的数目先 t、再 h、再 w。
// `interleaved`（Qwen3-VL）：t、h、w 轮流，h 与 w 用完后全为 t。`hwt`（ERNIE 4.5 VL，配合 layout interleaved）：`sections` 依次为 h、w、t，
// h 与 w 交替，然后是 t。文本的三个编号相等。`axial`：各轴的排列同 `chunked`，但每个轴的频率各自从 1 开始：s 对就是 b^(−i/s)。`chunked` 与
// `axial` 的轴数就是 `sections` 的个数，坐标可以是任何数；坐标全为 0 的词元不旋转。FLUX：layout interleaved，sections [8, 28, 28]，坐标 0、y、x，
// 文本为 0、0、0。Wan：layout interleaved，sections [22, 21, 21]，依次为帧、y、x，从 0 数起。DINOv3：base 100，两段相等，坐标
// 2π · (2 (i + ½) / n − 1)，先行后列，类别词元与寄存器为 0。Llama 4 的图像：layout interleaved，先 x + 1 后 y + 1，类别词元为 0。Pixtral 的行取偶数
// 位的频率、列取奇数位：用 `chunked` 加 `frequencies`。缩放所依据的长度到最大的坐标为止
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: rotaryDim | | at most headDim | channels that are rotated, 0 = all | 参与旋转的通道数，0 表示全部
// Parameter: sections | | whole numbers that add up to the pairs; three where axes take turns | pairs of each axis | 各轴的通道对个数
// Parameter: order | | | which pairs belong to which axis | 哪些通道对属于哪个轴
// Parameter: grid | [axes, tokens] | | the coordinates of each position id (t, h, w); none = all equal the position |
// 每个位置编号的坐标（t、h、w），缺省时都等于该位置
// Parameters: rotary.hpp
// Variant: M-RoPE, chunked | 分段式 M-RoPE | {"base": 1000000} | transformers qwen2_vl
// Variant: M-RoPE, interleaved | 交错式 M-RoPE | {"base": 5000000, "sections": [24, 20, 20], "order": "interleaved"} |
// transformers qwen3_vl
// Variant: M-RoPE with YaRN | 带 YaRN 的 M-RoPE | {"base": 1000000, "scaling": {"ropeType": "yarn", "factor": 4, "originalMaxPositionEmbeddings": 32768}} | transformers qwen2_5_vl
// Variant: Axial RoPE on any axes | 任意轴的轴向 RoPE | {"layout": "interleaved", "sections": [8, 28, 28], "order": "axial"} | float64 rotation after FLUX; transformers dinov3_vit and llama4's vision tower
// Tested against: transformers Qwen2VLRotaryEmbedding, Qwen2_5_VLRotaryEmbedding, Qwen3VLTextRotaryEmbedding,
// Ernie4_5_VLMoeTextRotaryEmbedding, DINOv3ViTRopePositionEmbedding and Llama4VisionRotaryEmbedding
#pragma once

#include <algorithm>
#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/rotary.hpp"

namespace whereformer {

struct Mrope : Rotary {
  static constexpr const char* type = "mrope";
  enum class Order { chunked, interleaved, hwt, axial };

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
    visit.choice("order", order, {"chunked", "interleaved", "hwt", "axial"});
    visit.table("grid", grid);
    list_frequencies(visit);
  }

  Status prepare(const Geometry& geometry) {
    const int rotated = rotary_dim == 0 ? geometry.head_dim : rotary_dim;
    if (rotated % 2 != 0 || rotated > geometry.head_dim) {
      return value_error("position.rotaryDim", rotated, "an even number of channels, at most the head's");
    }
    if (!sections_fit(rotated / 2)) {
      return shape_error("position.sections", rotated / 2,
                         "whole numbers that add up to the pairs, three where axes take turns");
    }
    if (!grid.empty()) TRY(shaped(grid, "position.grid", static_cast<int>(sections.size()), -1, "[axes, tokens]"));
    const RotaryShape shape{base, rotated, rotated, reach(geometry.length)};
    TRY(order == Order::axial ? make_runs(shape, sections.span()) : make_frequencies(shape));
    TRY(axes_.allocate_unset(pairs()));
    for (std::size_t i = 0; i < axes_.size(); ++i) axes_[i] = axis_of(static_cast<int>(i));
    return {};
  }

  Status check_positions(std::span<const float> positions) const {
    if (grid.empty()) return {};
    return whole_positions_below(positions, grid.columns, "a whole number that has a column in the grid");
  }

  bool follows_length() const { return scaling.follows_length(); }
  std::span<const double> inverse_frequencies() const { return made().inverse.span(); }
  double attention_factor() const { return made().attention_factor; }
  PairLayout rotated_pairs() const { return {layout, 0, pairs()}; }

  // Turns row [headDim] in place.
  void rotate(std::span<double> row, double position, int /*head*/, Side /*side*/) const {
    rotate_pairs(row, rotated_pairs(), [&](int pair) {
      return turn(pair, grid.empty() ? position : grid.at(axes_[pair], static_cast<int>(position)));
    });
  }

 private:
  bool takes_turns() const { return order == Order::interleaved || order == Order::hwt; }

  bool sections_fit(double pairs) const {
    for (const double count : sections) {
      if (count != std::floor(count)) return false;
      pairs -= count;
    }
    return pairs == 0 && (!takes_turns() || sections.size() == 3) &&
           (order != Order::hwt || sections[0] == sections[1]);
  }

  // The length that the coordinates of `length` tokens reach.
  double reach(double length) const {
    if (grid.empty()) return length;
    double most = 0;
    for (int axis = 0; axis < grid.rows; ++axis) {
      for (int token = 0; token < std::min<double>(length, grid.columns); ++token)
        most = std::max(most, grid.at(axis, token) + 1.0);
    }
    return most;
  }

  // 0 = t, 1 = h, 2 = w; the section, where axes do not take turns
  int axis_of(int pair) const {
    if (order == Order::hwt) return pair < sections[0] + sections[1] ? 1 + pair % 2 : 0;
    if (order == Order::interleaved) {
      const int axis = pair % 3;
      return axis > 0 && pair < 3 * sections[axis] ? axis : 0;
    }
    int axis = 0;
    for (double end = sections[0]; pair >= end; end += sections[++axis]) {
    }
    return axis;
  }

  Buffer<int> axes_;  // of each pair
};

}  // namespace whereformer
