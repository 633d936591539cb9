// Name: RoPE in two dimensions
// Name-zh: 二维旋转位置编码
// Type: rope2d
// Paper: Heo et al. 2024, Rotary Position Embedding for Vision Transformer
// Link: https://arxiv.org/abs/2403.13298
// Year: 2024
// Doors: rotate
// Tokens: grid
// Formula: \theta_i = x\,\omega_i \ (i < d/4), \quad \theta_{d/4+i} = y\,\omega_i, \quad \omega_i = b^{-4i/d}; \qquad
// \text{mixed} \quad \theta_i = x\,\omega^x_{h,i} + y\,\omega^y_{h,i}
// Convention: the grid is numbered row by row: x = id mod width, y = ⌊id / width⌋ after `prefix` tokens that are not rotated (CLS).
// Axial: the first half of the pairs rotates by x, the second by y, both by the same frequencies, which a scaling takes for a text as long
// as the longer axis. Mixed: each pair of each head rotates by both, by learned frequencies. Other origins and orders of axes, and more
// axes: `mrope` with order axial
// Convention-zh: 网格逐行编号：去掉不旋转的 `prefix` 个词元（CLS）后，x = 编号 mod width，y = ⌊编号 / width⌋。轴向式：前一半通道对随 x 转，
// 后一半随 y 转，频率相同；缩放把较长的轴当作文本的长度。混合式：每个头的每一对按学得的频率同时随两者转。别的原点与轴序、更多的轴：用
// `mrope` 的 order axial
// Parameter: width | required | | columns of the grid | 网格的列数
// Parameter: prefix | | | leading tokens that are not rotated | 开头不旋转的词元数
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: x | [heads, pairs] | together with y | learned frequencies along x | 沿 x 的学得频率
// Parameter: y | [heads, pairs] | together with x | learned frequencies along y | 沿 y 的学得频率
// Parameters: rotary.hpp
// Variant: 2-D axial RoPE | 二维轴向 RoPE | {"width": 14, "prefix": 1} | naver-ai/rope-vit compute_axial_cis
// Variant: 2-D axial RoPE with YaRN | 带 YaRN 的二维轴向 RoPE | {"width": 28, "scaling": {"ropeType": "yarn", "factor": 2, "originalMaxPositionEmbeddings": 14}} | float64 rotation; transformers ROPE_INIT_FUNCTIONS
// Variant: 2-D mixed RoPE | 二维混合 RoPE | {"width": 14, "prefix": 1} | naver-ai/rope-vit compute_mixed_cis
// Tested against: naver-ai/rope-vit compute_axial_cis and compute_mixed_cis
#pragma once

#include <algorithm>
#include <cmath>

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/rotary.hpp"

namespace whereformer {

struct Rope2d : Rotary {
  static constexpr const char* type = "rope2d";

  int width = 0;
  int prefix = 0;
  double base = 100;
  Layout layout = Layout::interleaved;
  Table x;
  Table y;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.integer("width", width, Range::at_least_one);
    visit.integer("prefix", prefix, Range::not_negative);
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.table("x", x);
    visit.table("y", y);
    list_frequencies(visit);
  }

  Status prepare(const Geometry& geometry) {
    const int channels = geometry.head_dim;
    if (channels % (mixed() ? 2 : 4) != 0) {
      return value_error("headDim", channels,
                         "a multiple of 4 (pairs for x and for y), or of 2 with learned frequencies");
    }
    pairs_ = channels / 2;
    if (!mixed()) {
      const double rows = std::ceil((geometry.length - prefix) / width);
      return make_frequencies({base, pairs_, pairs_, std::max<double>(rows, width)});  // of one axis
    }
    if (!frequencies.empty() || scaling.type != RopeScaling::Type::none) {
      return word_error("position.x", "it", "no frequencies or scaling beside it");
    }
    TRY(shaped(x, "position.x", geometry.heads, pairs_, "[heads, headDim / 2]"));
    return shaped(y, "position.y", geometry.heads, pairs_, "[heads, headDim / 2]");
  }

  bool follows_length() const { return scaling.follows_length(); }
  PairLayout rotated_pairs() const { return {layout, 0, pairs_, mixed()}; }

  // Turns row [headDim] in place.
  void rotate(std::span<double> row, double position, int head, Side /*side*/) const {
    if (position < prefix) return;
    const double down = std::floor((position - prefix) / width);
    const double across = position - prefix - down * width;
    rotate_pairs(row, rotated_pairs(), [&](int pair) {
      if (mixed()) return rotation_by((reversed ? -1 : 1) * (across * x.at(head, pair) + down * y.at(head, pair)));
      return turn(pair % pairs(), pair < pairs() ? across : down);
    });
  }

 private:
  bool mixed() const { return !x.empty() || !y.empty(); }

  int pairs_ = 0;  // of both axes
};

}  // namespace whereformer
