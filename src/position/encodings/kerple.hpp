// Name: KERPLE (kernelized relative positions)
// Name-zh: 核化相对位置（KERPLE）
// Type: kerple
// Paper: Chi, Fan, Ramadge, Rudnicky 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation
// Link: https://arxiv.org/abs/2205.09921
// Year: 2022
// Doors: bias
// Formula: b_h(i, j) = -r_{1,h} \ln(1 + r_{2,h} |i - j|) \quad\text{or}\quad -r_{1,h} |i - j|^{r_{2,h}}
// Convention: added after the scale; r1 and r2 are used unclamped (the paper's code clamps both to at least 0.01 in training)
// Convention-zh: 在缩放之后相加；r1、r2 按给定值使用（论文代码在训练中把两者限制在 0.01 以上）
// Parameter: kind | | | the kernel | 核函数
// Parameter: r1 | required | one per head | height of the kernel | 核的幅度
// Parameter: r2 | required | one per head; at most 2 for power | log: rate; power: exponent | log 为速率，power 为指数
// Variant: KERPLE, logarithmic | KERPLE 对数核 | {"kind": "log"} | NumPy construction after chijames/KERPLE ParallelKerpleLog
// Variant: KERPLE, power | KERPLE 幂核 | {"kind": "power"} | NumPy construction after chijames/KERPLE ParallelKerplePower
// Variant: BAM, centred | BAM（居中） | {"kind": "power"} | NumPy construction after ArthurSBianchessi/BAM
// Tested against: NumPy constructions after chijames/KERPLE megatron/mpu/layers.py
#pragma once

#include <cmath>

#include "core/math.hpp"
#include "position/hooks.hpp"
#include "position/learned_gradients.hpp"
#include "position/parameters.hpp"

namespace whereformer {

struct Kerple {
  static constexpr const char* type = "kerple";
  enum class Kind { log, power };

  Kind kind = Kind::log;
  Numbers r1;
  Numbers r2;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.choice("kind", kind, {"log", "power"});
    visit.learned("r1", r1, Range::positive);
    visit.learned("r2", r2, Range::positive, kind == Kind::power ? 2 : kUnbounded);
  }

  Status prepare(const Geometry& geometry) {
    const auto heads = static_cast<std::size_t>(geometry.heads);
    if (r1.size() != heads) return shape_error("position.r1", static_cast<double>(r1.size()), "one number per head");
    if (r2.size() != heads) return shape_error("position.r2", static_cast<double>(r2.size()), "one number per head");
    for (const double exponent : r2) {
      if (kind == Kind::power && exponent > 2) return value_error("position.r2", exponent, "at most 2 for a power");
    }
    return {};
  }

  double distance_bias(int head, double distance) const {
    const int h = head;
    const double away = std::abs(distance);
    return -r1[h] * (kind == Kind::log ? math::log(1 + r2[h] * away) : math::pow(away, r2[h]));
  }

  void learn(const BiasGradient& g, LearnedGradients& to) const {
    const int h = g.head;
    const double away = std::abs(g.distance());
    if (away == 0) return;  // the bias is 0, whatever r1 and r2 are
    const bool log = kind == Kind::log;
    const double power = log ? 0 : math::pow(away, r2[h]);
    to.of(r1)[h] -= g.value * (log ? math::log(1 + r2[h] * away) : power);
    to.of(r2)[h] -= g.value * r1[h] * (log ? away / (1 + r2[h] * away) : power * math::log(away));
  }
};

}  // namespace whereformer
