// Turning pairs of channels: what every rotary encoding does, once. (x, y) → (x cos − y sin, x sin + y cos).
#pragma once

#include <span>

#include "core/math.hpp"

namespace whereformer {

// Which two channels form a pair: i with i + pairs, or 2i with 2i + 1.
enum class Layout { half, interleaved };

struct PairLayout {
  Layout layout = Layout::half;
  int start = 0;  // first channel that is turned
  int pairs = 0;
  bool per_head = false;  // do angles differ between heads?
  bool composes = false;  // is the turn of a + b that of a after that of b, but for what position 0 scales by?

  std::size_t first(int pair) const {
    return static_cast<std::size_t>(start + (layout == Layout::half ? pair : 2 * pair));
  }
  std::size_t second(int pair) const {
    return first(pair) + static_cast<std::size_t>(layout == Layout::half ? pairs : 1);
  }
};

// Cosine and sine, times whatever the encoding scales both by.
struct Turn {
  double cosine = 1;
  double sine = 0;
};

inline Turn turn_by(double angle, double factor = 1) {
  const math::SineCosine of = math::sine_cosine(angle);
  return {of.cosine * factor, of.sine * factor};
}

// Turns every pair of `row` by turn(pair).
template <class TurnOf>
void turn_pairs(std::span<double> row, const PairLayout& layout, TurnOf&& turn_of) {
  for (int pair = 0; pair < layout.pairs; ++pair) {
    const Turn turn = turn_of(pair);
    double& first = row[layout.first(pair)];
    double& second = row[layout.second(pair)];
    const double x = first;
    const double y = second;
    first = x * turn.cosine - y * turn.sine;
    second = x * turn.sine + y * turn.cosine;
  }
}

}  // namespace whereformer
