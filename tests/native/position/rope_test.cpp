#include "position/encodings/rope.hpp"

#include "rows.hpp"
#include "stacks.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Rope> && RotatesPairs<Rope>);

namespace {

Rope rope(Layout layout, int width, int rotary_dim = 0, int rotary_start = 0) {
  Rope e;
  e.layout = layout;
  e.rotary_dim = rotary_dim;
  e.rotary_start = rotary_start;
  REQUIRE(e.prepare({1, width}).ok());
  return e;
}

// The rotation as two nested loops would write it; `apart` = channels between the two of a pair.
std::vector<double> by_hand(const std::vector<double>& x, double position, double base, int start, int width,
                            bool half) {
  std::vector<double> out = x;
  for (int i = 0; i < width / 2; ++i) {
    const double angle = position * std::pow(base, -2.0 * i / width);
    const std::size_t a = static_cast<std::size_t>(start + (half ? i : 2 * i));
    const std::size_t b = a + static_cast<std::size_t>(half ? width / 2 : 1);
    out[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
    out[b] = x[a] * std::sin(angle) + x[b] * std::cos(angle);
  }
  return out;
}

}  // namespace

TEST_CASE("rope rotates pairs: golden numbers for d = 4, base 10000, position 3, interleaved") {
  const std::vector<double> x = turned(rope(Layout::interleaved, 4), {1, 2, 3, 4}, 3);
  check_close(x, {-1.272233, -1.838865, 2.878668, 4.088187}, 1e-6);
  CHECK(std::abs(dot_of(x, x) - 30) < 1e-12);
}

TEST_CASE("rope is its formula at awkward widths, whole and partial, from the start and from the middle") {
  const Layout layout = GENERATE(Layout::half, Layout::interleaved);
  const auto [width, dim, start] = GENERATE(table<int, int, int>(
      {{2, 0, 0}, {6, 0, 0}, {7, 4, 0}, {34, 0, 0}, {24, 0, 16}, {11, 6, 3}, {9, 0, 1}, {10, 8, 2}}));
  const double position = GENERATE(0.0, 1.0, 13.0, 4097.0, 2.25);
  const std::vector<double> x = random_row(width, 5);
  const std::vector<double> expected =
      by_hand(x, position, 10000, start, dim == 0 ? width - start : dim, layout == Layout::half);
  check_close(turned(rope(layout, width, dim, start), x, position), expected, 1e-11);
}

TEST_CASE("rope half-split equals interleaved after the channel permutation, bit for bit") {
  const double position = GENERATE(1.0, 11.0, kFar);
  check_layouts_agree(rope(Layout::half, 14), rope(Layout::interleaved, 14), 14, position, Side::query);
}

TEST_CASE("rope scores do not change when query and key move together") {
  const Rope e = rope(Layout::half, 8);
  const std::vector<double> q{1, -2, 3, 0.5, 2, 1, -1, 4};
  const std::vector<double> k{0.3, 1, 2, -1, 1.5, 0, 2, -2};
  const double shift = GENERATE(1000.0, 0.5);
  CHECK(std::abs(turned_score(e, q, 9, k, 4) - turned_score(e, q, 9 + shift, k, 4 + shift)) < 1e-9);
}

TEST_CASE("partial rope leaves the other channels alone and divides exponents by rotaryDim") {
  const Rope e = rope(Layout::half, 7, 4);
  CHECK(e.pairs() == 2);
  CHECK(e.inverse_frequencies()[1] == Catch::Approx(0.01));
  const std::vector<double> x = turned(e, {1, 2, 3, 4, 5, 6, 7}, 5);
  CHECK(x[4] == 5);
  CHECK(x[6] == 7);
  CHECK(x[0] != 1);
}

TEST_CASE("decoupled rope rotates the last channels like a narrower head") {
  const std::vector<double> x = random_row(10, 2);
  const std::vector<double> late = turned(rope(Layout::interleaved, 10, 0, 6), x, 9);
  const std::vector<double> alone = turned(rope(Layout::interleaved, 4), {x[6], x[7], x[8], x[9]}, 9);
  for (std::size_t i = 0; i < 10; ++i) CHECK(late[i] == (i < 6 ? x[i] : alone[i - 6]));
}

TEST_CASE("rope angles stay exact far out") {
  Rope e = rope(Layout::half, 2);
  std::vector<double> x{1, 0};
  e.rotate(x, kFar, 0, Side::query);
  CHECK(x[0] == Catch::Approx(std::cos(kFar)).epsilon(1e-15));
  CHECK(x[1] == Catch::Approx(std::sin(kFar)).epsilon(1e-15));
  const Rope wide = rope(Layout::half, 128);
  for (std::size_t i = 0; i < 64; ++i) {
    const long double exact = kFar * std::pow(10000.0L, -2.0L * static_cast<long double>(i) / 128);
    CHECK(std::abs(kFar * wide.inverse_frequencies()[i] - static_cast<double>(exact)) < 1e-7);
  }
}

TEST_CASE("cosines and sines are within 1 ULP of double for positions up to 2^24") {
  const Rope e = rope(Layout::half, 128);
  double worst = 0;
  const auto ulps = [](double rotated, double exact) {
    const auto got = static_cast<float>(rotated);
    const double unit = std::ldexp(1.0, std::max(std::ilogb(exact), -20) - 23);
    return std::abs(got - exact) / unit;
  };
  for (int p = 0; p <= 1 << 24; p += 40009) {
    std::vector<double> row(128, 0.0);
    std::fill_n(row.begin(), 64, 1.0);
    e.rotate(row, p, 0, Side::key);
    for (std::size_t i = 0; i < 64; ++i) {
      const double angle = p * e.inverse_frequencies()[i];
      worst = std::max({worst, ulps(row[i], std::cos(angle)), ulps(row[64 + i], std::sin(angle))});
    }
  }
  CHECK(worst <= 1);
}

TEST_CASE("values are rotated only if requested, and every side alike") {
  Rope e = rope(Layout::interleaved, 6);
  CHECK_FALSE(e.rotates_values());
  e.rotate_values = true;
  CHECK(e.rotates_values());
  const std::vector<double> x = random_row(6, 8);
  CHECK(turned(e, x, 5, Side::value) == turned(e, x, 5, Side::query));
  CHECK(turned(e, x, 5, Side::key, 3) == turned(e, x, 5, Side::query, 0));
}

TEST_CASE("rotated_pairs lists the channels that rotate changes") {
  const PairLayout turns = rope(Layout::interleaved, 11, 6, 3).rotated_pairs();
  CHECK(turns.start == 3);
  CHECK(turns.pairs == 3);
  CHECK(turns.first(1) == 5);
  CHECK(turns.second(1) == 6);
  CHECK_FALSE(turns.per_head);
}

TEST_CASE("dual theta: every globalEvery-th layer has the base and the scaling, the others the local base unscaled") {
  Rope e;
  e.base = 1000000;
  e.local_base = 10000;
  e.global_every = 6;
  e.scaling.type = RopeScaling::Type::linear;
  e.scaling.factor = 8;
  const auto slowest = [&](int layer) {
    e.layer = layer;
    REQUIRE(e.prepare({1, 4}).ok());
    return e.inverse_frequencies()[1];
  };
  CHECK(slowest(0) == Catch::Approx(0.01));
  CHECK(slowest(4) == Catch::Approx(0.01));
  CHECK(slowest(5) == Catch::Approx(0.001 / 8));
  CHECK(slowest(6) == Catch::Approx(0.01));
  CHECK(slowest(11) == Catch::Approx(0.001 / 8));
  e.global_every = 0;
  CHECK(slowest(0) == Catch::Approx(0.001 / 8));
}

TEST_CASE("the attention factor multiplies the rotated channels only") {
  Rope e;
  e.rotary_dim = 4;
  e.scaling.type = RopeScaling::Type::yarn;
  e.scaling.factor = 4;
  e.scaling.original_max = 64;
  REQUIRE(e.prepare({1, 6}).ok());
  const std::vector<double> x = turned(e, {1, 2, 3, 4, 5, 6}, 0);
  CHECK(x[0] == Catch::Approx(0.1 * std::log(4.0) + 1));
  CHECK(x[4] == 5);
}

TEST_CASE("reversed rope turns every pair by the opposite angle, as nanochat does") {
  const Layout layout = GENERATE(Layout::half, Layout::interleaved);
  const double position = GENERATE(0.0, 1.0, 13.0, 4097.0, 2.25);
  Rope e;
  e.layout = layout;
  e.rotary_dim = 6;
  e.reversed = true;
  REQUIRE(e.prepare({1, 7}).ok());
  const std::vector<double> x = random_row(7, 4);
  check_close(turned(e, x, position), by_hand(x, -position, 10000, 0, 6, layout == Layout::half), 1e-11);
  CHECK(e.inverse_frequencies()[1] == -rope(layout, 7, 6).inverse_frequencies()[1]);
}

TEST_CASE("reversed rope keeps the attention factor") {
  Rope e;
  e.reversed = true;
  e.scaling.type = RopeScaling::Type::yarn;
  e.scaling.factor = 4;
  e.scaling.original_max = 64;
  REQUIRE(e.prepare({1, 4}).ok());
  CHECK(turned(e, {1, 0, 0, 0}, 0)[0] == Catch::Approx(0.1 * std::log(4.0) + 1));
  CHECK(turned(e, {1, 0, 0, 0}, 1)[2] < 0);
}

TEST_CASE("given frequencies replace those of the base; a pair of frequency 0 does not turn") {
  const Layout layout = GENERATE(Layout::half, Layout::interleaved);
  const std::vector<double> given{0.5, -0.25, 0};
  Rope e;
  e.layout = layout;
  e.rotary_start = 1;
  e.frequencies = numbers(given);
  REQUIRE(e.prepare({1, 7}).ok());
  CHECK(e.attention_factor() == 1);
  const double position = GENERATE(0.0, 1.0, 7.0, 1000.5);
  const std::vector<double> x = random_row(7, 4);
  std::vector<double> expected = x;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t a = 1 + (layout == Layout::half ? i : 2 * i);
    const std::size_t b = a + (layout == Layout::half ? 3 : 1);
    const double angle = position * given[i];
    expected[a] = x[a] * std::cos(angle) - x[b] * std::sin(angle);
    expected[b] = x[a] * std::sin(angle) + x[b] * std::cos(angle);
  }
  check_close(turned(e, x, position), expected, 1e-12);
  e.reversed = true;
  REQUIRE(e.prepare({1, 7}).ok());
  CHECK(e.inverse_frequencies()[0] == -0.5);
  e.scaling.attention_factor = 1.5;
  REQUIRE(e.prepare({1, 7}).ok());
  CHECK(e.attention_factor() == 1.5);
}

TEST_CASE("the frequencies of plain rope, given, are plain rope, bit for bit") {
  const Rope plain = rope(Layout::half, 16);
  Rope e;
  e.base = 7;
  REQUIRE(e.frequencies.copy_from(plain.inverse_frequencies()).ok());
  REQUIRE(e.prepare({1, 16}).ok());
  const std::vector<double> x = random_row(16, 4);
  CHECK(turned(e, x, 12345) == turned(plain, x, 12345));
}

TEST_CASE("local layers keep their base beside given frequencies") {
  Rope e;
  e.frequencies = numbers({0.5, 0});
  e.local_base = 100;
  e.global_every = 2;
  REQUIRE(e.prepare({1, 4}).ok());
  CHECK(e.inverse_frequencies()[1] == Catch::Approx(0.1));
  e.layer = 1;
  REQUIRE(e.prepare({1, 4}).ok());
  CHECK(e.inverse_frequencies()[1] == 0);
}

TEST_CASE("given frequencies are refused where they do not fit") {
  Rope e;
  e.frequencies = numbers({1, 0.1});
  CHECK(refused(e, {1, 4}).empty());
  CHECK(refused(e, {1, 6}) == "position.frequencies");
  CHECK(refused(e, {1, 2}) == "position.frequencies");
  e.scaling.type = RopeScaling::Type::linear;
  CHECK(refused(e, {1, 4}) == "position.scaling.ropeType");
  e.scaling.type = RopeScaling::Type::proportional;
  CHECK(refused(e, {1, 4}) == "position.scaling.ropeType");
  e.scaling.type = RopeScaling::Type::none;
  e.frequencies = numbers({1, 1e7});
  CHECK(refused(e, {1, 4}) == "position.frequencies");
  e.frequencies = numbers({1, std::nan("")});
  CHECK(out_of_range(e) == "frequencies");
}

TEST_CASE("bad rope parameters are refused with the name of the parameter") {
  const auto refused_with = [](auto change, int width = 8) {
    Rope e;
    change(e);
    const std::string range = out_of_range(e);
    return range.empty() ? refused(e, {1, width}) : range;
  };
  CHECK(refused_with([](Rope& e) { e.rotary_dim = 3; }) == "rotaryDim");
  CHECK(refused_with([](Rope& e) { e.rotary_dim = -2; }) == "rotaryDim");
  CHECK(refused_with([](Rope& e) { e.rotary_dim = 10; }) == "position.rotaryDim");
  CHECK(refused_with([](Rope&) {}, 7) == "position.rotaryDim");
  CHECK(refused_with([](Rope& e) { e.rotary_start = 9; }) == "position.rotaryStart");
  CHECK(refused_with([](Rope& e) { e.rotary_start = 3; }) == "position.rotaryDim");
  CHECK(refused_with([](Rope& e) { e.rotary_start = -1; }) == "rotaryStart");
  CHECK(refused_with([](Rope& e) { e.base = NAN; }) == "base");
  CHECK(refused_with([](Rope& e) { e.base = 1; }) == "base");
  CHECK(refused_with([](Rope& e) { e.global_every = 2; }) == "position.localBase");
  CHECK(refused_with([](Rope& e) { e.local_base = 0.5; }) == "localBase");
  CHECK(refused_with([](Rope& e) { e.layer = -1; }) == "layer");
  CHECK(refused_with([](Rope& e) { e.scaling.factor = 0; }).ends_with("factor"));
  CHECK(refused_with([](Rope&) {}).empty());
}
