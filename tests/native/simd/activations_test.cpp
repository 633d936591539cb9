// Activations against their definitions in double, over floats of all sizes.
#include "simd/activations.hpp"

#include "simd/sweep.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::in_ulps;
using whereformer::test::ulp;
using whereformer::test::Worst;

namespace {

// The C library's double functions are slow: one float of so many.
constexpr std::uint32_t kSampled = 61 * (test::kOneOf > 100 ? 17 : 1);

float activated(Activation activation, float x) {
  activate(activation, &x, &x, 1);
  return x;
}

// One vector at a time.
template <Activation activation>
Lanes lanes_of(Lanes x) {
  alignas(64) float row[kLanes];
  store(row, x);
  activate(activation, row, row, kLanes);
  return load(row);
}

double silu(double x) { return x / (1 + std::exp(-x)); }
double gelu(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }
double gelu_tanh(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

// What tends to x.
constexpr Activation kLinear[] = {Activation::silu, Activation::gelu, Activation::gelu_tanh, Activation::relu};
constexpr Activation kAll[] = {Activation::silu, Activation::gelu, Activation::gelu_tanh,
                               Activation::relu, Activation::tanh, Activation::relu2};

}  // namespace

TEST_CASE("largest error of tanh, in units in the last place") {
  const Worst worst = test::worst_error(-20, 20, kSampled, simd::tanh, [](double x) { return std::tanh(x); }, in_ulps);
  CAPTURE(worst.at);
  CHECK(worst.error <= 2);
}

TEST_CASE("largest error of SiLU, in units in the last place") {
  const Worst worst = test::worst_error(-69, 100, kSampled, lanes_of<Activation::silu>, silu, in_ulps);
  CAPTURE(worst.at);
  CHECK(worst.error <= 4);
}

// e^(−x²/2) turns the rounding of its argument into a relative error that grows with x².
TEST_CASE("largest error of GELU, in units in the last place that grow with x² to the left") {
  const auto unit = [](float x, double exact) { return ulp(exact) * (x < 0 ? 1 + x * x / 2 : 1); };
  const Worst worst = test::worst_error(-11, 100, kSampled, lanes_of<Activation::gelu>, gelu, unit);
  CAPTURE(worst.at);
  CHECK(worst.error <= 8);
}

// 1 + tanh cancels to the left, as in every implementation of this approximation.
TEST_CASE("largest error of GELU by tanh, in units in the last place of x") {
  const auto unit = [](float x, double) { return ulp(x); };
  const Worst worst = test::worst_error(-20, 100, kSampled, lanes_of<Activation::gelu_tanh>, gelu_tanh, unit);
  CAPTURE(worst.at);
  CHECK(worst.error <= 2);
}

TEST_CASE("far to the left activations vanish, far to the right they are x") {
  for (const float x : {-88.0F, -104.0F, -1e4F, -1e30F}) {
    CAPTURE(x);
    for (const Activation activation : kLinear) CHECK(std::abs(activated(activation, x)) <= 1e-36F * -x);
  }
  for (const float x : {20.0F, 104.0F, 1e4F, 1e30F, INFINITY}) {
    CAPTURE(x);
    for (const Activation activation : kLinear) CHECK(activated(activation, x) == x);
  }
  CHECK(simd::largest(simd::tanh(splat(INFINITY))) == 1);
  CHECK(simd::largest(simd::tanh(splat(-1e30F))) == -1);
}

TEST_CASE("tanh is odd to the last bit, zero at zero, and ReLU is exact") {
  for (float x = 1e-30F; x < 30; x *= 1.37F) {
    CHECK(simd::largest(simd::tanh(splat(-x))) == -simd::largest(simd::tanh(splat(x))));
    CHECK(activated(Activation::relu, x) == x);
    CHECK(activated(Activation::relu, -x) == 0);
    CHECK(activated(Activation::relu2, x) == x * x);
    CHECK(activated(Activation::relu2, -x) == 0);
  }
  CHECK(simd::largest(simd::tanh(splat(0))) == 0);
}

TEST_CASE("activations of any number of values at any address leave their neighbours alone, and let NaN through") {
  for (const Activation activation : kAll) {
    for (const int count : {0, 1, 3, kLanes - 1, kLanes, kLanes + 1, 2 * kLanes + 3, 61}) {
      CAPTURE(static_cast<int>(activation), count);
      auto row = test::random_values(static_cast<std::size_t>(count) + 2, 31, 6);
      const auto before = row;
      auto beside = row;
      activate(activation, row.data() + 1, beside.data() + 1, count);
      CHECK(row == before);
      activate(activation, row.data() + 1, row.data() + 1, count);
      for (const auto& after : {row, beside}) {
        CHECK(after.front() == before.front());
        CHECK(after.back() == before.back());
        for (std::size_t i = 1; i + 1 < after.size(); ++i) CHECK(after[i] == activated(activation, before[i]));
      }
    }
    CHECK(std::isnan(activated(activation, NAN)));
  }
}
