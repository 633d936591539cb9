// One scalar per distance, and per clipped distance.
#include "position/encodings/relative_bias.hpp"

#include "tables.hpp"

using namespace whereformer;
using namespace whereformer::test;

static_assert(Encoding<RelativeBias> && BiasesByDistance<RelativeBias>);

TEST_CASE("relativeBias reads row clip(key - query, +-k) + k") {
  RelativeBias e;
  e.table = random_table(7, 3, 1);
  REQUIRE(e.prepare({3}).ok());
  for (int h = 0; h < 3; ++h) {
    for (int i = 0; i < 11; ++i) {
      for (int j = 0; j < 13; ++j) {
        const int distance = j - i < -3 ? -3 : j - i > 3 ? 3 : j - i;
        CHECK(e.distance_bias(h, j - i) == e.table.at(distance + 3, h));
      }
    }
  }
}

TEST_CASE("relativeBias with k = 0 is one scalar per head") {
  RelativeBias e;
  e.table = random_table(1, 2, 1);
  REQUIRE(e.prepare({2}).ok());
  CHECK(e.distance_bias(1, -9) == e.table.at(0, 1));
}

TEST_CASE("relativeBias refuses what does not fit, by name") {
  RelativeBias e;
  CHECK(refused(e, {1}) == "position.table");
  e.table = random_table(6, 1, 1);
  CHECK(refused(e, {1}) == "position.table");
  e.table = random_table(5, 1, 1);
  CHECK(refused(e, {2}) == "position.table");
  CHECK(refused(e, {1}).empty());
  CHECK_FALSE(e.check_positions(std::vector<float>{1.5F}).ok());
}
