// 2^x and e^x on lanes, measured over all float32 inputs. Shown with `whereformer_tests "largest error*" -s`.
#include "simd/exp.hpp"

#include "simd/sweep.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Worst;

namespace {

// Through a whole vector, all lanes the same.
float exp2_of(float x) { return largest(simd::exp2(splat(x))); }
float exp_of(float x) { return largest(simd::exp(splat(x))); }

bool is_nan_in_every_lane(Lanes x) { return sum(select(x == x, splat(1), splat(0))) == 0; }

}  // namespace

TEST_CASE("largest error of 2^x over all floats from −100 to 127, in units in the last place") {
  const Worst worst = test::worst_error(
      -100, 127, test::kOneOf, [](Lanes x) { return simd::exp2(x); }, [](double x) { return std::exp2(x); },
      test::in_ulps);
  CAPTURE(worst.at, test::kOneOf);
  CHECK(worst.error <= 2);
}

TEST_CASE("largest error of e^x over all floats whose result is between 2^−100 and 2^127, in units in the last place") {
  const Worst worst = test::worst_error(
      -69.3147F, 88.0296F, test::kOneOf, [](Lanes x) { return simd::exp(x); }, [](double x) { return std::exp(x); },
      test::in_ulps);
  CAPTURE(worst.at, test::kOneOf);
  CHECK(worst.error <= 2);
}

TEST_CASE("2^x of whole numbers is exact") {
  for (int n = -100; n <= 127; ++n) CHECK(exp2_of(static_cast<float>(n)) == std::ldexp(1.0F, n));
}

TEST_CASE("2^x and e^x below their range are exactly zero") {
  for (const float x :
       {std::nextafter(-100.0F, -101.0F), -100.5F, -126.0F, -127.0F, -150.0F, -1e4F, -3e38F, -INFINITY}) {
    CAPTURE(x);
    CHECK(exp2_of(x) == 0);
    CHECK(exp_of(x) == 0);
  }
}

TEST_CASE("e^x above its range is clamped to a finite number") {
  for (const float x : {88.03F, 88.8F, 1e4F, 3e38F, INFINITY}) {
    CAPTURE(x);
    CHECK(exp_of(x) >= 0x1.fffffp126F);
    CHECK(exp_of(x) <= 0x1.0001p127F);
  }
}

TEST_CASE("e^0 is 1, of either sign, and of the smallest numbers") {
  for (const float x : {0.0F, -0.0F, 1e-45F, -1e-45F, 0x1p-126F}) {
    CHECK(exp2_of(x) == 1);
    CHECK(exp_of(x) == 1);
  }
}

TEST_CASE("NaN goes through 2^x and e^x in its own lane only") {
  CHECK(is_nan_in_every_lane(simd::exp2(splat(NAN))));
  CHECK(is_nan_in_every_lane(simd::exp(splat(NAN))));
  for (int lane = 0; lane < kLanes; ++lane) {
    alignas(64) float x[kLanes] = {};
    x[lane] = NAN;
    store(x, simd::exp2(load(x)));
    for (int i = 0; i < kLanes; ++i) CHECK((i == lane ? std::isnan(x[i]) : x[i] == 1));
  }
}
