// The elementary functions against the C library's, which are correct within one unit in the last place.
#include "core/math.hpp"

#include "support.hpp"

using namespace whereformer;

namespace {

// Units in the last place of the exact value.
double ulps(double got, double exact) {
  if (got == exact) return 0;
  return std::abs(got - exact) / std::ldexp(1.0, std::max(std::ilogb(exact), -1022) - 52);
}

}  // namespace

TEST_CASE("exp and exp2 are within 2 ULP over their ranges, exact at whole powers") {
  double worst = 0;
  for (double x = -708; x < 709; x += 0.00917) worst = std::max(worst, ulps(math::exp(x), std::exp(x)));
  CHECK(worst <= 2);
  worst = 0;
  for (double x = -1020; x < 1023; x += 0.00917) worst = std::max(worst, ulps(math::exp2(x), std::exp2(x)));
  CHECK(worst <= 2);
  for (int n = -1022; n < 1024; ++n) CHECK(math::exp2(n) == std::ldexp(1.0, n));
  CHECK(math::exp(0) == 1);
  CHECK(math::exp(-1e9) == 0);
  CHECK(math::exp(1e9) == INFINITY);
  CHECK(std::isnan(math::exp(NAN)));
  CHECK(std::isnan(math::exp2(NAN)));
}

TEST_CASE("log is within 3 ULP from the smallest normal number to the largest") {
  double worst = 0;
  for (double x = 0x1p-1022; x < 0x1p1023; x *= 1.00173) worst = std::max(worst, ulps(math::log(x), std::log(x)));
  for (double x = 0.5; x < 2; x += 1.3e-6) worst = std::max(worst, ulps(math::log(x), std::log(x)));
  CHECK(worst <= 3);
  CHECK(math::log(1) == 0);
  CHECK(math::log(0) == -INFINITY);
  CHECK(math::log(INFINITY) == INFINITY);
  CHECK(std::isnan(math::log(-1)));
  CHECK(std::isnan(math::log(NAN)));
}

TEST_CASE("pow serves frequencies: relative error below 4e-15 for bases to 10^7") {
  double worst = 0;
  for (const double base : {1.5, 10.0, 100.0, 10000.0, 500000.0, 1e7}) {
    for (double e = -1; e <= 1; e += 0.000317) {
      worst = std::max(worst, std::abs(math::pow(base, e) / std::pow(base, e) - 1));
    }
  }
  CHECK(worst < 4e-15);
}

TEST_CASE("sine and cosine are off by at most 2^-52 for every angle that positions to 2^24 make") {
  double worst = 0;
  const auto check = [&](double x) {
    worst = std::max({worst, std::abs(math::sin(x) - std::sin(x)), std::abs(math::cos(x) - std::cos(x))});
  };
  for (double x = -20; x < 20; x += 1.7e-4) check(x);
  for (int p = 0; p < 1 << 24; p += 61) check(p);
  for (int p = 0; p < 1 << 24; p += 1013) check(-p * 0.7498942093324559);
  for (int k = 0; k < 200000; ++k) check(k * 1.5707963267948966);
  check(16777216);
  CHECK(worst <= 0x1p-52);
  CHECK(math::sin(0) == 0);
  CHECK(math::cos(0) == 1);
  for (const double x : {double(NAN), double(INFINITY), double(-INFINITY)}) {
    CHECK(std::isnan(math::sin(x)));
    CHECK(std::isnan(math::cos(x)));
  }
}

TEST_CASE("tanh, sigmoid and softplus at their ends") {
  for (double x = -30; x < 30; x += 0.0071) {
    CHECK(std::abs(math::tanh(x) - std::tanh(x)) < 1e-15);
    CHECK(std::abs(math::sigmoid(x) - 1 / (1 + std::exp(-x))) < 1e-15);
    CHECK(std::abs(math::softplus(x) - std::log1p(std::exp(x))) < 1e-14);
  }
  CHECK(math::softplus(1000) == 1000);
  CHECK(math::softplus(-1000) == 0);
  CHECK(math::sigmoid(-1000) == 0);
  CHECK(math::sigmoid(1000) == 1);
}
