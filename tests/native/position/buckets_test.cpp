// Buckets of one's own: 0 | 1 | 2-4 | 5-16 | above, with and without direction.
#include "position/encodings/buckets.hpp"

#include "stacks.hpp"
#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<Buckets> && BiasesByDistance<Buckets>);

TEST_CASE("buckets begin at their edges") {
  Buckets e;
  e.table = random_table(5, 2, 1);
  REQUIRE(e.prepare({2}).ok());
  const std::pair<int, int> expected[] = {{0, 0}, {1, 1}, {2, 2}, {4, 2}, {5, 3}, {16, 3}, {17, 4}, {4000, 4}};
  for (const auto& [distance, bucket] : expected) {
    CHECK(e.bucket(distance) == bucket);
    CHECK(e.bucket(-distance) == bucket);
    CHECK(e.distance_bias(1, -distance) == e.table.at(bucket, 1));
  }
}

TEST_CASE("directional buckets: keys after the query use the second group, distance 0 is shared") {
  Buckets e;
  e.directional = true;
  e.table = random_table(9, 1, 1);
  REQUIRE(e.prepare({1}).ok());
  const std::pair<int, int> expected[] = {{0, 0},  {1, 5},  {3, 6},   {16, 7}, {17, 8},
                                          {-1, 1}, {-3, 2}, {-16, 3}, {-17, 4}};
  for (const auto& [distance, bucket] : expected) CHECK(e.distance_bias(0, distance) == e.table.at(bucket, 0));
}

TEST_CASE("buckets without edges are one bucket; a first edge past 1 widens bucket 0") {
  Buckets e;
  e.edges = numbers({});
  e.table = random_table(1, 1, 1);
  REQUIRE(e.prepare({1}).ok());
  CHECK(e.distance_bias(0, 99) == e.table.at(0, 0));
  e.edges = numbers({3});
  e.directional = true;
  CHECK(e.bucket(2) == 0);
  CHECK(e.bucket(3) == 2);
}

TEST_CASE("buckets refuse what does not fit, by name") {
  Buckets e;
  CHECK(refused(e, {1}) == "position.table");
  e.table = random_table(5, 1, 1);
  CHECK(refused(e, {1}).empty());
  e.directional = true;
  CHECK(refused(e, {1}) == "position.table");
  e.edges = numbers({1, 4, 4});
  CHECK(refused(e, {1}) == "position.edges");
  e.edges = numbers({0.5, 4});
  CHECK(out_of_range(e) == "edges");
  e.edges = numbers({1, NAN});
  CHECK(out_of_range(e) == "edges");
}
