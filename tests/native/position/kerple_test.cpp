// KERPLE: both kernels, on both sides of the query.
#include "position/encodings/kerple.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Kerple> && BiasesByDistance<Kerple>);

TEST_CASE("kerple is -r1 ln(1 + r2 |i - j|), or -r1 |i - j|^r2") {
  Kerple e;
  e.r1 = numbers({0.3, 1.7, 0.01});
  e.r2 = numbers({0.9, 0.05, 2});
  for (const auto kind : {Kerple::Kind::log, Kerple::Kind::power}) {
    e.kind = kind;
    REQUIRE(check_ranges(e).ok());
    REQUIRE(e.prepare({3}).ok());
    for (int h = 0; h < 3; ++h) {
      for (int i = 0; i < 7; ++i) {
        for (int j = 0; j < 31; ++j) {
          const double a = e.r1[static_cast<std::size_t>(h)];
          const double b = e.r2[static_cast<std::size_t>(h)];
          const double away = std::abs(i - j);
          const double expected = kind == Kerple::Kind::log ? -a * std::log(1 + b * away) : -a * std::pow(away, b);
          CHECK(e.distance_bias(h, j - i) == Catch::Approx(expected).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE("kerple power with exponent 1 is symmetric ALiBi, and distance 0 adds nothing") {
  Kerple e;
  e.kind = Kerple::Kind::power;
  e.r1 = numbers({0.25});
  e.r2 = numbers({1});
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.distance_bias(0, -12) == Catch::Approx(-3));
  CHECK(e.distance_bias(0, 12) == Catch::Approx(-3));
  CHECK(e.distance_bias(0, 0) == 0);
}

TEST_CASE("kerple refuses what does not fit, by name") {
  Kerple e;
  CHECK(refused(e, {2}) == "position.r1");
  e.r1 = numbers({1, 1});
  CHECK(refused(e, {2}) == "position.r2");
  e.r2 = numbers({1, 2.5});
  CHECK(refused(e, {2}).empty());
  e.kind = Kerple::Kind::power;
  CHECK(refused(e, {2}) == "position.r2");
  e.r2.own()[1] = 0;
  CHECK(out_of_range(e) == "r2");
  e.r1.own()[0] = -1;
  CHECK(out_of_range(e) == "r1");
}
