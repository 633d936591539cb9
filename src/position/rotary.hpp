// What encodings that rotate pairs of channels by a list of frequencies have in common.
// Parameter: frequencies | | one per rotated pair (`rope2d`: per pair of an axis); not beside a scaling | radians per position of each pair, in place of those of `base`; 0 = a pair that does not turn | 各对每个位置转过的弧度，代替由 `base` 算出的频率；0 表示这一对不转
// Parameter: reversed | | | every pair turns the other way: (x cos + y sin, y cos − x sin) (nanochat) | 各对反方向旋转：(x cos + y sin, y cos − x sin)（nanochat）
// Parameter: scaling.ropeType | | | how frequencies are scaled for longer contexts | 为更长上下文缩放频率的方法
// Parameter: scaling.factor | | | how many times longer the context becomes | 上下文延长的倍数
// Parameter: scaling.originalMaxPositionEmbeddings | | needed by yarn, longrope (more than 1), llama3, ntkByParts, dynamicYarn | context of the first training | 最初训练的上下文长度
// Parameter: scaling.maxPositionEmbeddings | | needed by dynamic | length up to which dynamic changes nothing | dynamic 在此长度以内不改变频率
// Parameter: scaling.attentionFactor | | | multiplies cosine and sine (yarn, longrope, dynamicYarn, given frequencies); none = the paper's | 乘在余弦与正弦上（yarn、longrope、dynamicYarn、给定的频率），缺省取论文公式
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
#pragma once

#include "position/frequencies.hpp"
#include "position/rotate_pairs.hpp"

namespace whereformer {

struct Rotary {
  Numbers frequencies;    // radians per position of each pair; empty = those of the base and the scaling
  bool reversed = false;  // every pair turns by −angle
  RopeScaling scaling;

  int pairs() const { return static_cast<int>(made_.inverse.size()); }

 protected:
  const Frequencies& made() const { return made_; }

  // The parameters above.
  template <class Visitor>
  void list_frequencies(Visitor& visit) {
    visit.numbers("frequencies", frequencies, Range::any);
    visit.flag("reversed", reversed);
    visit.group("scaling", [&](auto& inner) { scaling.parameters(inner); });
  }

  // Those of `frequencies`, else of the base and the scaling.
  Status make_frequencies(const RotaryShape& shape) { return make_frequencies(shape, scaling, frequencies.span()); }

  Status make_frequencies(const RotaryShape& shape, const RopeScaling& by, std::span<const double> given) {
    const bool over_head = by.type == RopeScaling::Type::proportional;
    TRY(made_.inverse.allocate_unset((over_head ? shape.head_dim : shape.rotary_dim) / 2));
    TRY(given.empty() ? fill_run(shape, by, 0, pairs()) : take(by, given));
    return finish();
  }

  // A series that starts anew for each run of pairs; `runs` add up to the pairs.
  Status make_runs(RotaryShape shape, std::span<const double> runs) {
    if (!frequencies.empty()) return make_frequencies(shape);
    TRY(made_.inverse.allocate_unset(shape.rotary_dim / 2));
    int first = 0;
    for (const double run : runs) {
      const int count = static_cast<int>(run);
      shape.rotary_dim = shape.head_dim = 2 * count;
      TRY(fill_run(shape, scaling, first, count));
      first += count;
    }
    return finish();
  }

  PairRotation turn(int pair, double position) const {
    return rotation_by(position * made_.inverse[pair], made_.attention_factor);
  }

 private:
  Status fill_run(const RotaryShape& shape, const RopeScaling& by, int first, int count) {
    TRY(by.check(shape));
    made_.attention_factor = fill_frequencies(shape, by, made_.inverse.span().subspan(first, count));
    return {};
  }

  Status take(const RopeScaling& by, std::span<const double> given) {
    if (by.type != RopeScaling::Type::none) {
      return word_error("position.scaling.ropeType", "a scaling", "default, beside frequencies");
    }
    if (given.size() != made_.inverse.size()) {
      return shape_error("position.frequencies", static_cast<double>(given.size()), "one frequency per rotated pair");
    }
    std::ranges::copy(given, made_.inverse.data());
    made_.attention_factor = by.attention_factor > 0 ? by.attention_factor : 1;
    return {};
  }

  Status finish() {
    if (reversed) {
      for (double& w : made_.inverse.span()) w = -w;
    }
    return made_.check(frequencies.empty() ? "position.scaling" : "position.frequencies");
  }

  Frequencies made_;
};

}  // namespace whereformer
