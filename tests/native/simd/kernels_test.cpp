#include "simd/activations.hpp"
#include "simd/matmul.hpp"
#include "simd/norms.hpp"
#include "simd/softmax.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::largest_difference;
using whereformer::test::random_values;

namespace {

constexpr int W = kLanes;

// Applies a lane function to each value through the padded tail.
std::vector<float> mapped(std::vector<float> x, Lanes (*f)(Lanes)) {
  transform(x.data(), x.data(), static_cast<int>(x.size()), f);
  return x;
}

}  // namespace

TEST_CASE("exp2 is within 2 ULP of double over its range") {
  double worst = 0;
  for (float x = -100; x <= 127; x += 0.0037F) {
    const float got = mapped({x}, exp2)[0];
    const double exact = std::exp2(static_cast<double>(x));
    const double ulp = std::ldexp(1.0, std::ilogb(exact) - 23);
    const double error = std::abs(got - exact) / ulp;
    if (!(error <= worst)) worst = error;
  }
  CHECK(worst <= 2.0);
}

TEST_CASE("exp2 clamps below −100, keeps whole powers exact and lets NaN through") {
  CHECK(mapped({-1e9F}, exp2)[0] == std::ldexp(1.0F, -100));
  CHECK(mapped({-INFINITY}, exp2)[0] == std::ldexp(1.0F, -100));
  for (int n = -100; n <= 127; ++n) CHECK(mapped({static_cast<float>(n)}, exp2)[0] == std::ldexp(1.0F, n));
  CHECK(std::isnan(mapped({NAN}, exp2)[0]));
  CHECK(std::isnan(mapped({NAN}, exp)[0]));
}

TEST_CASE("activations equal their definitions") {
  const auto check = [](Activation activation, double (*exact)(double), double tolerance) {
    std::vector<float> xs{-200.0F, -20.0F, -5.0F, -1.0F, -0.3F, 0.0F, 1e-4F, 0.7F, 2.0F, 9.0F, 50.0F, 300.0F, NAN};
    for (float x = -12; x < 12; x += 0.0037F) xs.push_back(x);
    std::vector<float> got = xs;
    activate(activation, got.data(), static_cast<int>(got.size()));
    for (std::size_t i = 0; i < xs.size(); ++i) {
      if (std::isnan(xs[i])) {
        CHECK(std::isnan(got[i]));
        continue;
      }
      const double difference = std::abs(got[i] - exact(xs[i]));
      CHECK(difference <= tolerance * std::max(1.0, std::abs(static_cast<double>(xs[i]))));
    }
  };
  check(Activation::silu, [](double x) { return x / (1 + std::exp(-x)); }, 5e-7);
  check(Activation::gelu, [](double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }, 3e-7);
  check(
      Activation::gelu_tanh,
      [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }, 5e-7);
  check(Activation::relu, [](double x) { return x > 0 ? x : 0; }, 0);
}

TEST_CASE("tanh is within 4 units in the last place, odd, and lets NaN through") {
  double worst = 0;
  for (float x = 1e-6F; x < 20; x *= 1.0013F) {
    const float got = mapped({x}, tanh)[0];
    const double exact = std::tanh(static_cast<double>(x));
    worst = std::max(worst, std::abs(got - exact) / std::ldexp(1.0, std::ilogb(exact) - 23));
    CHECK(mapped({-x}, tanh)[0] == -got);
  }
  CHECK(worst <= 4);
  CHECK(mapped({INFINITY}, tanh)[0] == 1.0F);
  CHECK(mapped({0.0F}, tanh)[0] == 0.0F);
  CHECK(std::isnan(mapped({NAN}, tanh)[0]));
}

TEST_CASE("matmul equals plain loops at awkward sizes") {
  const int rows = GENERATE(1, 3, 6, 7, 13);
  const int inputs = GENERATE(1, 5, W, 17);
  const int outputs = GENERATE(1, W - 1, 2 * W, 2 * W + 1, 5 * W + 3);
  const bool biased = GENERATE(false, true);
  const auto x = random_values(static_cast<std::size_t>(rows * inputs), 1);
  const auto w = random_values(static_cast<std::size_t>(outputs * inputs), 2);
  const auto b = random_values(static_cast<std::size_t>(outputs), 3);
  std::vector<float> expected;
  for (int r = 0; r < rows; ++r) {
    for (int o = 0; o < outputs; ++o) {
      double sum = biased ? b[static_cast<std::size_t>(o)] : 0;
      for (int i = 0; i < inputs; ++i)
        sum += static_cast<double>(x[static_cast<std::size_t>(r * inputs + i)]) *
               w[static_cast<std::size_t>(o * inputs + i)];
      expected.push_back(static_cast<float>(sum));
    }
  }
  PackedMatrix packed;
  REQUIRE(packed.pack(w.data(), outputs, inputs).ok());
  std::vector<float> y(expected.size(), NAN);
  matmul(x.data(), rows, packed, biased ? b.data() : nullptr, y.data());
  CAPTURE(rows, inputs, outputs, biased);
  CHECK(largest_difference(y, expected) <= 3e-6);
}

TEST_CASE("softmax of a row sums to 1, keeps order, and survives extremes") {
  const int n = GENERATE(1, 3, W - 1, W, W + 1, 61);
  auto row = random_values(static_cast<std::size_t>(n), 4, 5);
  std::vector<double> exact(row.begin(), row.end());
  double total = 0;
  for (double& s : exact) total += (s = std::exp(s));
  softmax(row.data(), n);
  for (int i = 0; i < n; ++i)
    CHECK(std::abs(row[static_cast<std::size_t>(i)] - exact[static_cast<std::size_t>(i)] / total) < 1e-6);
}

TEST_CASE("softmax of hidden scores is exactly zero, of only hidden scores all zeros") {
  std::vector<float> row{1e4F, -INFINITY, -1e4F, 0, -INFINITY};
  softmax(row.data(), 5);
  CHECK(row == std::vector<float>{1, 0, row[2], row[3], 0});
  CHECK(row[2] < 1e-29F);
  std::vector<float> hidden(7, -INFINITY);
  softmax(hidden.data(), 7);
  CHECK(hidden == std::vector<float>(7, 0.0F));
  std::vector<float> with_nan{0, NAN, 1};
  softmax(with_nan.data(), 3);
  CHECK(std::isnan(with_nan[0]));
}

TEST_CASE("norms equal their definitions at awkward widths") {
  const int width = GENERATE(1, 3, W, W + 1, 2 * W - 1, 61);
  const auto n = static_cast<std::size_t>(width);
  const auto x = random_values(n, 5, 3);
  const auto weight = random_values(n, 6);
  const auto bias = random_values(n, 7);
  double mean = 0;
  double square = 0;
  for (const float v : x) {
    mean += v / static_cast<double>(n);
    square += static_cast<double>(v) * v / static_cast<double>(n);
  }
  double variance = 0;
  for (const float v : x) variance += (v - mean) * (v - mean) / static_cast<double>(n);
  std::vector<float> rms(n);
  std::vector<float> layer(n);
  rms_norm(x.data(), weight.data(), 1e-5F, rms.data(), width);
  layer_norm(x.data(), weight.data(), bias.data(), 1e-5F, layer.data(), width);
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(std::abs(rms[i] - x[i] / std::sqrt(square + 1e-5) * weight[i]) < 2e-6);
    CHECK(std::abs(layer[i] - ((x[i] - mean) / std::sqrt(variance + 1e-5) * weight[i] + bias[i])) < 4e-6);
  }
}

TEST_CASE("all_finite finds one NaN or infinity anywhere, tail included") {
  for (int n = 0; n < 3 * W; ++n) {
    std::vector<float> x(static_cast<std::size_t>(n), 1e38F);
    CHECK(all_finite(x.data(), n));
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (const float bad : {NAN, INFINITY, -INFINITY}) {
        x[i] = bad;
        CHECK_FALSE(all_finite(x.data(), n));
        x[i] = 1;
      }
    }
  }
}

TEST_CASE("dot equals plain loops at every length up to three vectors") {
  for (int n = 0; n <= 3 * W; ++n) {
    const auto a = random_values(static_cast<std::size_t>(n), 8);
    const auto b = random_values(static_cast<std::size_t>(n), 9);
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
    CHECK(std::abs(dot(a.data(), b.data(), n) - sum) < 1e-5);
  }
}
