// Sandwich: a sum of cosines, per head compressed.
#include "position/encodings/sandwich.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Sandwich> && BiasesByDistance<Sandwich>);

TEST_CASE("sandwich is the product of two sinusoidal vectors, over 8(h + 1)/H") {
  Sandwich e;
  e.dim = 14;
  e.base = 300;
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 40; j += 3) {
        double product = 0;  // sines and cosines of both positions
        for (int n = 0; n < 7; ++n) {
          const double w = std::pow(300.0, -2.0 * n / 14);
          product += std::sin(i * w) * std::sin(j * w) + std::cos(i * w) * std::cos(j * w);
        }
        CHECK(e.distance_bias(h, j - i) == Catch::Approx(product / (8.0 * (h + 1) / 3)).margin(1e-12));
      }
    }
  }
}

TEST_CASE("sandwich is even, and at distance 0 it is half of dim over the ratio") {
  Sandwich e;
  REQUIRE(e.prepare({8}).ok());
  CHECK(e.distance_bias(0, 0) == Catch::Approx(64));
  CHECK(e.distance_bias(7, 0) == Catch::Approx(8));
  CHECK(e.distance_bias(3, -21) == e.distance_bias(3, 21));
}

TEST_CASE("sandwich refuses what does not fit, by name") {
  Sandwich e;
  e.dim = 0;
  CHECK(refused(e, {1}) == "position.dim");
  e.dim = 1 << 20;
  CHECK(refused(e, {1}) == "position.dim");
  e.dim = 7;
  CHECK(out_of_range(e) == "dim");
  e.dim = 8;
  e.base = 1;
  CHECK(out_of_range(e) == "base");
}
