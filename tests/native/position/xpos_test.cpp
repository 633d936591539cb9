#include "position/encodings/xpos.hpp"

#include "rows.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Xpos> && RotatesPairs<Xpos>);

namespace {

Xpos xpos(int width, double length, Layout layout = Layout::interleaved) {
  Xpos e;
  e.layout = layout;
  REQUIRE(e.prepare({1, width, 0, length}).ok());
  return e;
}

std::vector<double> by_hand(const std::vector<double>& x, double position, double center, Side side) {
  std::vector<double> out = x;
  const double d = static_cast<double>(x.size());
  for (std::size_t i = 0; 2 * i < x.size(); ++i) {
    const double angle = position * std::pow(10000.0, -2.0 * static_cast<double>(i) / d);
    const double zeta = (2.0 * static_cast<double>(i) + 0.4 * d) / (1.4 * d);
    const double scale = std::pow(zeta, (side == Side::key ? -1 : 1) * (position - center) / 512);
    out[2 * i] = (x[2 * i] * std::cos(angle) - x[2 * i + 1] * std::sin(angle)) * scale;
    out[2 * i + 1] = (x[2 * i] * std::sin(angle) + x[2 * i + 1] * std::cos(angle)) * scale;
  }
  return out;
}

}  // namespace

TEST_CASE("xpos is its formula for queries and keys at awkward widths") {
  const int width = GENERATE(2, 6, 14, 34);
  const double position = GENERATE(0.0, 3.0, 100.0, 4097.0, 0.5);
  const Side side = GENERATE(Side::query, Side::key);
  const std::vector<double> x = random_row(width, 4);
  check_close(turned(xpos(width, 200), x, position, side), by_hand(x, position, 100, side), 1e-9);
}

TEST_CASE("xpos centres on half the length rounded down, or on a given centre; scores are unchanged") {
  const std::vector<double> x = random_row(6, 4);
  const Xpos odd = xpos(6, 5);
  check_close(turned(odd, x, 2), by_hand(x, 2, 2, Side::query), 1e-14);  // torchscale: 3
  Xpos other;
  other.center = 3;
  REQUIRE(other.prepare({1, 6, 0, 5}).ok());
  check_close(turned(other, x, 2), by_hand(x, 2, 3, Side::query), 1e-14);
  const std::vector<double> k = random_row(6, 9);
  CHECK(std::abs(turned_score(odd, x, 4, k, 1) - turned_score(other, x, 4, k, 1)) < 1e-13);
}

TEST_CASE("xpos scores do not change when query and key move together, and decay with distance") {
  const Xpos e = xpos(8, 64);
  const std::vector<double> q = random_row(8, 1);
  const std::vector<double> k = random_row(8, 2);
  CHECK(std::abs(turned_score(e, q, 9, k, 4) - turned_score(e, q, 1009, k, 1004)) < 1e-10);
  // a pair that is alone: its length falls by ζ in scaleBase positions
  const std::vector<double> one{1, 0, 0, 0, 0, 0, 0, 0};
  const double near = turned_score(e, one, 0, one, 0);
  const double far = turned_score(e, one, 512, one, 0) / std::cos(512.0);
  CHECK(near == 1);
  CHECK(far == Catch::Approx(0.4 / 1.4).epsilon(1e-12));
}

TEST_CASE("xpos half-split equals interleaved after the channel permutation, bit for bit") {
  const Side side = GENERATE(Side::query, Side::key);
  check_layouts_agree(xpos(10, 30, Layout::half), xpos(10, 30), 10, 21, side);
}

TEST_CASE("xpos with a weak decay is rope far out") {
  Xpos e;
  e.scale_base = 1e30;
  REQUIRE(e.prepare({1, 2}).ok());
  std::vector<double> x{1, 0};
  e.rotate(x, kFar, 0, Side::key);
  CHECK(x[0] == Catch::Approx(std::cos(kFar)).epsilon(1e-15));
  CHECK(x[1] == Catch::Approx(std::sin(kFar)).epsilon(1e-15));
}

TEST_CASE("xpos refuses positions where its scale is no float, near its center") {
  const Xpos e = xpos(6, 8);
  const std::vector<float> near{0, 30000};
  const std::vector<float> far{0, 40000};
  CHECK(e.check_positions(near).ok());
  CHECK(std::string_view(e.check_positions(far).argument) == "positions");
  const double edge = 4 + 80 * 512 / std::log(1.4 / 0.4);
  for (const Side side : {Side::query, Side::key})
    for (const double x : turned(e, random_row(6, 4), std::floor(edge), side)) CHECK(std::abs(x) < 3e38);
}

TEST_CASE("bad xpos parameters are refused by name") {
  Xpos e;
  CHECK(refused(e, {1, 5}) == "headDim");
  e.scale_base = 0;
  CHECK(out_of_range(e) == "scaleBase");
  e.scale_base = 512;
  e.gamma = -0.1;
  CHECK(out_of_range(e) == "gamma");
  e.gamma = 0.4;
  e.base = 1;
  CHECK(out_of_range(e) == "base");
  e.base = 10000;
  e.center = INFINITY;
  CHECK(out_of_range(e) == "center");
}
