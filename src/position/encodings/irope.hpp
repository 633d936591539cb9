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
// Parameter: scaling.ropeType | | | how frequencies are scaled for longer contexts | 为更长上下文缩放频率的方法
// Parameter: scaling.factor | | | how many times longer the context becomes | 上下文延长的倍数
// Parameter: scaling.originalMaxPositionEmbeddings | | needed by yarn, longrope (more than 1), llama3, ntkByParts, dynamicYarn | context of the first training | 最初训练的上下文长度
// Parameter: scaling.maxPositionEmbeddings | | needed by dynamic | length up to which dynamic changes nothing | dynamic 在此长度以内不改变频率
// Parameter: scaling.attentionFactor | | | multiplies cosine and sine (yarn, longrope, dynamicYarn); none = the paper's | 乘在余弦与正弦上（yarn、longrope、dynamicYarn），缺省取论文公式
// Parameter: scaling.betaFast | | betaSlow or more | yarn: turns above which a pair is kept | yarn：圈数高于此值的通道对保持不变
// Parameter: scaling.betaSlow | | | yarn: turns below which a pair is interpolated | yarn：圈数低于此值的通道对完全插值
// Parameter: scaling.mscale | | | yarn: numerator of the attention factor, with mscaleAllDim | yarn：注意力系数的分子，与 mscaleAllDim 一起使用
// Parameter: scaling.mscaleAllDim | | | yarn: denominator of the attention factor | yarn：注意力系数的分母
// Parameter: scaling.truncate | | | yarn, ntkByParts: round the ends of the ramp to whole pairs | yarn、ntkByParts：把过渡区端点取整
// Parameter: scaling.lowFreqFactor | | at most highFreqFactor | llama3: turns below which a pair is interpolated | llama3：圈数低于此值的通道对完全插值
// Parameter: scaling.highFreqFactor | | | llama3: turns above which a pair is kept | llama3：圈数高于此值的通道对保持不变
// Parameter: scaling.shortFactor | | one per pair; needed by longrope | longrope: divisors up to the original length | longrope：原长度以内的除数
// Parameter: scaling.longFactor | | one per pair; needed by longrope | longrope: divisors beyond the original length | longrope：超过原长度后的除数
// Parameter: scaling.ntkBetaFast | | ntkBetaSlow or more | ntkByParts: turns above which a slow pair is NTK-scaled | ntkByParts：圈数高于此值的慢通道对按 NTK 缩放
// Parameter: scaling.ntkBetaSlow | | | ntkByParts: turns below which a pair is interpolated | ntkByParts：圈数低于此值的通道对完全插值
// Parameter: scaling.gammaFast | | gammaSlow or more | ntkByParts: turns above which a pair is kept | ntkByParts：圈数高于此值的通道对保持不变
// Parameter: scaling.gammaSlow | | | ntkByParts: turns below which a pair is scaled in full | ntkByParts：圈数低于此值的通道对完全缩放
// Parameter: scaling.currentLength | | | length that dynamic, longrope and dynamicYarn look at; none = as far as positions reach | dynamic、longrope 与 dynamicYarn 所依据的长度，缺省为最大位置加 1
// Variant: iRoPE | iRoPE | {} | transformers llama4
// Tested against: transformers Llama4TextAttention
#pragma once

#include <algorithm>

#include "position/frequencies.hpp"
#include "position/hooks.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Irope {
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
  RopeScaling scaling;

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
    visit.group("scaling", [&](auto& inner) { scaling.parameters(inner); });
  }

  Status prepare(const Geometry& geometry) {
    const int width = geometry.head_dim;
    if (width % 2 != 0) return value_error("headDim", width, "an even number of channels (pairs are rotated)");
    const RotaryShape shape{base, width, width, geometry.length};
    TRY(scaling.check(shape));
    TRY(rotary_frequencies(shape, scaling, frequencies_));
    return frequencies_.check();
  }

  bool follows_length() const { return scaling.follows_length(); }
  std::span<const double> inverse_frequencies() const { return frequencies_.inverse.span(); }
  double attention_factor() const { return frequencies_.attention_factor; }

  bool uses_rope() const { return nope_every == 0 || (layer + 1) % nope_every != 0; }

  // Row [headDim] in place.
  void rotate(std::span<double> row, double position, int /*head*/, Side side) const {
    double factor = 1;
    if (uses_rope()) {
      rotate_pairs(row, {layout, 0, static_cast<int>(frequencies_.inverse.size())}, [&](int pair) {
        return rotation_by(position * frequencies_.inverse[pair], frequencies_.attention_factor);
      });
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

  Frequencies frequencies_;
};

}  // namespace whereformer
