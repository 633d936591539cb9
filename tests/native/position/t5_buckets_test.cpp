// T5 buckets: the edges that are really reached, and both scales.
#include "position/encodings/t5_buckets.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<T5Buckets> && BiasesByDistance<T5Buckets> && SetsScale<T5Buckets>);

namespace {

T5Buckets buckets(int rows, bool bidirectional, int heads = 1, int max_distance = 128) {
  T5Buckets e;
  e.bidirectional = bidirectional;
  e.max_distance = max_distance;
  e.table = random_table(rows, heads, 3);
  REQUIRE(e.prepare(geometry_of(heads, 16)).ok());
  return e;
}

}  // namespace

TEST_CASE("t5 bidirectional buckets: golden lower edges, the last at 91") {
  const T5Buckets e = buckets(32, true);
  const std::pair<int, int> edges[] = {{0, 0},   {7, 7},   {8, 8},   {11, 8},   {12, 9},   {15, 9},  {16, 10},
                                       {22, 10}, {23, 11}, {31, 11}, {32, 12},  {45, 12},  {46, 13}, {63, 13},
                                       {64, 14}, {90, 14}, {91, 15}, {128, 15}, {5000, 15}};
  for (const auto& [distance, bucket] : edges) {
    CHECK(e.bucket(-distance) == bucket);
    if (distance > 0) CHECK(e.bucket(distance) == bucket + 16);
  }
}

TEST_CASE("t5 bidirectional never uses bucket 16") {
  const T5Buckets e = buckets(32, true);
  for (int distance = -600; distance <= 600; ++distance) CHECK(e.bucket(distance) != 16);
}

TEST_CASE("t5 causal buckets: golden lower edges, the last at 113") {
  const T5Buckets e = buckets(32, false);
  const std::pair<int, int> edges[] = {{0, 0},   {15, 15}, {16, 16}, {18, 16}, {19, 17},  {21, 18},  {24, 19},
                                       {27, 20}, {31, 21}, {35, 22}, {40, 23}, {46, 24},  {52, 25},  {59, 26},
                                       {67, 27}, {77, 28}, {87, 29}, {99, 30}, {112, 30}, {113, 31}, {9999, 31}};
  for (const auto& [distance, bucket] : edges) CHECK(e.bucket(-distance) == bucket);
  CHECK(e.bucket(5) == 0);
}

// floor(ln(away/e)/ln(M/e)·s) ≥ k exactly when away^s ≥ e^(s−k) · M^k: whole numbers, no logarithm.
TEST_CASE("t5 boundaries are those of exact arithmetic") {
  for (const auto& [rows, max_distance] : {std::pair{8, 16}, {8, 32}, {12, 48}, {16, 64}, {16, 100}}) {
    const T5Buckets e = buckets(rows, true, 1, max_distance);
    const int side = rows / 2;
    const int exact = side / 2;
    const int steps = side - exact;
    const auto power = [](int base, int exponent) {
      long double product = 1;
      for (int i = 0; i < exponent; ++i) product *= base;
      return product;
    };
    for (int away = exact; away < 300; ++away) {
      int expected = 0;
      while (expected + 1 < steps &&
             power(away, steps) >= power(exact, steps - expected - 1) * power(max_distance, expected + 1)) {
        ++expected;
      }
      CHECK(e.bucket(-away) == exact + expected);
    }
  }
}

TEST_CASE("t5 unscaled adds the table to unscaled q·k; scaled divides q·k by √d and multiplies the table by √d") {
  T5Buckets e = buckets(32, true, 3);
  CHECK(e.dot_scale(geometry_of(3, 16)) == 1);
  CHECK(e.distance_bias(2, -12) == e.table.at(9, 2));
  CHECK(e.distance_bias(0, 5) == e.table.at(21, 0));
  e.scores = T5Buckets::Scores::scaled;
  REQUIRE(e.prepare(geometry_of(3, 16)).ok());
  CHECK(e.dot_scale(geometry_of(3, 16)) == 0.25);
  CHECK(e.distance_bias(2, -12) == 4.0 * e.table.at(9, 2));
}

TEST_CASE("t5 refuses what does not fit, by name") {
  T5Buckets e;
  CHECK(e.prepare({2, 0, 0}).code == Code::shape);
  e.table = random_table(3, 2, 1);
  CHECK(refused(e, {2, 0, 0}) == "position.table");
  e.table = random_table(31, 2, 1);  // an odd number of buckets in both directions: the last row is not used
  CHECK(refused(e, {2, 0, 0}).empty());
  e.bidirectional = false;
  CHECK(refused(e, {2, 0, 0}).empty());
  CHECK(refused(e, {3, 0, 0}) == "position.table");
  e.max_distance = 15;
  CHECK(refused(e, {2, 0, 0}) == "position.maxDistance");
  e.max_distance = 0;
  CHECK(out_of_range(e) == "maxDistance");
  CHECK(e.check_positions(std::vector<float>{0, 1000}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{0.5}).ok());
  CHECK_FALSE(e.check_positions(std::vector<float>{-1}).ok());
}
