// Rotary frequencies: radians per position for each pair of channels. Every RoPE scaling is one function here and one rotate
// in rope.hpp. d = rotated channels, b = base, s = factor, L0 = originalMaxPositionEmbeddings, ω_i = b^(−2i/d).
//
// linear        ω_i / s                                                  Chen et al. 2023 (position interpolation)
// ntk           ω_i with b · s^(d/(d−2))                                 bloc97 2023 (NTK-aware)
// dynamic       as ntk, s growing with the current length n > L          emozilla 2023; L = maxPositionEmbeddings
// yarn          ω_i above betaFast turns in L0, ω_i / s below betaSlow, a ramp between     Peng et al. 2023
// longrope      ω_i / short_i while n ≤ L0, else ω_i / long_i            Ding et al. 2024; the whole sequence switches
// llama3        ω_i for short waves, ω_i / s for long ones, smooth between                 Meta 2024
// proportional  b^(−2i/d_head) for the rotated pairs, 0 for the rest: pairs lie over the whole head (p-RoPE)
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/status.hpp"

namespace whereformer {

// What the frequencies may depend on besides their parameters.
struct RotaryShape {
  double base = 10000;
  int rotary_dim = 0;  // even
  int head_dim = 0;
  double length = 0;  // tokens in sight, for the scalings that look
};

struct RopeScaling {
  enum class Type { none, linear, dynamic, ntk, yarn, longrope, llama3, proportional };
  static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

  Type type = Type::none;
  double factor = 1;
  double original_max = kAbsent;      // L0
  double max_positions = kAbsent;     // L of dynamic
  double attention_factor = kAbsent;  // absent = the method's own
  double beta_fast = 32;
  double beta_slow = 1;
  double mscale = kAbsent;
  double mscale_all_dim = kAbsent;
  bool truncate = true;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  std::vector<double> short_factor;
  std::vector<double> long_factor;

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.choice("ropeType", type,
                 {"default", "linear", "dynamic", "ntk", "yarn", "longrope", "llama3", "proportional"});
    visit.number("factor", factor);
    visit.number("originalMaxPositionEmbeddings", original_max);
    visit.number("maxPositionEmbeddings", max_positions);
    visit.number("attentionFactor", attention_factor);
    visit.number("betaFast", beta_fast);
    visit.number("betaSlow", beta_slow);
    visit.number("mscale", mscale);
    visit.number("mscaleAllDim", mscale_all_dim);
    visit.flag("truncate", truncate);
    visit.number("lowFreqFactor", low_freq_factor);
    visit.number("highFreqFactor", high_freq_factor);
    visit.numbers("shortFactor", short_factor);
    visit.numbers("longFactor", long_factor);
  }

  Status check(const RotaryShape& shape) const {
    const auto positive = [](const char* name, double x) {
      return x > 0 && std::isfinite(x) ? Status{} : value_error(name, x, "a finite number > 0");
    };
    Status status = positive("position.scaling.factor", factor);
    if (status.ok() && !std::isnan(attention_factor)) {
      status = positive("position.scaling.attentionFactor", attention_factor);
    }
    if (status.ok() && (type == Type::yarn || type == Type::longrope || type == Type::llama3)) {
      status = positive("position.scaling.originalMaxPositionEmbeddings", original_max);
    }
    if (!status.ok()) return status;
    switch (type) {
      case Type::dynamic:
        return then(positive("position.scaling.maxPositionEmbeddings", max_positions),
                    [&] { return check_ntk(shape); });
      case Type::ntk:
        return check_ntk(shape);
      case Type::yarn:
        return check_yarn();
      case Type::longrope:
        if (!(original_max > 1)) {
          return value_error("position.scaling.originalMaxPositionEmbeddings", original_max, "more than 1");
        }
        return then(check_list("position.scaling.shortFactor", short_factor, shape),
                    [&] { return check_list("position.scaling.longFactor", long_factor, shape); });
      case Type::llama3:
        return low_freq_factor > 0 && high_freq_factor > low_freq_factor && std::isfinite(high_freq_factor)
                   ? Status{}
                   : value_error("position.scaling.lowFreqFactor", low_freq_factor,
                                 "0 < lowFreqFactor < highFreqFactor");
      default:
        return {};
    }
  }

 private:
  static Status check_ntk(const RotaryShape& shape) {
    return shape.rotary_dim > 2
               ? Status{}
               : value_error("position.rotaryDim", shape.rotary_dim, "more than 2 channels for NTK scaling");
  }

  Status check_yarn() const {
    const bool ordered = beta_slow > 0 && beta_fast >= beta_slow && std::isfinite(beta_fast);
    return ordered ? Status{} : value_error("position.scaling.betaSlow", beta_slow, "0 < betaSlow ≤ betaFast");
  }

  static Status check_list(const char* name, const std::vector<double>& list, const RotaryShape& shape) {
    if (static_cast<int>(list.size()) != shape.rotary_dim / 2) {
      return shape_error(name, static_cast<double>(list.size()), "one factor per pair of rotated channels");
    }
    for (const double x : list) {
      if (!(x > 0 && std::isfinite(x))) return value_error(name, x, "finite factors > 0");
    }
    return {};
  }
};

// Radians per position of each pair, and what multiplies cosine and sine alike.
struct Frequencies {
  std::vector<double> inverse;
  double attention_factor = 1;
};

namespace frequencies {

// b^(−2i/dim), i = 0 … dim/2 − 1 (Su et al. 2021, RoFormer, eq. 15)
inline std::vector<double> plain(double base, int dim) {
  std::vector<double> inverse(static_cast<std::size_t>(dim / 2));
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[i] = std::pow(base, -2.0 * static_cast<double>(i) / dim);
  return inverse;
}

inline std::vector<double> linear(const RotaryShape& shape, double factor) {
  std::vector<double> inverse = plain(shape.base, shape.rotary_dim);
  for (double& w : inverse) w /= factor;
  return inverse;
}

// Stretches the base so that the longest wave grows by `stretch` and the shortest stays.
inline std::vector<double> ntk(const RotaryShape& shape, double stretch) {
  const double d = shape.rotary_dim;
  return plain(shape.base * std::pow(stretch, d / (d - 2)), shape.rotary_dim);
}

inline std::vector<double> dynamic(const RotaryShape& shape, const RopeScaling& s) {
  const double length = std::max(shape.length, s.max_positions);
  return ntk(shape, s.factor * length / s.max_positions - (s.factor - 1));
}

// The pair, as a real number, that turns `rotations` times within the original length.
inline double yarn_pair(const RotaryShape& shape, const RopeScaling& s, double rotations) {
  return shape.rotary_dim * std::log(s.original_max / (rotations * 2 * std::numbers::pi)) / (2 * std::log(shape.base));
}

inline std::vector<double> yarn(const RotaryShape& shape, const RopeScaling& s) {
  double low = yarn_pair(shape, s, s.beta_fast);
  double high = yarn_pair(shape, s, s.beta_slow);
  if (s.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, shape.rotary_dim - 1.0);
  if (low == high) high += 0.001;
  std::vector<double> inverse = plain(shape.base, shape.rotary_dim);
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    const double ramp = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
    inverse[i] = inverse[i] * (1 - ramp) + inverse[i] / s.factor * ramp;
  }
  return inverse;
}

inline double yarn_mscale(double factor, double mscale) {
  return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
}

inline double yarn_attention_factor(const RopeScaling& s) {
  const bool both = s.mscale > 0 && s.mscale_all_dim > 0;
  return both ? yarn_mscale(s.factor, s.mscale) / yarn_mscale(s.factor, s.mscale_all_dim) : yarn_mscale(s.factor, 1);
}

inline std::vector<double> longrope(const RotaryShape& shape, const RopeScaling& s) {
  const std::vector<double>& divisors = shape.length > s.original_max ? s.long_factor : s.short_factor;
  std::vector<double> inverse = plain(shape.base, shape.rotary_dim);
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[i] /= divisors[i];
  return inverse;
}

inline double longrope_attention_factor(const RopeScaling& s) {
  return s.factor <= 1 ? 1 : std::sqrt(1 + std::log(s.factor) / std::log(s.original_max));
}

inline std::vector<double> llama3(const RotaryShape& shape, const RopeScaling& s) {
  std::vector<double> inverse = plain(shape.base, shape.rotary_dim);
  for (double& w : inverse) {
    const double turns = s.original_max * w / (2 * std::numbers::pi);  // within the original length
    const double keep = std::clamp((turns - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor), 0.0, 1.0);
    w = (1 - keep) * w / s.factor + keep * w;
  }
  return inverse;
}

inline std::vector<double> proportional(const RotaryShape& shape, double factor) {
  std::vector<double> inverse = plain(shape.base, shape.head_dim);
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    inverse[i] = static_cast<int>(i) < shape.rotary_dim / 2 ? inverse[i] / factor : 0;
  }
  return inverse;
}

}  // namespace frequencies

// `scaling` has been checked for this shape.
inline Frequencies rotary_frequencies(const RotaryShape& shape, const RopeScaling& scaling) {
  using Type = RopeScaling::Type;
  const auto with_factor = [&](std::vector<double> inverse, double own) {
    return Frequencies{std::move(inverse), std::isnan(scaling.attention_factor) ? own : scaling.attention_factor};
  };
  switch (scaling.type) {
    case Type::linear:
      return {frequencies::linear(shape, scaling.factor)};
    case Type::dynamic:
      return {frequencies::dynamic(shape, scaling)};
    case Type::ntk:
      return {frequencies::ntk(shape, scaling.factor)};
    case Type::yarn:
      return with_factor(frequencies::yarn(shape, scaling), frequencies::yarn_attention_factor(scaling));
    case Type::longrope:
      return with_factor(frequencies::longrope(shape, scaling), frequencies::longrope_attention_factor(scaling));
    case Type::llama3:
      return {frequencies::llama3(shape, scaling)};
    case Type::proportional:
      return {frequencies::proportional(shape, scaling.factor)};
    case Type::none:
      break;
  }
  return {frequencies::plain(shape.base, shape.rotary_dim)};
}

}  // namespace whereformer
