// exp, log and related functions in double: within a few units in the last place, without tables, the same bits on every machine.
// The C library's versions include 10 kB of tables that do not compress (docs/decisions/0007); sqrt is an instruction.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

namespace whereformer::math {

using std::sqrt;

// 2^whole for whole in [−1022, 1023].
inline double power_of_two(int whole) { return std::bit_cast<double>(static_cast<std::uint64_t>(whole + 1023) << 52U); }

// e^rest · 2^whole for |rest| ≤ ln 2 / 2: the Taylor series to degree 14, innermost term first.
inline double scaled_exp(double rest, double whole) {
  double sum = 1;
  for (int k = 14; k > 0; --k) sum = 1 + sum * rest / k;
  return sum * power_of_two(static_cast<int>(whole));
}

// Results below 2^−1022 are 0; NaN stays NaN.
inline double exp(double x) {
  if (x > 709.7) return std::numeric_limits<double>::infinity();
  if (x < -708.3) return 0;
  if (x != x) return x;
  constexpr double kLn2High = 0x1.62e42fee00000p-1;  // whole · kLn2High is exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  const double whole = std::floor(x * std::numbers::log2e + 0.5);
  return scaled_exp((x - whole * kLn2High) - whole * kLn2Low, whole);
}

// Exact for whole x.
inline double exp2(double x) {
  if (x >= 1024) return std::numeric_limits<double>::infinity();
  if (x < -1022) return 0;
  if (x != x) return x;
  const double whole = std::floor(x);
  const double rest = x - whole;
  return rest > 0.5 ? 2 * scaled_exp((rest - 1) * std::numbers::ln2, whole)
                    : scaled_exp(rest * std::numbers::ln2, whole);
}

// x = m · 2^e with m in (√½, √2]; ln m = 2 artanh((m − 1) / (m + 1)), a series to degree 23. Denormals count as 0.
inline double log(double x) {
  if (!(x >= std::numeric_limits<double>::min())) {
    return x >= 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  if (x > std::numeric_limits<double>::max()) return x;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52U) - 1023;
  double m = x * power_of_two(-std::max(exponent, -1022));
  if (exponent > 1022) m = x * 0x1p-1022 * power_of_two(1022 - exponent);
  if (m > std::numbers::sqrt2) {
    m *= 0.5;
    ++exponent;
  }
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (int k = 23; k > 0; k -= 2) sum = sum * s * s + 1.0 / k;
  return exponent * std::numbers::ln2 + 2 * s * sum;
}

inline double pow(double base, double exponent) { return exp(exponent * log(base)); }

// x = whole · π/2 + rest, |rest| ≤ π/4. π/2 in four parts of 25 bits, so that whole · part is exact up to 2^27 and the rest
// keeps all its digits at any angle that positions reach (2^24); beyond 2^27 digits are lost.
struct QuarterTurns {
  double rest;
  int whole;  // mod 4
};

inline QuarterTurns quarter_turns(double x) {
  constexpr double kParts[] = {0x1.921fb50000000p+0, 0x1.110b460000000p-26, 0x1.1a62630000000p-54,
                               0x1.8a2e030000000p-81};
  const double whole = std::floor(x * (2 * std::numbers::inv_pi) + 0.5);
  for (const double part : kParts) x -= whole * part;
  return {x, static_cast<int>(whole - 4 * std::floor(whole / 4))};
}

// 1 / (k (k − 1))
inline constexpr auto kSeriesSteps = [] {
  std::array<double, 18> steps{};
  for (std::size_t k = 2; k < steps.size(); ++k) steps[k] = 1.0 / static_cast<double>(k * (k - 1));
  return steps;
}();

// The series Σ (−x²)^k / (first + 1 … first + 2k): cosine from 0, sine / x from 1.
inline double alternating_series(double square, std::size_t first) {
  double sum = 1;
  for (std::size_t k = first + 16; k > first; k -= 2) sum = 1 - sum * square * kSeriesSteps[k];
  return sum;
}

struct SineCosine {
  double sine;
  double cosine;
};

// NaN and infinities give NaN.
inline SineCosine sine_cosine(double x) {
  if (!(x - x == 0)) return {x - x, x - x};
  const QuarterTurns turns = quarter_turns(x);
  const double square = turns.rest * turns.rest;
  double sine = turns.rest * alternating_series(square, 1);
  double cosine = alternating_series(square, 0);
  if (turns.whole % 2 != 0) {
    std::swap(sine, cosine);
    cosine = -cosine;
  }
  return turns.whole < 2 ? SineCosine{sine, cosine} : SineCosine{-sine, -cosine};
}

inline double sin(double x) { return sine_cosine(x).sine; }
inline double cos(double x) { return sine_cosine(x).cosine; }

inline double tanh(double x) {
  if (x > 20) return 1;
  if (x < -20) return -1;
  const double e = exp(2 * x);
  return (e - 1) / (e + 1);
}

inline double sigmoid(double x) { return 1 / (1 + exp(-x)); }

// ln(1 + eˣ), without overflow.
inline double softplus(double x) { return x > 0 ? x + log(1 + exp(-x)) : log(1 + exp(x)); }

}  // namespace whereformer::math
