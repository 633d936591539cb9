// Kernels over rows and matrices against plain loops in double: every awkward size, anywhere in memory, nothing beside it touched.
#include "simd/guarded.hpp"
#include "simd/matmul.hpp"
#include "simd/norms.hpp"
#include "simd/rotary.hpp"
#include "simd/softmax.hpp"
#include "simd/transform.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Guarded;
using whereformer::test::largest_difference;
using whereformer::test::random_values;

namespace {

constexpr int W = kLanes;

// 0, 1, 3, vectors ± 1, tiles ± 1, primes, 130
const std::vector<int> kSizes{0, 1, 2, 3, 5, 6, 7, 8, 9, W - 1, W, W + 1, 2 * W - 1, 2 * W + 1, 13, 61, 97, 130};

std::vector<float> random_row(int count, std::uint64_t seed, float spread = 1) {
  return random_values(static_cast<std::size_t>(count), seed, spread);
}

// Random operands of one product: x [rows, inputs], weight [outputs, inputs], bias [outputs], and y as it was before.
struct Product {
  int rows;
  int inputs;
  int outputs;
  Guarded x{random_row(rows * inputs, 1)};
  Guarded weight{random_row(outputs * inputs, 2)};
  std::vector<float> bias = random_row(outputs, 3);
  std::vector<float> before = random_row(rows * outputs, 4);

  // How far y is from plain loops, in units of what rounding can do to a sum of so many products in any order.
  double error_of(const Guarded& y, bool biased, bool kept) const {
    double largest = y.guards_stand() ? 0 : INFINITY;
    for (int r = 0; r < rows; ++r) {
      for (int o = 0; o < outputs; ++o) {
        const auto at = static_cast<std::size_t>(r * outputs + o);
        double sum = 0;
        double sizes = 0;
        const auto add = [&](double term) {
          sum += term;
          sizes += std::abs(term);
        };
        if (biased) add(bias[static_cast<std::size_t>(o)]);
        if (kept) add(before[at]);
        for (int i = 0; i < inputs; ++i) {
          add(static_cast<double>(x.values()[static_cast<std::size_t>(r * inputs + i)]) *
              weight.values()[static_cast<std::size_t>(o * inputs + i)]);
        }
        const double difference = std::abs(y.values()[at] - sum);
        const double error = difference == 0 ? 0 : difference / (sizes * (inputs + 2) * 0x1p-24);
        if (!(error <= largest)) largest = std::isnan(error) ? INFINITY : error;
      }
    }
    return largest;
  }
};

// The largest error of y = x Wᵀ + addend over all addends.
double matmul_error(int rows, int inputs, int outputs) {
  Product product{rows, inputs, outputs};
  PackedMatrix packed;
  REQUIRE(packed.pack(product.weight.data(), outputs, inputs).ok());
  double largest = 0;
  for (const bool biased : {false, true}) {
    for (const bool kept : {false, true}) {
      Guarded y = kept ? Guarded(product.before) : Guarded(product.before.size(), NAN);
      matmul(product.x.data(), rows, packed, {biased ? product.bias.data() : nullptr, kept}, y.data());
      largest = std::max(largest, product.error_of(y, biased, kept));
    }
  }
  return largest;
}

// The same product by multiply, which takes Wᵀ [inputs, outputs].
double multiply_error(int rows, int inputs, int outputs) {
  Product product{rows, inputs, outputs};
  Guarded columns(product.weight.values());
  for (int o = 0; o < outputs; ++o) {
    for (int i = 0; i < inputs; ++i) columns.data()[i * outputs + o] = product.weight.data()[o * inputs + i];
  }
  Guarded y(product.before.size(), NAN);
  REQUIRE(multiply(product.x.data(), rows, inputs, columns.data(), outputs, y.data()).ok());
  return product.error_of(y, false, false);
}

}  // namespace

TEST_CASE("products equal plain loops at awkward sizes, with and without what is added") {
  for (const int rows : {0, 1, 2, 3, 5, 6, 7, 9, 13}) {
    for (const int inputs : {0, 1, 3, 5, W, 17, 130}) {
      for (const int outputs : {0, 1, 3, W - 1, W, W + 1, 2 * W, 2 * W + 1, 5 * W + 3}) {
        CAPTURE(rows, inputs, outputs);
        CHECK(matmul_error(rows, inputs, outputs) <= 1);
        CHECK(multiply_error(rows, inputs, outputs) <= 1);
      }
    }
  }
}

TEST_CASE("products of one row, as in decoding, equal plain loops at every number of inputs and outputs") {
  for (const int inputs : kSizes) {
    for (const int outputs : kSizes) {
      CAPTURE(inputs, outputs);
      CHECK(matmul_error(1, inputs, outputs) <= 1);
      CHECK(multiply_error(1, inputs, outputs) <= 1);
    }
  }
}

TEST_CASE("products of many blocks of rows, inputs and outputs equal plain loops") {
  const auto [rows, inputs, outputs] =
      GENERATE(std::tuple{67, 129, 131}, std::tuple{3, 1031, 17}, std::tuple{131, 5, 67}, std::tuple{1, 128, 512},
               std::tuple{1, 515, 257}, std::tuple{29, 64, 97});
  CAPTURE(rows, inputs, outputs);
  CHECK(matmul_error(rows, inputs, outputs) <= 1);
  CHECK(multiply_error(rows, inputs, outputs) <= 1);
}

TEST_CASE("softmax of a row sums to 1 and equals plain loops, in place or not, also of scores up to ±1e4") {
  for (const int n : kSizes) {
    for (const float spread : {1.0F, 30.0F, 1e4F}) {
      CAPTURE(n, spread);
      const std::vector<float> scores = random_row(n, 4, spread);
      std::vector<double> exact(scores.begin(), scores.end());
      const double top = exact.empty() ? 0 : *std::max_element(exact.begin(), exact.end());
      double total = 0;
      for (double& s : exact) total += (s = std::exp(s - top));
      Guarded from(scores);
      Guarded to(scores.size(), NAN);
      softmax(from.data(), to.data(), n);
      double sum = n == 0 ? 1 : 0;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        CHECK(std::abs(to.values()[i] - exact[i] / total) <= 3e-7);
        sum += to.values()[i];
      }
      CHECK(std::abs(sum - 1) <= 1e-6);
      CHECK((to.guards_stand() && largest_difference(from.values(), scores) == 0));
      softmax(from.data(), from.data(), n);
      CHECK((from.guards_stand() && largest_difference(from.values(), to.values()) == 0));
    }
  }
}

TEST_CASE("softmax of hidden scores is exactly zero, of only hidden scores all zeros, of NaN all NaN") {
  const auto softmax_of = [](std::vector<float> row) {
    softmax(row.data(), row.data(), static_cast<int>(row.size()));
    return row;
  };
  const auto row = softmax_of({1e4F, -INFINITY, -1e4F, 0, -INFINITY});
  CHECK(row == std::vector<float>{1, 0, 0, 0, 0});
  for (int n = 1; n <= 3 * W; ++n) {
    const auto count = static_cast<std::size_t>(n);
    CHECK(softmax_of(std::vector<float>(count, -INFINITY)) == std::vector<float>(count, 0.0F));
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<float> one(count, -INFINITY);
      one[at] = -1e4F;
      std::vector<float> expected(count, 0.0F);
      expected[at] = 1;
      CHECK(softmax_of(one) == expected);
      one[at] = NAN;
      for (const float x : softmax_of(one)) CHECK(std::isnan(x));
    }
  }
}

TEST_CASE("norms equal their definitions at awkward widths, with and without weight and bias") {
  for (const int width : kSizes) {
    if (width == 0) continue;  // no mean
    const auto n = static_cast<std::size_t>(width);
    Guarded x(random_row(width, 5, 3));
    Guarded weight(random_row(width, 6));
    Guarded bias(random_row(width, 7));
    double mean = 0;
    double square = 0;
    for (const float v : x.values()) {
      mean += v / static_cast<double>(n);
      square += static_cast<double>(v) * v / static_cast<double>(n);
    }
    double variance = 0;
    for (const float v : x.values()) variance += (v - mean) * (v - mean) / static_cast<double>(n);
    for (const bool weighted : {false, true}) {
      for (const bool biased : {false, true}) {
        CAPTURE(width, weighted, biased);
        Guarded rms(n, NAN);
        Guarded layer(n, NAN);
        float* w = weighted ? weight.data() : nullptr;
        rms_norm(x.data(), w, 1e-5F, rms.data(), width);
        layer_norm(x.data(), w, biased ? bias.data() : nullptr, 1e-5F, layer.data(), width);
        for (std::size_t i = 0; i < n; ++i) {
          const double v = x.values()[i];
          const double by = weighted ? weight.values()[i] : 1;
          const double plus = biased ? bias.values()[i] : 0;
          CHECK(std::abs(rms.values()[i] - v / std::sqrt(square + 1e-5) * by) < 2e-6);
          CHECK(std::abs(layer.values()[i] - ((v - mean) / std::sqrt(variance + 1e-5) * by + plus)) < 4e-6);
        }
        CHECK((rms.guards_stand() && layer.guards_stand()));
      }
    }
  }
}

TEST_CASE("rotations of any number of pairs equal plain loops, and leave the rest of the row alone") {
  for (const int pairs : kSizes) {
    CAPTURE(pairs);
    Guarded cosine(random_row(pairs, 10));
    Guarded sine(random_row(pairs, 11));
    const auto row = random_row(2 * pairs + 3, 12);
    Guarded half(row);
    Guarded interleaved(row);
    rotate_half({half.data(), half.data()}, cosine.data(), sine.data(), pairs);
    rotate_interleaved({interleaved.data(), interleaved.data()}, cosine.data(), sine.data(), pairs);
    for (int p = 0; p < pairs; ++p) {
      const double c = cosine.data()[p];
      const double s = sine.data()[p];
      const auto turned = [&](const Guarded& rotated, int first, int second) {
        const double x = row[static_cast<std::size_t>(first)];
        const double y = row[static_cast<std::size_t>(second)];
        CHECK(std::abs(rotated.values()[static_cast<std::size_t>(first)] - (x * c - y * s)) < 2e-7);
        CHECK(std::abs(rotated.values()[static_cast<std::size_t>(second)] - (x * s + y * c)) < 2e-7);
      };
      turned(half, p, p + pairs);
      turned(interleaved, 2 * p, 2 * p + 1);
    }
    for (std::size_t i = row.size() - 3; i < row.size(); ++i) {
      CHECK((half.values()[i] == row[i] && interleaved.values()[i] == row[i]));
    }
    CHECK((half.guards_stand() && interleaved.guards_stand()));
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

TEST_CASE("transform applies its body to every value once, in place or not, and fold to every value and nothing else") {
  const auto half = [](Lanes x) { return x * splat(0.5F); };
  const auto join = [](Lanes a, Lanes b) { return a + b; };
  for (int n = 0; n <= 3 * W + 1; ++n) {
    const auto from = random_values(static_cast<std::size_t>(n), 10);
    Guarded in(from);
    Guarded out(from.size(), NAN);
    Guarded both(from.size(), NAN);
    transform(in.data(), out.data(), n, half);
    transform(in.data(), out.data(), both.data(), n, join);
    const float folded = sum(fold(in.data(), n, 0, splat(0), join));
    transform(in.data(), in.data(), n, half);
    double total = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      total += from[i];
      CHECK(out.values()[i] == from[i] * 0.5F);
      CHECK(in.values()[i] == from[i] * 0.5F);
      CHECK(both.values()[i] == from[i] + from[i] * 0.5F);
    }
    CAPTURE(n);
    CHECK(std::abs(folded - total) < 1e-5);
    CHECK((in.guards_stand() && out.guards_stand() && both.guards_stand()));
  }
}
