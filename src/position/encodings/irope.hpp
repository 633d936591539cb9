// Name: iRoPE (interleaved RoPE and NoPE layers)
// Name-zh: iRoPE（RoPE 与 NoPE 层交替）
// Type: irope
// Paper: Meta 2025, The Llama 4 herd; temperature of Nakanishi 2025, Scalable-Softmax Is Superior for Attention
// Link: https://arxiv.org/abs/2501.19399
// Year: 2025
// Doors: rotate, mask
// Model input: visible tokens
// Formula: \text{RoPE layers} \quad \langle R_m q,\, R_n k \rangle,\ \lfloor m/c \rfloor = \lfloor n/c \rfloor; \qquad
// \text{NoPE layers} \quad q \bigl(1 + \tau \ln(1 + \lfloor (m+1)/f \rfloor)\bigr) \cdot k
// Convention: every nopeEvery-th layer has no rotation and attends to all keys, with queries scaled up by position. The others rotate
// pairs 2i, 2i + 1 and see their own chunk of keys. The mask is the chunk alone: causality is asked for with the attention. With
// qkNorm, rotated rows are divided by their root mean square, so that a factor on cosine and sine cancels. Queries before position 0 are not scaled, as at 0; chunks
// before 0 are counted downwards, ⌊m/c⌋
// Convention-zh: 每第 nopeEvery 层不旋转、看到全部，查询随位置放大。其余层旋转 2i 与 2i + 1，只看自己所在的键块。掩码只含分块，因果性由注意力
// 调用给出。qkNorm 把旋转后的行除以均方根，乘在余弦与正弦上的系数因此抵消。位置 0 之前的查询与位置 0 一样不放大；0 之前的块按 ⌊m/c⌋ 向下计数
// Parameter: base | | | the longest wavelength is about 2π · base | 最长波长约为 2π · base
// Parameter: layout | | | which channels form a pair | 哪些通道组成一对
// Parameter: nopeEvery | | | every how many layers one has no rotation, 0 = none | 每几层有一层不旋转，0 表示没有
// Parameter: layer | | | index of this layer, from 0 | 本层序号，从 0 起
// Parameter: chunk | | | keys per chunk, 0 = all | 每块的键数，0 表示全部
// Parameter: temperature | | | how fast queries of NoPE layers grow, 0 = not | NoPE 层查询放大的快慢，0 表示不放大
// Parameter: floorScale | | | positions per step of that growth | 每次放大所隔的位置数
// Parameter: qkNorm | | | normalise rotated queries and keys | 归一化旋转后的查询与键
// Parameter: normEpsilon | | | added to the mean square before its root is taken | 归一化开方之前加在均方上的量
// Parameters: rotary.hpp
// Variant: iRoPE | iRoPE | {} | transformers llama4
// Tested against: transformers Llama4TextAttention
#pragma once

#include <algorithm>

#include "position/hooks.hpp"
#include "position/parameters.hpp"
#include "position/rotary.hpp"

namespace whereformer {

struct Irope : Rotary {
  static constexpr const char* type = "irope";

  double base = 500000;
  Layout layout = Layout::interleaved;
  int nope_every = 4;
  int layer = 0;
  int chunk = 8192;
  double temperature = 0.1;
  int floor_scale = 8192;
  bool qk_norm = false;
  double norm_epsilon = 1e-5;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "interleaved"});
    visit.integer("nopeEvery", nope_every, Range::not_negative);
    visit.integer("layer", layer, Range::not_negative);
    visit.integer("chunk", chunk, Range::not_negative);
    visit.number("temperature", temperature, Range::not_negative);
    visit.integer("floorScale", floor_scale, Range::at_least_one);
    visit.flag("qkNorm", qk_norm);
    visit.number("normEpsilon", norm_epsilon, Range::not_negative);
    list_frequencies(visit);
  }

  Status prepare(const Geometry& geometry) {
    const int width = geometry.head_dim;
    if (width % 2 != 0) return value_error("headDim", width, "an even number of channels (pairs are rotated)");
    return make_frequencies({base, width, width, geometry.length});
  }

  bool follows_length() const { return scaling.follows_length(); }
  std::span<const double> inverse_frequencies() const { return made().inverse.span(); }
  double attention_factor() const { return made().attention_factor; }

  bool uses_rope() const { return nope_every == 0 || (layer + 1) % nope_every != 0; }

  // Row [headDim] in place.
  void rotate(std::span<double> row, double position, int /*head*/, Side side) const {
    double factor = 1;
    if (uses_rope()) {
      rotate_pairs(row, {layout, 0, pairs()}, [&](int pair) { return turn(pair, position); });
      if (qk_norm) factor = 1 / root_mean_square(row);
    } else if (side == Side::query) {
      factor = 1 + temperature * math::log(1 + std::floor(std::max(position + 1, 0.0) / floor_scale));
    }
    if (factor != 1) {
      for (double& x : row) x *= factor;
    }
  }

  bool visible(int query, int key) const { return !chunked() || chunk_of(query) == chunk_of(key); }

  KeyRange range(int query, int keys) const {
    if (!chunked()) return {0, keys};
    const int first = chunk_of(query) * chunk;
    return KeyRange{first, first + std::min(chunk, keys)}.intersect({0, keys});
  }

  bool exact_range() const { return true; }

 private:
  bool chunked() const { return uses_rope() && chunk > 0; }

  // The chunk of an index; queries before the first key (index < 0) are in chunks of their own.
  int chunk_of(int index) const { return index / chunk - (index % chunk < 0 ? 1 : 0); }

  double root_mean_square(std::span<const double> row) const {
    double sum = 0;
    for (const double x : row) sum += x * x;
    return math::sqrt(sum / static_cast<double>(row.size()) + norm_epsilon);
  }
};

}  // namespace whereformer
