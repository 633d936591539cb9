// power + log2 x on lanes, measured over float32 inputs. Shown with `whereformer_tests "largest error of log2*" -s`.
#include "simd/log.hpp"

#include "simd/sweep.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Worst;

namespace {

Lanes log2_of(Lanes x, float power = 0) { return log2_scaled(splat(power), x); }
float log2_of(float x, float power = 0) { return largest(log2_of(splat(x), power)); }

}  // namespace

TEST_CASE("largest error of log2 x over all floats from 2^−2 to 2^20, in units in the last place") {
  Worst worst;
  test::sweep(
      worst, 1, 0x1p-2F, 0x1p20F, test::kOneOf, [](Lanes x) { return log2_of(x); },
      [](double x) { return std::log2(x); }, [](float x, double exact) { return x == 1 ? 1 : test::ulp(exact); });
  CAPTURE(worst.at, test::kOneOf);
  CHECK(worst.error <= 4);
}

TEST_CASE("log2 x of the smallest and the largest normal floats") {
  for (const float x : {0x1p-126F, 0x1.8p-126F, 1e-30F, 1e30F, 0x1.fffffep127F}) {
    CAPTURE(x);
    const double expected = std::log2(static_cast<double>(x));
    CHECK(std::abs(log2_of(x) - expected) <= test::ulp(expected));
  }
}

TEST_CASE("the power is added to log2 x") {
  for (const float power : {-1000.0F, -100.0F, -7.0F, -1.0F, 1.0F, 3.0F, 90.0F, 5000.0F}) {
    for (const float x : {0.71F, 1.0F, 1.41F, 3.0F, 1021.5F}) {
      CAPTURE(power, x);
      const double expected = power + std::log2(static_cast<double>(x));
      CHECK(std::abs(log2_of(x, power) - expected) <= 2 * test::ulp(expected));
    }
  }
}

TEST_CASE("log2 x of powers of 2 is exact") {
  for (int n = -126; n <= 127; ++n) CHECK(log2_of(std::ldexp(1.0F, n)) == static_cast<float>(n));
}

TEST_CASE("log2 of NaN and ∞ is NaN, in their own lane only") {
  for (const float bad : {NAN, INFINITY}) {
    for (int lane = 0; lane < kLanes; ++lane) {
      alignas(64) float x[kLanes];
      std::fill_n(x, kLanes, 1.0F);
      x[lane] = bad;
      store(x, log2_of(load(x)));
      for (int i = 0; i < kLanes; ++i) CHECK((i == lane ? std::isnan(x[i]) : x[i] == 0));
    }
  }
}
