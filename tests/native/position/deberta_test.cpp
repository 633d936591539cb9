// DeBERTa: terms, buckets, and both sides of every disagreement between the paper and the codes.
#include "position/encodings/deberta.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Deberta> && HasQueryVector<Deberta> && HasKeyVector<Deberta> && BiasesByDistance<Deberta> &&
              SetsScale<Deberta>);

namespace {

constexpr int kDebertaHeads = 2;
constexpr int kDebertaWidth = 3;

Deberta tables(int rows) {
  Deberta e;
  e.position_key = random_table(rows, kDebertaHeads * kDebertaWidth, 1);
  e.position_query = random_table(rows, kDebertaHeads * kDebertaWidth, 2);
  return e;
}

// The row of a table whose vector a hook returned.
int row_of(const Table& table, int head, const std::vector<double>& vector) {
  for (int row = 0; row < table.rows; ++row) {
    bool same = true;
    for (int c = 0; c < kDebertaWidth; ++c)
      same = same && table.at(row, head * kDebertaWidth + c) == vector[static_cast<std::size_t>(c)];
    if (same) return row;
  }
  return -1;
}

int key_row(const Deberta& e, int i, int j) {
  return row_of(e.position_key, 1, filled(kDebertaWidth, [&](auto out) { e.query_vector(1, j - i, out); }));
}

int query_row(const Deberta& e, int i, int j) {
  return row_of(e.position_query, 1, filled(kDebertaWidth, [&](auto out) { e.key_vector(1, j - i, out); }));
}

int clipped(int index, int rows) { return index < 0 ? 0 : index >= rows ? rows - 1 : index; }

}  // namespace

TEST_CASE("deberta v1: both terms look up clip(i - j + S), as the code does") {
  Deberta e = tables(8);
  REQUIRE(e.prepare(geometry_of(kDebertaHeads, kDebertaWidth)).ok());
  for (int i = 0; i < 11; ++i) {
    for (int j = 0; j < 13; ++j) {
      CHECK(key_row(e, i, j) == clipped(i - j + 4, 8));
      CHECK(query_row(e, i, j) == clipped(i - j + 4, 8));
    }
  }
}

TEST_CASE("deberta transposed: position to content looks up clip(j - i + S), as the paper writes") {
  Deberta e = tables(8);
  e.transposed = true;
  REQUIRE(e.prepare(geometry_of(kDebertaHeads, kDebertaWidth)).ok());
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      CHECK(key_row(e, i, j) == clipped(i - j + 4, 8));
      CHECK(query_row(e, i, j) == clipped(j - i + 4, 8));
    }
  }
}

TEST_CASE("deberta's scale counts the terms") {
  Deberta e = tables(4);
  const Geometry geometry = geometry_of(kDebertaHeads, 16);
  CHECK(e.dot_scale(geometry) == Catch::Approx(1 / std::sqrt(48.0)));
  e.position_position = true;
  CHECK(e.dot_scale(geometry) == Catch::Approx(1 / std::sqrt(64.0)));
  e.position_position = false;
  e.position_query = {};
  CHECK(e.dot_scale(geometry) == Catch::Approx(1 / std::sqrt(32.0)));
}

TEST_CASE("deberta with one table alone leaves the other vector untouched") {
  Deberta e = tables(4);
  e.position_query = {};
  REQUIRE(e.prepare(geometry_of(kDebertaHeads, kDebertaWidth)).ok());
  CHECK(filled(kDebertaWidth, [&](auto out) { e.key_vector(1, 2, out); }) == std::vector<double>(kDebertaWidth, 0.0));
  CHECK(e.distance_bias(1, 2) == 0);
  CHECK(key_row(e, 0, 0) == 2);
}

TEST_CASE("deberta v2 buckets: golden numbers of 256 and 512") {
  const std::pair<int, int> golden[] = {{0, 0}, {5, 5}, {128, 128}, {129, 129}, {200, 169}, {300, 207}, {511, 255}};
  for (const auto& [away, bucket] : golden) {
    CHECK(Deberta::bucket(away, 256, 512) == bucket);
    CHECK(Deberta::bucket(-away, 256, 512) == -bucket);
  }
}

TEST_CASE("deberta v2 buckets, written out, at odd sizes and past maxDistance") {
  for (const auto& [buckets, limit] : {std::pair{8, 20}, {7, 11}, {32, 128}}) {
    const int middle = buckets / 2;
    for (int r = -200; r <= 200; ++r) {
      const int away = std::abs(r);
      int expected = r;
      if (away > middle) {
        const double share =
            std::log(away / static_cast<double>(middle)) / std::log((limit - 1) / static_cast<double>(middle));
        expected = static_cast<int>(std::ceil(share * (middle - 1) - 1e-9)) + middle;
        expected = r < 0 ? -expected : expected;
      }
      CHECK(Deberta::bucket(r, buckets, limit) == expected);
    }
    CHECK(Deberta::bucket(limit - 1, buckets, limit) == 2 * middle - 1);
  }
}

TEST_CASE("deberta v2: rows are buckets + bucket(i - j); swapped exchanges the two sizes for position to content") {
  Deberta e = tables(16);
  e.buckets = 8;
  e.max_distance = 24;
  REQUIRE(e.prepare(geometry_of(kDebertaHeads, kDebertaWidth)).ok());
  Deberta other = tables(16);
  other.buckets = 8;
  other.max_distance = 24;
  other.swapped = true;
  REQUIRE(other.prepare(geometry_of(kDebertaHeads, kDebertaWidth)).ok());
  for (int i = 0; i < 40; i += 3) {
    for (int j = 0; j < 40; ++j) {
      const int row = clipped(static_cast<int>(Deberta::bucket(i - j, 8, 24)) + 8, 16);
      CHECK(key_row(e, i, j) == row);
      CHECK(query_row(e, i, j) == row);
      CHECK(key_row(other, i, j) == row);
      CHECK(query_row(other, i, j) == clipped(static_cast<int>(Deberta::bucket(i - j, 24, 8)) + 8, 16));
    }
  }
  CHECK(query_row(other, 12, 0) == 15);  // identity up to 12 = 24/2, clipped
  CHECK(query_row(other, 30, 0) == 2);   // beyond it the logarithm divides by a negative number: ⌈−18.7⌉ + 12 + 8
}

TEST_CASE("deberta position to position: the two rows' product, times the scale") {
  Deberta e = tables(8);
  e.position_position = true;
  for (const bool transposed : {false, true}) {
    e.transposed = transposed;
    Geometry geometry = geometry_of(kDebertaHeads, kDebertaWidth);
    geometry.scale = e.dot_scale(geometry);
    REQUIRE(e.prepare(geometry).ok());
    for (int distance = -7; distance <= 7; ++distance) {
      double product = 0;
      for (int c = 0; c < kDebertaWidth; ++c) {
        product += static_cast<double>(e.position_key.at(clipped(4 - distance, 8), kDebertaWidth + c)) *
                   e.position_query.at(clipped(transposed ? 4 + distance : 4 - distance, 8), kDebertaWidth + c);
      }
      CHECK(e.distance_bias(1, distance) == Catch::Approx(product / std::sqrt(4.0 * kDebertaWidth)).margin(1e-12));
    }
  }
}

TEST_CASE("deberta refuses what does not fit, by name") {
  const Geometry geometry = geometry_of(kDebertaHeads, kDebertaWidth);
  Deberta none;
  CHECK(refused(none, geometry) == "position.positionKey");
  Deberta e = tables(8);
  CHECK(refused(e, geometry).empty());
  CHECK(refused(e, geometry_of(kDebertaHeads, kDebertaWidth + 1)) == "position.positionKey");
  e.position_query = random_table(6, kDebertaHeads * kDebertaWidth, 1);
  CHECK(refused(e, geometry) == "position.positionQuery");
  e = tables(7);
  CHECK(refused(e, geometry) == "position.positionKey");
  e = tables(8);
  e.swapped = true;
  CHECK(refused(e, geometry) == "position.swapped");
  e.buckets = 3;
  CHECK(refused(e, geometry) == "position.buckets");
  e.buckets = 4;
  CHECK(refused(e, geometry).empty());
  e.max_distance = 3;
  CHECK(refused(e, geometry) == "position.maxDistance");
  e.max_distance = 12;
  e.buckets = 6;
  CHECK(refused(e, geometry) == "position.positionKey");
  e.buckets = 4;
  e.position_query = {};
  e.position_position = true;
  CHECK(refused(e, geometry) == "position.positionQuery");
  e.buckets = -1;
  CHECK(out_of_range(e) == "buckets");
}
