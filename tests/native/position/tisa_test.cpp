// TISA: bells over key − query.
#include "position/encodings/tisa.hpp"

#include "attention/cases.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Tisa> && BiasesByDistance<Tisa>);

namespace {

Tisa tisa(int heads, int kernels) {
  Tisa e;
  e.amplitude = random_table(heads, kernels, 1);
  e.sharpness = random_table(heads, kernels, 2, 0.1F);  // of both signs
  e.center = random_table(heads, kernels, 3, 9);
  return e;
}

const BringsCase in_attention(case_of("", [](Shape s) { return tisa(s.heads, 4); }));

}  // namespace

TEST_CASE("tisa is the sum of a exp(−|b| (j − i − c)²)") {
  Tisa e = tisa(3, 5);
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 31; ++j) {
        double expected = 0;
        for (int s = 0; s < 5; ++s) {
          const double b = std::abs(static_cast<double>(e.sharpness.at(h, s)));
          expected += e.amplitude.at(h, s) * std::exp(-b * std::pow(j - i - static_cast<double>(e.center.at(h, s)), 2));
        }
        CHECK(e.distance_bias(h, j - i) == Catch::Approx(expected).margin(1e-13));
      }
    }
  }
}

TEST_CASE("a bell looks ahead when its centre is positive, and fades on both sides") {
  Tisa e;
  e.amplitude = table_of(1, 1, std::vector<float>{2});
  e.sharpness = table_of(1, 1, std::vector<float>{-0.5F});
  e.center = table_of(1, 1, std::vector<float>{3});
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.distance_bias(0, 3) == 2);
  CHECK(e.distance_bias(0, 4) == e.distance_bias(0, 2));
  CHECK(e.distance_bias(0, -60) == 0);
}

TEST_CASE("tisa refuses tables of other shapes, by name") {
  Tisa e;
  CHECK(refused(e, {2}) == "position.amplitude");
  e = tisa(2, 4);
  CHECK(refused(e, {2}).empty());
  CHECK(refused(e, {3}) == "position.amplitude");
  e.sharpness = random_table(2, 3, 7);
  CHECK(refused(e, {2}) == "position.sharpness");
  e.sharpness = random_table(2, 4, 7);
  e.center = random_table(1, 4, 7);
  CHECK(refused(e, {2}) == "position.center");
}
