// Shared by the tests of rotary encodings.
#pragma once

#include <string>

#include "position/hooks.hpp"
#include "tables.hpp"

namespace whereformer::test {

// A row after rotation, in double.
template <class E>
std::vector<double> turned(const E& e, std::vector<double> row, double position, Side side = Side::query,
                           int head = 0) {
  e.rotate(std::span<double>(row), position, head, side);
  return row;
}

inline double dot_of(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// q·k after both are rotated.
template <class E>
double turned_score(const E& e, const std::vector<double>& q, double at_q, const std::vector<double>& k, double at_k) {
  return dot_of(turned(e, q, at_q, Side::query), turned(e, k, at_k, Side::key));
}

inline std::vector<double> random_row(int width, std::uint64_t seed) {
  const std::vector<float> values = random_values(static_cast<std::size_t>(width), seed);
  return {values.begin(), values.end()};
}

// NaN differs from everything.
inline void check_close(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    INFO("channel " << i << ": " << actual[i] << " is not " << expected[i]);
    CHECK(std::abs(actual[i] - expected[i]) <= tolerance);
  }
}

// Interleaved layout must be half layout after the permutation of channels, bit for bit.
template <class E>
void check_layouts_agree(E half, E together, int width, double position, Side side) {
  const std::vector<float> x = random_values(static_cast<std::size_t>(width), 3);
  std::vector<double> a(x.begin(), x.end());
  std::vector<double> b(x.size());
  const std::size_t pairs = x.size() / 2;
  for (std::size_t i = 0; i < pairs; ++i) {
    b[2 * i] = x[i];
    b[2 * i + 1] = x[pairs + i];
  }
  half.rotate(a, position, 0, side);
  together.rotate(b, position, 0, side);
  for (std::size_t i = 0; i < pairs; ++i) {
    CHECK(a[i] == b[2 * i]);
    CHECK(a[pairs + i] == b[2 * i + 1]);
  }
}

inline constexpr double kFar = 16777215;  // the last position that a float holds exactly together with its neighbours

}  // namespace whereformer::test
