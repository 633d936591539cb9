// Rotation of channel pairs, shared by all rotary encodings: (x, y) → (x cos − y sin, x sin + y cos).
#pragma once

#include <span>

#include "core/math.hpp"

namespace whereformer {

// Which two channels form a pair: i with i + pairs, or 2i with 2i + 1.
enum class Layout { half, interleaved };

struct PairLayout {
  Layout layout = Layout::half;
  int start = 0;  // first rotated channel
  int pairs = 0;
  bool per_head = false;  // do angles differ between heads?
  bool composes = false;  // is rotation(a + b) = rotation(a) · rotation(b), apart from the scale at position 0?

  std::size_t first(int pair) const {
    return static_cast<std::size_t>(start + (layout == Layout::half ? pair : 2 * pair));
  }
  std::size_t second(int pair) const { return first(pair) + (layout == Layout::half ? pairs : 1); }
};

// Cosine and sine, times the encoding's attention factor or magnitude.
struct PairRotation {
  double cosine = 1;
  double sine = 0;
};

inline PairRotation rotation_by(double angle, double factor = 1) {
  const math::SineCosine of = math::sine_cosine(angle);
  return {of.cosine * factor, of.sine * factor};
}

// Rotates every pair of `row` by rotation_of(pair).
template <class RotationOf>
void rotate_pairs(std::span<double> row, const PairLayout& layout, RotationOf&& rotation_of) {
  for (int pair = 0; pair < layout.pairs; ++pair) {
    const PairRotation by = rotation_of(pair);
    double& first = row[layout.first(pair)];
    double& second = row[layout.second(pair)];
    const double x = first;
    const double y = second;
    first = x * by.cosine - y * by.sine;
    second = x * by.sine + y * by.cosine;
  }
}

}  // namespace whereformer
