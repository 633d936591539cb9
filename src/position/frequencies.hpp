// Rotary frequencies: radians per position for each pair of channels. Every RoPE scaling is one function here and one rotate
// in rope.hpp. d = rotated channels, b = base, s = factor, L0 = originalMaxPositionEmbeddings, ω_i = b^(−2i/d), n = length.
//
// linear        ω_i / s                                                  Chen et al. 2023 (position interpolation)
// ntk           ω_i with b · s^(d/(d−2))                                 bloc97 2023 (NTK-aware)
// dynamic       as ntk, s growing with the current length n > L          emozilla 2023; L = maxPositionEmbeddings
// yarn          ω_i above betaFast turns in L0, ω_i / s below betaSlow, a ramp between     Peng et al. 2023
// longrope      ω_i / short_i while n ≤ L0, else ω_i / long_i            Ding et al. 2024; the whole sequence switches
// llama3        ω_i for short wavelengths, ω_i / s for long ones, smooth between                 Meta 2024
// proportional  b^(−2i/d_head) for the rotated pairs, 0 for the rest: pairs lie over the whole head (p-RoPE)
// ntkByParts    ω_i above gammaFast turns in L0, a ramp to a blend of ntk (above ntkBetaFast) and linear      bloc97 2023
// dynamicYarn   as yarn with s = n / L0, plain while n ≤ L0              Peng et al. 2023
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math.hpp"
#include "position/parameters.hpp"

namespace whereformer {

// Inputs of the frequencies besides their parameters.
struct RotaryShape {
  double base = 10000;
  int rotary_dim = 0;  // even
  int head_dim = 0;
  double length = 0;  // current length in tokens, for scalings that depend on it
};

struct RopeScaling {
  enum class Type { none, linear, dynamic, ntk, yarn, longrope, llama3, proportional, ntk_by_parts, dynamic_yarn };

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
  Numbers short_factor;
  Numbers long_factor;
  double ntk_beta_fast = 1.25;
  double ntk_beta_slow = 0.75;
  double gamma_fast = 16;
  double gamma_slow = 2;
  double current_length = kAbsent;  // absent = as far as the positions reach

  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.choice("ropeType", type,
                 {"default", "linear", "dynamic", "ntk", "yarn", "longrope", "llama3", "proportional", "ntkByParts",
                  "dynamicYarn"});
    visit.number("factor", factor, Range::positive);
    visit.optional("originalMaxPositionEmbeddings", original_max, Range::positive);
    visit.optional("maxPositionEmbeddings", max_positions, Range::positive);
    visit.optional("attentionFactor", attention_factor, Range::positive);
    visit.number("betaFast", beta_fast, Range::positive);
    visit.number("betaSlow", beta_slow, Range::positive);
    visit.optional("mscale", mscale, Range::any);
    visit.optional("mscaleAllDim", mscale_all_dim, Range::any);
    visit.flag("truncate", truncate);
    visit.number("lowFreqFactor", low_freq_factor, Range::positive);
    visit.number("highFreqFactor", high_freq_factor, Range::positive);
    visit.numbers("shortFactor", short_factor, Range::positive);
    visit.numbers("longFactor", long_factor, Range::positive);
    visit.number("ntkBetaFast", ntk_beta_fast, Range::positive);
    visit.number("ntkBetaSlow", ntk_beta_slow, Range::positive);
    visit.number("gammaFast", gamma_fast, Range::positive);
    visit.number("gammaSlow", gamma_slow, Range::positive);
    visit.optional("currentLength", current_length, Range::positive);
  }

  bool follows_length() const {
    const bool looks = type == Type::dynamic || type == Type::longrope || type == Type::dynamic_yarn;
    return looks && !(current_length > 0);
  }

  // Checks required parameters and relations between them; ranges are checked already.
  Status check(const RotaryShape& shape) const {
    const bool by_turns = type == Type::yarn || type == Type::llama3 || type == Type::ntk_by_parts ||
                          type == Type::dynamic_yarn || type == Type::longrope;
    const double least = type == Type::longrope ? 1 : 0;
    if (by_turns && !(original_max > least)) {
      return value_error("position.scaling.originalMaxPositionEmbeddings", original_max,
                         "the length of first training");
    }
    if (type == Type::dynamic && !(max_positions > 0)) {
      return value_error("position.scaling.maxPositionEmbeddings", max_positions, "the unscaled context length");
    }
    const bool stretches = type == Type::dynamic || type == Type::ntk || type == Type::ntk_by_parts;
    if (stretches && shape.rotary_dim <= 2) {
      return value_error("position.rotaryDim", shape.rotary_dim, "more than 2 channels for NTK scaling");
    }
    if (type == Type::longrope && !fits(short_factor, shape))
      return misfit("position.scaling.shortFactor", short_factor);
    if (type == Type::longrope && !fits(long_factor, shape)) return misfit("position.scaling.longFactor", long_factor);
    return check_order();
  }

 private:
  Status check_order() const {
    if (!(beta_fast >= beta_slow)) return value_error("position.scaling.betaSlow", beta_slow, "at most betaFast");
    if (!(high_freq_factor >= low_freq_factor)) {
      return value_error("position.scaling.lowFreqFactor", low_freq_factor, "at most highFreqFactor");
    }
    if (!(ntk_beta_fast >= ntk_beta_slow)) {
      return value_error("position.scaling.ntkBetaSlow", ntk_beta_slow, "at most ntkBetaFast");
    }
    if (!(gamma_fast >= gamma_slow)) return value_error("position.scaling.gammaSlow", gamma_slow, "at most gammaFast");
    return {};
  }

  static bool fits(const Numbers& list, const RotaryShape& shape) {
    return static_cast<int>(list.size()) == shape.rotary_dim / 2;
  }

  static Status misfit(const char* name, const Numbers& list) {
    return shape_error(name, static_cast<double>(list.size()), "one factor per pair of rotated channels");
  }
};

// Radians per position of each pair, and what multiplies cosine and sine alike.
struct Frequencies {
  Buffer<double> inverse;
  double attention_factor = 1;

  // Factors that are far from 1 leave no angle that has a sine. `source`: the parameter that the frequencies come from.
  Status check(const char* source) const {
    constexpr double most = 1 << 20;
    for (const double w : inverse.span())
      if (!(std::abs(w) < most)) return value_error(source, w, "fewer than 2^20 radians per position");
    if (attention_factor < most) return {};
    return value_error("position.scaling.attentionFactor", attention_factor, "a factor below 2^20");
  }
};

namespace frequencies {

// b^(−2i/dim) (Su et al. 2021, RoFormer, eq. 15)
inline double plain_at(double base, int dim, std::size_t i) {
  return math::pow(base, -2.0 * static_cast<double>(i) / dim);
}

inline void fill_plain(double base, int dim, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = plain_at(base, dim, i);
}

// Allocates and fills the frequencies of pairs i = 0 … dim/2 − 1.
inline Status plain(double base, int dim, Buffer<double>& to) {
  TRY(to.allocate_unset(dim / 2));
  fill_plain(base, dim, to.span());
  return {};
}

// The base that makes the longest wavelength `stretch` times longer and keeps the shortest.
inline double ntk_base(const RotaryShape& shape, double stretch) {
  const double d = shape.rotary_dim;
  return shape.base * math::pow(stretch, d / (d - 2));
}

inline void fill_ntk(const RotaryShape& shape, double stretch, std::span<double> to) {
  fill_plain(ntk_base(shape, stretch), shape.rotary_dim, to);
}

inline void fill_dynamic(const RotaryShape& shape, const RopeScaling& s, std::span<double> to) {
  const double length = std::max(shape.length, s.max_positions);
  fill_ntk(shape, s.factor * length / s.max_positions - (s.factor - 1), to);
}

// 0 for pairs with more than `fast` turns within the original length, 1 below `slow` turns, linear between.
class Ramp {
 public:
  Ramp(const RotaryShape& shape, const RopeScaling& s, double fast, double slow) {
    // the pair index, as a real number, with this many turns
    const auto pair_of = [&](double turns) {
      return shape.rotary_dim * math::log(s.original_max / (turns * 2 * std::numbers::pi)) /
             (2 * math::log(shape.base));
    };
    const double first = pair_of(fast);
    const double last = pair_of(slow);
    low_ = std::max(s.truncate ? std::floor(first) : first, 0.0);
    high_ = std::min(s.truncate ? std::ceil(last) : last, shape.rotary_dim - 1.0);
    if (low_ == high_) high_ += 0.001;
  }

  // `kept` where the pair is fast, `changed` where it is slow.
  double blend(std::size_t pair, double kept, double changed) const {
    const double ramp = std::clamp((static_cast<double>(pair) - low_) / (high_ - low_), 0.0, 1.0);
    return kept + (changed - kept) * ramp;
  }

 private:
  double low_;
  double high_;
};

// From here on `inverse` holds the plain frequencies, and receives the scaled ones.
inline void yarn(const RotaryShape& shape, const RopeScaling& s, double factor, std::span<double> inverse) {
  const Ramp ramp(shape, s, s.beta_fast, s.beta_slow);
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[i] = ramp.blend(i, inverse[i], inverse[i] / factor);
}

inline double yarn_mscale(double factor, double mscale) {
  return factor <= 1 ? 1 : 0.1 * mscale * math::log(factor) + 1;
}

inline double yarn_attention_factor(const RopeScaling& s) {
  const bool both = s.mscale > 0 && s.mscale_all_dim > 0;
  return both ? yarn_mscale(s.factor, s.mscale) / yarn_mscale(s.factor, s.mscale_all_dim) : yarn_mscale(s.factor, 1);
}

inline void ntk_by_parts(const RotaryShape& shape, const RopeScaling& s, std::span<double> inverse) {
  const Ramp to_linear(shape, s, s.ntk_beta_fast, s.ntk_beta_slow);
  const Ramp to_scaled(shape, s, s.gamma_fast, s.gamma_slow);
  const double base = ntk_base(shape, s.factor);
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    const double scaled = to_linear.blend(i, plain_at(base, shape.rotary_dim, i), inverse[i] / s.factor);
    inverse[i] = to_scaled.blend(i, inverse[i], scaled);
  }
}

inline void longrope(const RotaryShape& shape, const RopeScaling& s, std::span<double> inverse) {
  const Numbers& divisors = shape.length > s.original_max ? s.long_factor : s.short_factor;
  for (std::size_t i = 0; i < inverse.size(); ++i) inverse[i] /= divisors[i];
}

inline double longrope_attention_factor(const RopeScaling& s) {
  return s.factor <= 1 ? 1 : math::sqrt(1 + math::log(s.factor) / math::log(s.original_max));
}

inline void llama3(const RopeScaling& s, std::span<double> inverse) {
  for (double& w : inverse) {
    const double turns = s.original_max * w / (2 * std::numbers::pi);  // within the original length
    const double blend = (turns - s.low_freq_factor) / (s.high_freq_factor - s.low_freq_factor);
    const double keep = turns >= s.high_freq_factor ? 1 : std::max(blend, 0.0);
    w = (1 - keep) * w / s.factor + keep * w;
  }
}

inline void divide(double factor, std::span<double> inverse) {
  for (double& w : inverse) w /= factor;
}

}  // namespace frequencies

// Fills the frequencies of a scaling, which has been checked for this shape, and returns the attention factor. `inverse` has a place for
// each pair of rotated channels; proportional: for each pair of the head.
inline double fill_frequencies(RotaryShape shape, const RopeScaling& scaling, std::span<double> inverse) {
  using Type = RopeScaling::Type;
  if (scaling.current_length > 0) shape.length = scaling.current_length;
  frequencies::fill_plain(shape.base, scaling.type == Type::proportional ? shape.head_dim : shape.rotary_dim, inverse);
  double attention_factor = 1;
  const auto own_factor = [&](double own) {
    attention_factor = scaling.attention_factor > 0 ? scaling.attention_factor : own;
  };
  switch (scaling.type) {
    case Type::linear:
      frequencies::divide(scaling.factor, inverse);
      break;
    case Type::dynamic:
      frequencies::fill_dynamic(shape, scaling, inverse);
      break;
    case Type::ntk:
      frequencies::fill_ntk(shape, scaling.factor, inverse);
      break;
    case Type::yarn:
      frequencies::yarn(shape, scaling, scaling.factor, inverse);
      own_factor(frequencies::yarn_attention_factor(scaling));
      break;
    case Type::longrope:
      frequencies::longrope(shape, scaling, inverse);
      own_factor(frequencies::longrope_attention_factor(scaling));
      break;
    case Type::llama3:
      frequencies::llama3(scaling, inverse);
      break;
    case Type::proportional: {
      const auto pairs = static_cast<std::size_t>(shape.rotary_dim / 2);
      frequencies::divide(scaling.factor, inverse.first(pairs));
      std::ranges::fill(inverse.subspan(pairs), 0.0);
      break;
    }
    case Type::ntk_by_parts:
      frequencies::ntk_by_parts(shape, scaling, inverse);
      break;
    case Type::dynamic_yarn: {
      const double factor = std::max(shape.length / scaling.original_max, 1.0);
      frequencies::yarn(shape, scaling, factor, inverse);
      own_factor(frequencies::yarn_mscale(factor, 1));
      break;
    }
    case Type::none:
      break;
  }
  return attention_factor;
}

}  // namespace whereformer
