// XLNet: Transformer-XL plus a term for the same or another segment.
#include "position/encodings/xlnet.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Xlnet> && HasQueryVector<Xlnet> && HasKeyVector<Xlnet> && HasContent<Xlnet> &&
              BiasesByDistance<Xlnet>);

namespace {

constexpr int kXlnetHeads = 2;
constexpr int kXlnetWidth = 3;

Xlnet xlnet() {
  Xlnet e;
  e.weight = random_table(kXlnetHeads * kXlnetWidth, 6, 1);
  e.content_bias = random_table(kXlnetHeads, kXlnetWidth, 2);
  e.position_bias = random_table(kXlnetHeads, kXlnetWidth, 3);
  e.segment_table = random_table(2, kXlnetHeads * kXlnetWidth, 4);
  e.segment_bias = random_table(kXlnetHeads, kXlnetWidth, 5);
  e.segments = numbers({0, 0, 2, 2, 0});
  return e;
}

}  // namespace

TEST_CASE("xlnet adds (q + w)·g: row 0 for the same segment, row 1 for another") {
  Xlnet e = xlnet();
  REQUIRE(e.prepare(geometry_of(kXlnetHeads, kXlnetWidth)).ok());
  const std::vector<double> q{0.5, -2, 1};
  const std::vector<double> k{9, 9, 9};
  for (int h = 0; h < kXlnetHeads; ++h) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) {
        const auto segment = [&](int p) { return e.segments[static_cast<std::size_t>(p)]; };
        const int row = segment(i) == segment(j) ? 0 : 1;
        double expected = 0;
        for (int c = 0; c < kXlnetWidth; ++c) {
          const double query = q[static_cast<std::size_t>(c)] + e.segment_bias.at(h, c);
          expected += query * e.segment_table.at(row, h * kXlnetWidth + c);
        }
        CHECK(e.content(std::span<const double>(q), std::span<const double>(k), h, i, j) ==
              Catch::Approx(expected).margin(1e-12));
      }
    }
  }
}

TEST_CASE("xlnet shares everything else with Transformer-XL, and without segments it is nothing else") {
  Xlnet e = xlnet();
  TransformerXl base;
  base.weight = random_table(kXlnetHeads * kXlnetWidth, 6, 1);
  base.content_bias = random_table(kXlnetHeads, kXlnetWidth, 2);
  base.position_bias = random_table(kXlnetHeads, kXlnetWidth, 3);
  e.segments = numbers({});
  REQUIRE(e.prepare(geometry_of(kXlnetHeads, kXlnetWidth)).ok());
  REQUIRE(base.prepare(geometry_of(kXlnetHeads, kXlnetWidth)).ok());
  for (int distance = -5; distance <= 5; ++distance) {
    CHECK(e.distance_bias(1, distance) == base.distance_bias(1, distance));
    CHECK(filled(kXlnetWidth, [&](auto out) { e.query_vector(1, distance, out); }) ==
          filled(kXlnetWidth, [&](auto out) { base.query_vector(1, distance, out); }));
  }
  const std::vector<double> q(kXlnetWidth, 1.0);
  CHECK(e.content(q, q, 0, 900, 3) == 0);
  CHECK(e.check_positions(std::vector<float>{900}).ok());
}

TEST_CASE("xlnet refuses what does not fit, by name") {
  const Geometry geometry = geometry_of(kXlnetHeads, kXlnetWidth);
  Xlnet e = xlnet();
  CHECK(refused(e, geometry).empty());
  CHECK(e.check_positions(std::vector<float>{4}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{5}).ok());
  e.segment_bias = {};
  CHECK(refused(e, geometry) == "position.segmentBias");
  e.segment_table = random_table(3, kXlnetHeads * kXlnetWidth, 1);
  CHECK(refused(e, geometry) == "position.segmentTable");
  CHECK(e.prepare(geometry).got == 3);  // the rows, which are wrong, not the columns
  e.weight = {};
  CHECK(refused(e, geometry) == "position.weight");
  e.segments.own()[1] = NAN;
  CHECK(out_of_range(e) == "segments");
}
