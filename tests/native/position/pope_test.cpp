#include "position/encodings/pope.hpp"

#include <numbers>

#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Pope> && Rotates<Pope> && !RotatesPairs<Pope>);

namespace {

Pope pope(int heads, int width, Table phases = {}) {
  Pope e;
  e.phases = std::move(phases);
  REQUIRE(e.prepare({heads, width}).ok());
  return e;
}

std::vector<double> widened(const Pope& e, std::vector<double> x, double position, Side side, int head = 0) {
  x.resize(static_cast<std::size_t>(e.rotated_width(static_cast<int>(x.size()))), 0.0);
  return turned(e, x, position, side, head);
}

}  // namespace

TEST_CASE("pope is softplus(x) at the angle position · base^(−i/d), twice as wide") {
  const int width = GENERATE(1, 3, 8, 17);
  const double position = GENERATE(0.0, 1.0, 37.0, 4097.0);
  const std::vector<double> x = random_row(width, 6);
  std::vector<double> expected(static_cast<std::size_t>(2 * width));
  for (int i = 0; i < width; ++i) {
    const double length = std::log1p(std::exp(x[static_cast<std::size_t>(i)]));
    const double angle = position * std::pow(10000.0, -static_cast<double>(i) / width);
    expected[static_cast<std::size_t>(i)] = length * std::cos(angle);
    expected[static_cast<std::size_t>(width + i)] = length * std::sin(angle);
  }
  check_close(widened(pope(1, width), x, position, Side::query), expected, 1e-11);
}

TEST_CASE("pope rotates keys by phases of their head, clamped to −2π … 0, and does not rotate queries") {
  const std::vector<float> phases{-1, 0.5F, -7, -2, 0, -0.25F};  // [2 heads, 3]
  const Pope e = pope(2, 3, table_of(2, 3, phases));
  const std::vector<double> x{0.3, -1, 2};
  CHECK(widened(e, x, 4, Side::query, 1) == widened(pope(1, 3), x, 4, Side::query));
  const std::vector<double> first = widened(e, x, 0, Side::key, 0);
  const double clamped[] = {-1, 0, -2 * std::numbers::pi};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(first[i] == Catch::Approx(std::log1p(std::exp(x[i])) * std::cos(clamped[i])));
    CHECK(first[3 + i] == Catch::Approx(std::log1p(std::exp(x[i])) * std::sin(clamped[i])).margin(1e-15));
  }
  CHECK(widened(e, x, 0, Side::key, 1)[0] == Catch::Approx(std::log1p(std::exp(0.3)) * std::cos(-2.0)));
}

TEST_CASE("pope scores separate what from where: lengths multiply, angles depend on the distance alone") {
  const Pope e = pope(1, 5);
  const std::vector<double> q = random_row(5, 1);
  const std::vector<double> k = random_row(5, 2);
  const auto score = [&](double at_q, double at_k) {
    return dot_of(widened(e, q, at_q, Side::query), widened(e, k, at_k, Side::key));
  };
  CHECK(std::abs(score(9, 4) - score(1009, 1004)) < 1e-10);
  double expected = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    expected += std::log1p(std::exp(q[i])) * std::log1p(std::exp(k[i])) *
                std::cos(5 * std::pow(10000.0, -static_cast<double>(i) / 5));
  }
  CHECK(std::abs(score(9, 4) - expected) < 1e-13);
}

TEST_CASE("pope stays exact far out and for large channels") {
  const Pope e = pope(1, 1);
  std::vector<double> x{1000, 0};
  e.rotate(x, kFar, 0, Side::query);
  CHECK(x[0] == Catch::Approx(1000 * std::cos(kFar)).epsilon(1e-15));
  CHECK(x[1] == Catch::Approx(1000 * std::sin(kFar)).epsilon(1e-15));
  CHECK(widened(e, {-800}, 0, Side::query)[0] == 0);
}

TEST_CASE("bad pope parameters are refused by name") {
  Pope e;
  e.phases = table_of(2, 3, std::vector<float>(6, 0));
  CHECK(refused(e, {2, 4}) == "position.phases");
  CHECK(refused(e, {1, 3}) == "position.phases");
  CHECK(refused(e, {2, 3}).empty());
  e.base = 0;
  CHECK(out_of_range(e) == "base");
}
