#include "position/encodings/sinusoidal.hpp"

#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Sinusoidal> && Embeds<Sinusoidal>);

namespace {

using Order = Sinusoidal::Order;
using Spacing = Sinusoidal::Spacing;

Sinusoidal sinusoidal(Order layout, Spacing spacing) {
  Sinusoidal e;
  e.layout = layout;
  e.spacing = spacing;
  return e;
}

std::vector<double> code(const Sinusoidal& e, int width, double position) {
  std::vector<double> row(static_cast<std::size_t>(width), 0.0);
  e.embed(std::span<double>(row), position);
  return row;
}

}  // namespace

TEST_CASE("sinusoidal is the paper's interleaved table") {
  check_close(code({}, 4, 3), {std::sin(3.0), std::cos(3.0), std::sin(0.03), std::cos(0.03)}, 1e-15);
}

TEST_CASE("sinusoidal rows are their formula at every width and position") {
  const int width = GENERATE(2, 6, 10, 34);
  const double position = GENERATE(0.0, 1.0, 17.0, 1000.0, 0.5);
  std::vector<double> expected;
  for (int i = 0; i < width / 2; ++i) {
    const double angle = position / std::pow(10000.0, 2.0 * i / width);
    expected.push_back(std::sin(angle));
    expected.push_back(std::cos(angle));
  }
  check_close(code({}, width, position), expected, 1e-12);
}

TEST_CASE("tensor2tensor and fairseq space the exponents by D/2 − 1, so that the slowest wave is the base itself") {
  const int width = GENERATE(4, 6, 10);
  const Sinusoidal e = sinusoidal(Order::concatenated, Spacing::endpoint);
  std::vector<double> expected(static_cast<std::size_t>(width));
  const int pairs = width / 2;
  for (int i = 0; i < pairs; ++i) {
    const double angle = 7 * std::exp(-std::log(10000.0) * i / (pairs - 1));
    expected[static_cast<std::size_t>(i)] = std::sin(angle);
    expected[static_cast<std::size_t>(pairs + i)] = std::cos(angle);
  }
  check_close(code(e, width, 7), expected, 1e-13);
  CHECK(std::abs(code(e, width, 7)[static_cast<std::size_t>(pairs - 1)] - std::sin(7e-4)) < 1e-15);
}

TEST_CASE("the paper never reaches its base, the endpoint spacing does") {
  CHECK(code(sinusoidal(Order::concatenated, Spacing::paper), 8, 1)[3] != Catch::Approx(1e-4).epsilon(1e-6));
  CHECK(code(sinusoidal(Order::concatenated, Spacing::endpoint), 8, 1)[3] == Catch::Approx(1e-4).epsilon(1e-6));
}

TEST_CASE("an odd width ends with a zero where fairseq allows it, and is refused elsewhere") {
  Sinusoidal odd = sinusoidal(Order::concatenated, Spacing::endpoint);
  CHECK(odd.prepare({1, 0, 5}).ok());
  const std::vector<double> row = code(odd, 5, 3);
  check_close(row, {std::sin(3.0), std::sin(3e-4), std::cos(3.0), std::cos(3e-4), 0}, 1e-15);
  Sinusoidal paper;
  CHECK(refused(paper, {1, 0, 5}) == "dim");
  Sinusoidal together = sinusoidal(Order::interleaved, Spacing::endpoint);
  CHECK(refused(together, {1, 0, 5}) == "dim");
  CHECK(code(odd, 3, 2)[2] == 0);
}

TEST_CASE("concatenated sinusoids are a permutation of interleaved ones, bit for bit") {
  const Spacing spacing = GENERATE(Spacing::paper, Spacing::endpoint);
  const std::vector<double> a = code(sinusoidal(Order::interleaved, spacing), 10, 17);
  const std::vector<double> b = code(sinusoidal(Order::concatenated, spacing), 10, 17);
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(a[2 * i] == b[i]);
    CHECK(a[2 * i + 1] == b[5 + i]);
  }
}

TEST_CASE("embed adds to the row, it does not replace it, and scale multiplies the code alone") {
  Sinusoidal e;
  e.scale = 0.25;
  std::vector<float> row{10, 10};
  e.embed(std::span<float>(row), 0);
  CHECK(row[0] == 10.0F);
  CHECK(row[1] == 10.25F);
}

TEST_CASE("the padding position has no code, others keep theirs") {
  Sinusoidal e;
  e.padding = 1;
  CHECK(code(e, 4, 1) == std::vector<double>(4, 0.0));
  CHECK(code(e, 4, 2) == code({}, 4, 2));
  CHECK(code(e, 4, 0) == code({}, 4, 0));
}

TEST_CASE("sinusoidal angles stay exact far out") {
  const std::vector<double> row = code({}, 8, kFar);
  CHECK(row[0] == std::sin(kFar));
  for (std::size_t i = 0; i < 4; ++i) {
    const long double angle = kFar * std::pow(10000.0L, -2.0L * static_cast<long double>(i) / 8);
    CHECK(std::abs(row[2 * i] - static_cast<double>(std::sin(angle))) < 1e-8);
  }
}

TEST_CASE("sinusoidal parameters out of range are refused by name") {
  Sinusoidal base;
  base.base = 1;
  CHECK(out_of_range(base) == "base");
  Sinusoidal scale;
  scale.scale = INFINITY;
  CHECK(out_of_range(scale) == "scale");
  Sinusoidal padding;
  padding.padding = -1;
  CHECK(out_of_range(padding) == "padding");
  Sinusoidal good;
  CHECK(out_of_range(good).empty());
}
