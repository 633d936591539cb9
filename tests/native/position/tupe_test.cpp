// TUPE: untied positions, T5's buckets, and a first token of its own.
#include "position/encodings/tupe.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Tupe> && BiasesByPair<Tupe> && SetsScale<Tupe>);

namespace {

constexpr int kTupeHeads = 2;
constexpr int kTupeWidth = 3;
constexpr int kPositions = 23;

Tupe tables(bool first, bool buckets) {
  Tupe e;
  e.query_table = random_table(kPositions, kTupeHeads * kTupeWidth, 1);
  e.key_table = random_table(kPositions, kTupeHeads * kTupeWidth, 2);
  if (first) e.first = random_table(2, kTupeHeads, 3);
  if (buckets) e.bucket_table = random_table(33, kTupeHeads, 4);
  return e;
}

Geometry geometry_for(const Tupe& e) {
  Geometry geometry = geometry_of(kTupeHeads, kTupeWidth);
  geometry.scale = e.dot_scale(geometry);
  return geometry;
}

double product(const Tupe& e, int h, int i, int j) {
  double sum = 0;
  for (int c = 0; c < kTupeWidth; ++c) {
    sum += static_cast<double>(e.query_table.at(i, h * kTupeWidth + c)) * e.key_table.at(j, h * kTupeWidth + c);
  }
  return sum / std::sqrt(2.0 * kTupeWidth);
}

}  // namespace

TEST_CASE("tupe divides both products by the root of 2d") {
  const Tupe e = tables(false, false);
  CHECK(e.dot_scale(geometry_of(2, 32)) == 0.125);
}

TEST_CASE("tupe-a: (p U_Q)·(p U_K), the first token's row and column replaced, the row at (0, 0)") {
  for (const bool first : {false, true}) {
    Tupe e = tables(first, false);
    REQUIRE(e.prepare(geometry_for(e)).ok());
    for (int h = 0; h < kTupeHeads; ++h) {
      for (int i = 0; i < kPositions; ++i) {
        for (int j = 0; j < kPositions; ++j) {
          double expected = product(e, h, i, j);
          if (first && j == 0) expected = e.first.at(1, h);
          if (first && i == 0) expected = e.first.at(0, h);
          CHECK(e.pair_bias(h, i, j) == Catch::Approx(expected).margin(1e-12));
        }
      }
    }
  }
}

TEST_CASE(
    "tupe-r: T5 buckets after the scale; the first token's column has the last row, its row the unused bucket 16") {
  Tupe e = tables(true, true);
  Tupe absolute = tables(true, false);
  REQUIRE(e.prepare(geometry_for(e)).ok());
  REQUIRE(absolute.prepare(geometry_for(absolute)).ok());
  const auto bucket_bias = [&](int i, int j) { return e.pair_bias(1, i, j) - absolute.pair_bias(1, i, j); };
  CHECK(bucket_bias(0, 0) == Catch::Approx(e.bucket_table.at(16, 1)));
  CHECK(bucket_bias(0, 7) == Catch::Approx(e.bucket_table.at(16, 1)));
  CHECK(bucket_bias(7, 0) == Catch::Approx(e.bucket_table.at(32, 1)));
  CHECK(bucket_bias(7, 7) == Catch::Approx(e.bucket_table.at(0, 1)));
  CHECK(bucket_bias(7, 2) == Catch::Approx(e.bucket_table.at(5, 1)));
  CHECK(bucket_bias(2, 7) == Catch::Approx(e.bucket_table.at(21, 1)));
  CHECK(bucket_bias(22, 5) == Catch::Approx(e.bucket_table.at(10, 1)));
}

TEST_CASE("tupe refuses what does not fit, by name") {
  Tupe e = tables(true, true);
  const Geometry geometry = geometry_for(e);
  CHECK(refused(e, geometry).empty());
  CHECK_FALSE(e.check_positions(std::vector<float>{kPositions}).ok());
  e.bucket_table = random_table(4, kTupeHeads, 1);
  CHECK(refused(e, geometry) == "position.bucketTable");
  e.bucket_table = random_table(32, kTupeHeads, 1);
  CHECK(refused(e, geometry).empty());
  e.bucket_table = random_table(33, kTupeHeads, 1);
  e.max_distance = 8;
  CHECK(refused(e, geometry) == "position.maxDistance");
  e.first = random_table(2, kTupeHeads + 1, 1);
  CHECK(refused(e, geometry) == "position.first");
  e.key_table = random_table(kPositions - 1, kTupeHeads * kTupeWidth, 1);
  CHECK(refused(e, geometry) == "position.keyTable");
  Tupe none;
  CHECK(refused(none, geometry) == "position.queryTable");
  none.max_distance = 0;
  CHECK(out_of_range(none) == "maxDistance");
}
