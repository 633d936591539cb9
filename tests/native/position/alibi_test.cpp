// ALiBi: slopes, both sides of every convention, and one line for scalars and lanes.
#include "position/encodings/alibi.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Alibi> && BiasesByPair<Alibi> && BiasesLinearly<Alibi> && !BiasesByDistance<Alibi>);

namespace {

Alibi prepared(Alibi e, int heads, double scale = 1) {
  REQUIRE(check_ranges(e).ok());
  REQUIRE(e.prepare({heads, 0, 0, 0, scale}).ok());
  return e;
}

}  // namespace

TEST_CASE("alibi slopes follow the paper for powers of two and interleave for others") {
  CHECK(Alibi::paper_slope(0, 8) == 0.5);
  CHECK(Alibi::paper_slope(7, 8) == std::exp2(-8.0));
  CHECK(Alibi::paper_slope(7, 12) == std::exp2(-8.0));
  CHECK(Alibi::paper_slope(8, 12) == Catch::Approx(0.70710678));
  CHECK(Alibi::paper_slope(11, 12) == Catch::Approx(0.08838835));
  CHECK(Alibi::paper_slope(0, 1) == std::exp2(-8.0));
}

TEST_CASE("alibi slopes for 71 heads (Falcon): 64 of the power below, then every second of 128") {
  for (int h = 0; h < 64; ++h) CHECK(Alibi::paper_slope(h, 71) == Catch::Approx(std::pow(2, -(h + 1) / 8.0)));
  for (int h = 0; h < 7; ++h) {
    CHECK(Alibi::paper_slope(64 + h, 71) == Catch::Approx(std::pow(2, -(2 * h + 1) / 16.0)));
  }
}

TEST_CASE("alibi geometric slopes are the other convention: 2^(-8(h+1)/H) for every H") {
  Alibi e;
  e.slope_rule = Alibi::SlopeRule::geometric;
  e = prepared(std::move(e), 12);
  CHECK(e.slope(0) == Catch::Approx(0.62996052));
  CHECK(e.slope(1) == Catch::Approx(0.39685026));
  CHECK(e.slope(11) == std::exp2(-8.0));
  e = prepared(std::move(e), 8);
  for (int h = 0; h < 8; ++h) CHECK(e.slope(h) == Alibi::paper_slope(h, 8));
}

TEST_CASE("alibi largestExponent is the exponent of the last head (MPT alibi_bias_max)") {
  Alibi e;
  e.largest_exponent = 4;
  e = prepared(std::move(e), 8);
  CHECK(e.slope(7) == std::exp2(-4.0));
  e = prepared(std::move(e), 12);
  CHECK(e.slope(8) == Catch::Approx(std::pow(2, -0.25)));
}

TEST_CASE("alibi falls with distance, and symmetric alibi looks both ways") {
  const Alibi causal = prepared({}, 2);
  CHECK(causal.pair_bias(0, 5.0, 2.0) == -3 * 0.0625);
  CHECK(causal.pair_bias(0, 2.0, 5.0) == 3 * 0.0625);
  Alibi both;
  both.symmetric = true;
  both = prepared(std::move(both), 2);
  CHECK(both.pair_bias(0, 2.0, 5.0) == -3 * 0.0625);
  CHECK(both.pair_bias(1, 5.0, 2.0) == -3 * 0.00390625);
}

TEST_CASE("alibi forwardSlopes: one slope for keys before the query, another for keys after it") {
  Alibi e;
  e.slopes = numbers({0.3, -0.7, 0});
  e.forward_slopes = numbers({0.25, 1.5, 0.1});
  e = prepared(std::move(e), 3);
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 13; ++i) {
      for (int j = 0; j < 17; ++j) {
        const auto at = static_cast<std::size_t>(h);
        const double expected = j <= i ? -e.slopes[at] * (i - j) : -e.forward_slopes[at] * (j - i);
        CHECK(e.pair_bias(h, static_cast<double>(i), static_cast<double>(j)) == Catch::Approx(expected).margin(1e-13));
      }
    }
  }
}

TEST_CASE("alibi before the scale is multiplied with it, after the scale it is not") {
  Alibi e;
  e = prepared(std::move(e), 4, 0.125);
  CHECK(e.pair_bias(0, 7.0, 3.0) == -1.0);
  e.before_scale = true;
  e = prepared(std::move(e), 4, 0.125);
  CHECK(e.pair_bias(0, 7.0, 3.0) == -0.125);
}

TEST_CASE("alibi keyed by the key alone differs from the distance by a constant per query, for every key") {
  Alibi e;
  e.keyed = Alibi::Keyed::key;
  const Alibi by_key = prepared(std::move(e), 12);
  const Alibi by_distance = prepared({}, 12);
  for (int h = 0; h < 12; ++h) {
    CHECK(by_key.pair_bias(h, 9.0, 4.0) == Catch::Approx(4 * by_key.slope(h)));
    for (double j = 0; j < 10; ++j) {
      CHECK(by_key.pair_bias(h, 9.0, j) - by_distance.pair_bias(h, 9.0, j) == Catch::Approx(9 * by_key.slope(h)));
    }
  }
}

TEST_CASE("alibi refuses what does not fit, by name") {
  Alibi e;
  e.slopes = numbers({1, 2, 3});
  CHECK(e.prepare({2, 0, 0}).code == Code::shape);
  CHECK(refused(e, {2, 0, 0}) == "position.slopes");
  CHECK(refused(e, {3, 0, 0}).empty());
  e.forward_slopes = numbers({1, 2});
  CHECK(refused(e, {3, 0, 0}) == "position.forwardSlopes");
  e.forward_slopes = numbers({1, 2, 3});
  e.symmetric = true;
  CHECK(refused(e, {3, 0, 0}) == "position.symmetric");
  CHECK(std::string(e.prepare({3, 0, 0}).word) == "true");
  e.symmetric = false;
  e.keyed = Alibi::Keyed::key;
  CHECK(refused(e, {3, 0, 0}) == "position.keyed");
  CHECK(std::string(e.prepare({3, 0, 0}).word) == "\"key\"");
  e.slopes.own()[1] = NAN;
  CHECK(out_of_range(e) == "slopes");
  e.slopes.own()[1] = 0;
  e.largest_exponent = 0;
  CHECK(out_of_range(e) == "largestExponent");
}

TEST_CASE("a rounded key has eight significant bits, slope, key and product alike") {
  Alibi e;
  e.keyed = Alibi::Keyed::rounded_key;
  REQUIRE(e.prepare({12, 0, 0}).ok());
  // head 8 of 12: 2^-0.5 = 0.70710678 → 181/256; 1000 → 1000; 707.03 → 708
  CHECK(e.pair_bias(8, 0.0, 1000.0) == 708.0);
  CHECK(e.pair_bias(8, 77.0, 3.0) == 2.125);   // 2.1211 → 2.125
  CHECK(e.pair_bias(0, 0.0, 257.0) == 128.0);  // 257 → 256, half of it
  CHECK(e.pair_bias(0, 0.0, 0.0) == 0.0);
}
